-- Makes (name, startDate, endDate) unique instead of the name, adds the indexes for fetches by
-- start and by end, and begins the persistent history. No row is rewritten.
--
-- Runs inside one transaction, on rows that already fit. Only built-in functions are used, so
-- that any program can write to the store, with trusted_schema=0 too.

-- (It is gone already where there are rows.)
DROP INDEX IF EXISTS trip_name;

-- Two trips may share a name, not a name and dates. Fetches by name use this index too.
CREATE UNIQUE INDEX trip_name_startDate_endDate ON trip(name, startDate, endDate);

-- Until V4: Trips are listed by start.
CREATE INDEX trip_startDate ON trip(startDate);

-- 'next' and the past and current trips are found by end.
CREATE INDEX trip_endDate ON trip(endDate);

-- One row for each transaction of ours, or for each statement of another program. The ids give
-- the order of commits; above 2^53 - 1 they would not survive JSON, and one row at the largest
-- 64-bit id would stop every later write.
CREATE TABLE historyTransaction(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  timestamp TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  author TEXT NOT NULL,
  command TEXT NOT NULL
) STRICT;

-- One row for each changed row: insert has the whole row in newValues, delete the whole row in
-- oldValues (the tombstone), update both, and the reader compares them; none is recorded where they
-- are equal. (The updates of 0.1.0 hold the changed columns alone.) The values are JSON by the names
-- of the columns; bytes that are not UTF-8, which a TEXT column lets in and no cheap check keeps out,
-- are in it as they are in the row, so that what takes them from here puts back the very bytes.
-- rowId is the id before the change. The nonce tells a place in this log from the same id in a
-- restored copy.
CREATE TABLE historyChange(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  transactionId INTEGER NOT NULL,
  entity TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('insert', 'update', 'delete')),
  oldValues TEXT,
  newValues TEXT,
  nonce TEXT NOT NULL DEFAULT (lower(hex(randomblob(6)))),
  CHECK ((oldValues IS NULL) = (kind = 'insert') AND (newValues IS NULL) = (kind = 'delete'))
) STRICT;

-- Finds the changes of one transaction, for showing and undoing it.
CREATE INDEX historyChange_transactionId ON historyChange(transactionId);

-- The one row that the triggers share.
-- author, command: NULL except inside a transaction of ours, which sets both (and
--   currentTransaction to NULL) after BEGIN and sets all three to NULL before COMMIT.
-- currentTransaction: where the next change belongs, once there has been a change.
-- statementTime (a Julian day), statementChanges, pendingChanges: tell whether another program is
--   still in the statement that made the last change; see historyEntry.
-- purgedThrough, purgedNonce: the last change that a purge took away.
CREATE TABLE historyState(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  storeId TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))),
  author TEXT,
  command TEXT,
  currentTransaction INTEGER,
  statementTime TEXT,
  statementChanges INTEGER,
  pendingChanges INTEGER NOT NULL DEFAULT 0,
  purgedThrough INTEGER NOT NULL DEFAULT 0,
  purgedNonce TEXT,
  CHECK ((author IS NULL) = (command IS NULL))
) STRICT;
INSERT INTO historyState(id) VALUES (1);

-- What programs that follow the history by name have read. The token says of which store, so that
-- a restored copy tells them to begin anew.
CREATE TABLE historyConsumer(
  name TEXT PRIMARY KEY CHECK (name <> '' AND instr(name, char(0)) = 0),
  token TEXT NOT NULL,
  acknowledged TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT, WITHOUT ROWID;

-- A trip that is gone takes its children along by the history's triggers from here on.
DROP TRIGGER trip_deleteChildren;
