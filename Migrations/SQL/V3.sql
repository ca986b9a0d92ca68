-- V3: (name, startDate, endDate) is unique instead of the name, fetches have their indexes, and the
-- persistent history begins.

-- The tables of V2.

CREATE TABLE trip(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  name TEXT NOT NULL CHECK (name <> '' AND instr(name, char(0)) = 0),
  destination TEXT NOT NULL CHECK (instr(destination, char(0)) = 0),
  startDate TEXT NOT NULL CHECK (startDate >= '0001' AND startDate IS date(startDate, '+0 days')),
  endDate TEXT NOT NULL CHECK (endDate >= startDate AND endDate IS date(endDate, '+0 days'))
) STRICT;

CREATE TABLE bucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (instr(title, char(0)) = 0),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  hasReservation INTEGER NOT NULL DEFAULT 0 CHECK (hasReservation IN (0, 1)),
  isInPlan INTEGER NOT NULL DEFAULT 0 CHECK (isInPlan IN (0, 1))
) STRICT;

CREATE TABLE livingAccommodation(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  placeName TEXT NOT NULL CHECK (instr(placeName, char(0)) = 0),
  address TEXT NOT NULL DEFAULT '' CHECK (instr(address, char(0)) = 0),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1))
) STRICT;

-- What each migration did to rows. entity is the row's table, "row" the row before as JSON.
CREATE TABLE migrationRecord(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stage TEXT NOT NULL,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  rowId INTEGER,
  "row" TEXT,
  survivorId INTEGER
) STRICT;

-- Two trips may share a name, but not name and dates. Fetches by name use this index too.
CREATE UNIQUE INDEX trip_name_startDate_endDate ON trip(name, startDate, endDate);

-- Trips are listed by start.
CREATE INDEX trip_startDate ON trip(startDate);

-- 'next', and past and current trips, are found by end.
CREATE INDEX trip_endDate ON trip(endDate);

-- Without these, each cascade and each fetch of a trip's children would scan the whole table.
CREATE INDEX bucketListItem_tripId ON bucketListItem(tripId);
CREATE INDEX livingAccommodation_tripId ON livingAccommodation(tripId);

-- The history, which other programs only read. Triggers record the changes of every program: they
-- use only functions that SQLite 3.40 has built in, and run with trusted_schema=0 too. Programs parse
-- them each time they open the store, so they are short, with the comments outside.

-- One row for each transaction of 'trips', and for each statement of another program (author
-- 'external'; statements within one millisecond may share a transaction). The ids give the order of commits.
-- reverts: the transaction that an undo reverts.
CREATE TABLE historyTransaction(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  timestamp TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  author TEXT NOT NULL,
  command TEXT NOT NULL,
  reverts INTEGER
) STRICT;

-- One row for each changed row. entity is the name of its table. A token names a change by its id
-- and its nonce, which distinguishes it from the change with this id in a restored copy.
CREATE TABLE historyChange(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  transactionId INTEGER NOT NULL,
  entity TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('insert', 'update', 'delete')),
  nonce TEXT NOT NULL DEFAULT (lower(hex(randomblob(6))))
    CHECK (length(nonce) = 12 AND nonce NOT GLOB '*[^0-9a-f]*')
) STRICT;

-- Finds the changes of a transaction, to show and undo it.
CREATE INDEX historyChange_transactionId ON historyChange(transactionId);

-- Finds the next change of a row, and its first change after a given one.
CREATE INDEX historyChange_row ON historyChange(entity, rowId);

-- Past rows: each row as it was before an update or a delete, with the id of that change.
CREATE TABLE tripPast(
  changeId INTEGER PRIMARY KEY, id INTEGER NOT NULL, name TEXT, destination TEXT, startDate TEXT,
  endDate TEXT
) STRICT;

CREATE TABLE bucketListItemPast(
  changeId INTEGER PRIMARY KEY, id INTEGER NOT NULL, tripId INTEGER, title TEXT, details TEXT,
  hasReservation INTEGER, isInPlan INTEGER
) STRICT;

CREATE TABLE livingAccommodationPast(
  changeId INTEGER PRIMARY KEY, id INTEGER NOT NULL, tripId INTEGER, placeName TEXT, address TEXT,
  isConfirmed INTEGER
) STRICT;

-- The one row that the triggers share.
-- storeId: the identity of this history, which tokens name.
-- author, command, reverts: of the transaction that 'trips' is writing. They are set after BEGIN,
--   and NULL before COMMIT and for other programs.
-- currentTransaction: the transaction of the next change; NULL if the change begins a new one.
-- statementTime: the Julian day of the statement that began it; 'now' is constant in a statement.
-- purgedThrough, purgedNonce: the last change that was purged.
-- knownSince: the time of the first known state: of the migration from V2, or of the last purged
--   transaction. NULL: the history begins with an empty store.
CREATE TABLE historyState(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  storeId TEXT NOT NULL DEFAULT (lower(hex(randomblob(16))))
    CHECK (length(storeId) = 32 AND storeId NOT GLOB '*[^0-9a-f]*'),
  author TEXT, command TEXT, reverts INTEGER,
  currentTransaction INTEGER, statementTime TEXT,
  purgedThrough INTEGER NOT NULL DEFAULT 0, purgedNonce TEXT, knownSince TEXT,
  CHECK ((author IS NULL) = (command IS NULL))
) STRICT;
INSERT INTO historyState(id) VALUES (1);

-- Changes are inserted here: the trigger begins a transaction if necessary, and adds the change.
CREATE VIEW historyEntry(entity, rowId, kind) AS SELECT NULL, NULL, NULL;

CREATE TRIGGER historyEntry_insert INSTEAD OF INSERT ON historyEntry
BEGIN
  UPDATE historyState SET currentTransaction = NULL
  WHERE author IS NULL AND statementTime IS NOT strftime('%J', 'now');
  INSERT INTO historyTransaction(author, command, reverts)
  SELECT ifnull(author, 'external'), ifnull(command, ''), reverts
  FROM historyState WHERE currentTransaction IS NULL;
  UPDATE historyState SET statementTime = strftime('%J', 'now'),
    currentTransaction = (SELECT max(id) FROM historyTransaction)
  WHERE currentTransaction IS NULL;
  INSERT INTO historyChange(transactionId, entity, rowId, kind)
  SELECT currentTransaction, new.entity, new.rowId, new.kind FROM historyState;
END;

-- If an OR or ON CONFLICT clause replaced a row, no trigger would record it. So an insert or update
-- that collides with another row is refused, and so is a changed id. (UPDATE OF id would not fire
-- for SET rowid.) A deleted trip's items and stays are deleted even if foreign keys are off. An update
-- without a change is not recorded.

CREATE TRIGGER trip_refuseInsert BEFORE INSERT ON trip
BEGIN
  SELECT raise(ABORT, 'a trip with this id, or this name and these dates already exists; use UPDATE')
  FROM trip WHERE id = new.id
    OR (name, startDate, endDate) = (new.name, new.startDate, new.endDate);
END;

CREATE TRIGGER trip_refuseUpdate BEFORE UPDATE ON trip
BEGIN
  SELECT raise(ABORT, 'the id of a trip cannot change; insert a new trip') WHERE new.id <> old.id;
  SELECT raise(ABORT, 'another trip has this name and these dates; update that trip')
  FROM trip WHERE id <> old.id
    AND (name, startDate, endDate) = (new.name, new.startDate, new.endDate);
END;

CREATE TRIGGER trip_inserted AFTER INSERT ON trip
BEGIN INSERT INTO historyEntry VALUES ('trip', new.id, 'insert'); END;

CREATE TRIGGER trip_updated AFTER UPDATE ON trip
WHEN (old.name, old.destination, old.startDate, old.endDate) IS NOT (
  new.name, new.destination, new.startDate, new.endDate)
BEGIN
  INSERT INTO historyEntry VALUES ('trip', old.id, 'update');
  INSERT INTO tripPast
  SELECT max(id), old.id, old.name, old.destination, old.startDate, old.endDate
  FROM historyChange;
END;

CREATE TRIGGER trip_deleted AFTER DELETE ON trip
BEGIN
  DELETE FROM bucketListItem WHERE tripId = old.id;
  DELETE FROM livingAccommodation WHERE tripId = old.id;
  INSERT INTO historyEntry VALUES ('trip', old.id, 'delete');
  INSERT INTO tripPast
  SELECT max(id), old.id, old.name, old.destination, old.startDate, old.endDate
  FROM historyChange;
END;

CREATE TRIGGER bucketListItem_refuseInsert BEFORE INSERT ON bucketListItem
BEGIN
  SELECT raise(ABORT, 'an item with this id already exists; use UPDATE')
  FROM bucketListItem WHERE id = new.id;
END;

CREATE TRIGGER bucketListItem_refuseUpdate BEFORE UPDATE ON bucketListItem
BEGIN
  SELECT raise(ABORT, 'the id of an item cannot change; insert a new item') WHERE new.id <> old.id;
END;

CREATE TRIGGER bucketListItem_inserted AFTER INSERT ON bucketListItem
BEGIN INSERT INTO historyEntry VALUES ('bucketListItem', new.id, 'insert'); END;

CREATE TRIGGER bucketListItem_updated AFTER UPDATE ON bucketListItem
WHEN (old.tripId, old.title, old.details, old.hasReservation, old.isInPlan) IS NOT (
  new.tripId, new.title, new.details, new.hasReservation, new.isInPlan)
BEGIN
  INSERT INTO historyEntry VALUES ('bucketListItem', old.id, 'update');
  INSERT INTO bucketListItemPast
  SELECT max(id), old.id, old.tripId, old.title, old.details, old.hasReservation, old.isInPlan
  FROM historyChange;
END;

CREATE TRIGGER bucketListItem_deleted AFTER DELETE ON bucketListItem
BEGIN
  INSERT INTO historyEntry VALUES ('bucketListItem', old.id, 'delete');
  INSERT INTO bucketListItemPast
  SELECT max(id), old.id, old.tripId, old.title, old.details, old.hasReservation, old.isInPlan
  FROM historyChange;
END;

CREATE TRIGGER livingAccommodation_refuseInsert BEFORE INSERT ON livingAccommodation
BEGIN
  SELECT raise(ABORT, 'a stay with this id already exists; use UPDATE')
  FROM livingAccommodation WHERE id = new.id;
END;

CREATE TRIGGER livingAccommodation_refuseUpdate BEFORE UPDATE ON livingAccommodation
BEGIN
  SELECT raise(ABORT, 'the id of a stay cannot change; insert a new stay') WHERE new.id <> old.id;
END;

CREATE TRIGGER livingAccommodation_inserted AFTER INSERT ON livingAccommodation
BEGIN INSERT INTO historyEntry VALUES ('livingAccommodation', new.id, 'insert'); END;

CREATE TRIGGER livingAccommodation_updated AFTER UPDATE ON livingAccommodation
WHEN (old.tripId, old.placeName, old.address, old.isConfirmed) IS NOT (
  new.tripId, new.placeName, new.address, new.isConfirmed)
BEGIN
  INSERT INTO historyEntry VALUES ('livingAccommodation', old.id, 'update');
  INSERT INTO livingAccommodationPast
  SELECT max(id), old.id, old.tripId, old.placeName, old.address, old.isConfirmed
  FROM historyChange;
END;

CREATE TRIGGER livingAccommodation_deleted AFTER DELETE ON livingAccommodation
BEGIN
  INSERT INTO historyEntry VALUES ('livingAccommodation', old.id, 'delete');
  INSERT INTO livingAccommodationPast
  SELECT max(id), old.id, old.tripId, old.placeName, old.address, old.isConfirmed
  FROM historyChange;
END;
