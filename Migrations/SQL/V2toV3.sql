-- Makes (name, startDate, endDate) unique instead of the name, adds the indexes for fetches by
-- start and by end, and begins the persistent history. No row is rewritten.
--
-- Runs inside one transaction, on rows that already fit. Only built-in functions are used, so
-- that any program can write to the store, with trusted_schema=0 too.

-- (It is gone already where names were put back.)
DROP INDEX IF EXISTS trip_name;

-- Two trips may share a name, not a name and dates. Fetches by name use this index too.
CREATE UNIQUE INDEX trip_name_startDate_endDate ON trip(name, startDate, endDate);

-- Trips are listed by start; 'next' and the past and current trips are found by end.
CREATE INDEX trip_startDate ON trip(startDate);
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

-- One row for each changed row. insert has every column in newValues, delete every column in
-- oldValues (the tombstone), update the changed columns in both. rowId is the id before the
-- change. The nonce tells a place in this log from the same id in a restored copy.
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
-- statementTime, statementChanges, pendingChanges: tell whether another program is still in the
--   statement that made the last change; see historyEntry_insert.
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

-- Without its row, nothing more would be recorded.
CREATE TRIGGER historyState_noInsert BEFORE INSERT ON historyState
BEGIN
  SELECT raise(ABORT, 'the history has one state');
END;

CREATE TRIGGER historyState_noDelete BEFORE DELETE ON historyState
BEGIN
  SELECT raise(ABORT, 'the history has one state');
END;

-- Rows that a REPLACE is about to take away. REPLACE fires delete triggers only where the writer
-- has recursive_triggers on, so the row is noted before the write and recorded after it.
-- Only REPLACE leaves notes: a trigger's statements take the OR clause of the outermost
-- statement, and NULL in the column replacing becomes its default under REPLACE, but fails under
-- ABORT, FAIL and ROLLBACK (as the outermost statement then does), and is passed over under
-- IGNORE, which the triggers name for a statement without a clause.
CREATE TABLE historyCandidate(
  tableName TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  entity TEXT NOT NULL,
  oldValues TEXT NOT NULL,
  noted TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  replacing INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (tableName, rowId)
) STRICT, WITHOUT ROWID;

-- The notes of the running statement, in which 'now' stands still. An older one is of
-- a REPLACE that was given up for its row (ON CONFLICT DO NOTHING, or raise(IGNORE) in a trigger of
-- the user's); the next write to its table drops it.
CREATE VIEW historyReplaced AS
SELECT tableName, rowId, entity, oldValues FROM historyCandidate
WHERE noted = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');

-- Where the triggers of all entities put a change. pendingChanges counts the rows that the
-- trigger, or the cascade around it, changes after this entry and before the next one.
CREATE VIEW historyEntry(
  tableName, entity, rowId, kind, oldValues, newValues, pendingChanges) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL WHERE 0;

-- Adds a change, and its transaction where it is the first of one.
-- A transaction of another program is one statement. Two in one millisecond are told apart by
-- total_changes(): the steps of triggers add to it as they end, the statement itself only when
-- it is over. So the next change of the same statement finds the number kept here, or, after a
-- cascade, that plus pendingChanges. Notes count as if they were not made.
-- The JSON is put together by hand: SQLite 3.40 wrongly calls its JSON functions unsafe in triggers
-- under trusted_schema=0. The entities' triggers escape \ and ", control characters are left to
-- this one. (No text here holds a NUL; the tables' checks see to that.)
CREATE TRIGGER historyEntry_insert INSTEAD OF INSERT ON historyEntry
BEGIN
  UPDATE historyState
  SET (currentTransaction, pendingChanges) = (
    SELECT
      CASE WHEN statementTime = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
        AND total IN (statementChanges, statementChanges + pendingChanges)
        THEN currentTransaction END,
      CASE WHEN total = statementChanges THEN pendingChanges ELSE 0 END
    FROM (SELECT total_changes() - (SELECT count(*) FROM historyCandidate) AS total))
  WHERE author IS NULL;

  INSERT INTO historyTransaction(author, command)
  SELECT coalesce(author, 'external'), coalesce(command, '')
  FROM historyState WHERE currentTransaction IS NULL;

  INSERT INTO historyChange(transactionId, entity, rowId, kind, oldValues, newValues)
  VALUES ((SELECT max(id) FROM historyTransaction),
    new.entity, new.rowId, new.kind,
    CASE WHEN new.oldValues GLOB '*[' || char(1) || '-' || char(31) || ']*' THEN (
      WITH RECURSIVE escaped(code, json) AS (
        VALUES (0, new.oldValues)
        UNION ALL
        SELECT code + 1, replace(json, char(code + 1), format('\u%04x', code + 1))
        FROM escaped WHERE code < 31)
      SELECT json FROM escaped WHERE code = 31)
    ELSE new.oldValues END,
    CASE WHEN new.newValues GLOB '*[' || char(1) || '-' || char(31) || ']*' THEN (
      WITH RECURSIVE escaped(code, json) AS (
        VALUES (0, new.newValues)
        UNION ALL
        SELECT code + 1, replace(json, char(code + 1), format('\u%04x', code + 1))
        FROM escaped WHERE code < 31)
      SELECT json FROM escaped WHERE code = 31)
    ELSE new.newValues END);

  DELETE FROM historyCandidate WHERE tableName = new.tableName AND new.kind <> 'delete';

  UPDATE historyState
  SET currentTransaction = (SELECT max(id) FROM historyTransaction),
    statementTime = strftime('%Y-%m-%dT%H:%M:%fZ', 'now'),
    statementChanges = total_changes() + 1 - (SELECT count(*) FROM historyCandidate),
    pendingChanges = pendingChanges + coalesce(new.pendingChanges, 0)
  WHERE author IS NULL OR currentTransaction IS NULL;
END;

-- The log is append-only for everyone. A reader that has seen id n must never find a smaller one
-- later, nor a changed row, and a leap in the ids would use them up. The check for the id is
-- made after the insert, because NEW.id is not known before it.
-- 'trips history purge' may delete: inside a transaction of ours whose command begins so.
CREATE TRIGGER historyTransaction_insertOnce BEFORE INSERT ON historyTransaction
WHEN EXISTS (SELECT 1 FROM historyTransaction WHERE id = new.id)
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyTransaction_insertLast AFTER INSERT ON historyTransaction
WHEN new.id <> 1 + max(
  coalesce((SELECT max(id) FROM historyTransaction WHERE id <> new.id), 0),
  coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'historyTransaction'), 0))
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyTransaction_noUpdate BEFORE UPDATE ON historyTransaction
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyTransaction_purgeOnly BEFORE DELETE ON historyTransaction
WHEN NOT EXISTS (
  SELECT 1 FROM historyState WHERE author IS NOT NULL AND command GLOB 'history purge*')
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyChange_insertOnce BEFORE INSERT ON historyChange
WHEN EXISTS (SELECT 1 FROM historyChange WHERE id = new.id)
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyChange_insertLast AFTER INSERT ON historyChange
WHEN new.id <> 1 + max(
  coalesce((SELECT max(id) FROM historyChange WHERE id <> new.id), 0),
  coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'historyChange'), 0))
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyChange_noUpdate BEFORE UPDATE ON historyChange
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyChange_purgeOnly BEFORE DELETE ON historyChange
WHEN NOT EXISTS (
  SELECT 1 FROM historyState WHERE author IS NOT NULL AND command GLOB 'history purge*')
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

-- The triggers of the entities: note what a REPLACE may take away, then record. A tombstone comes
-- before the change that replaced its row, children's tombstones before that of their trip.
-- A trip that is gone takes its children along where foreign keys are off; the children of a
-- row replaced under its own id stay then. The deletes record nothing for a noted row, so that
-- the history is the same whether recursive_triggers is on or off. An update that changes
-- nothing is no entry, so the update triggers drop the notes themselves then.
DROP TRIGGER trip_deleteChildren;

CREATE TRIGGER trip_noteInsert BEFORE INSERT ON trip
BEGIN
  INSERT OR IGNORE INTO historyCandidate(tableName, rowId, entity, oldValues, replacing)
  SELECT 'trip', id, 'Trip',
    '{"id":' || id
      || ',"name":"' || replace(replace(name, '\', '\\'), '"', '\"')
      || '","destination":"' || replace(replace(destination, '\', '\\'), '"', '\"')
      || '","startDate":"' || startDate
      || '","endDate":"' || endDate
      || '"}',
    NULL
  FROM trip
  WHERE id = new.id
    OR (name = new.name AND startDate = new.startDate AND endDate = new.endDate);
END;

CREATE TRIGGER trip_noteUpdate BEFORE UPDATE OF id, name, startDate, endDate ON trip
BEGIN
  INSERT OR IGNORE INTO historyCandidate(tableName, rowId, entity, oldValues, replacing)
  SELECT 'trip', id, 'Trip',
    '{"id":' || id
      || ',"name":"' || replace(replace(name, '\', '\\'), '"', '\"')
      || '","destination":"' || replace(replace(destination, '\', '\\'), '"', '\"')
      || '","startDate":"' || startDate
      || '","endDate":"' || endDate
      || '"}',
    NULL
  FROM trip
  WHERE id <> old.id AND (id = new.id
      OR (name = new.name AND startDate = new.startDate AND endDate = new.endDate));
END;

CREATE TRIGGER trip_historyInsert AFTER INSERT ON trip
BEGIN
  DELETE FROM bucketListItem WHERE tripId IN (
    SELECT r.rowId FROM historyReplaced AS r
    WHERE r.tableName = 'trip' AND NOT EXISTS (SELECT 1 FROM trip WHERE trip.id = r.rowId));
  DELETE FROM livingAccommodation WHERE tripId IN (
    SELECT r.rowId FROM historyReplaced AS r
    WHERE r.tableName = 'trip' AND NOT EXISTS (SELECT 1 FROM trip WHERE trip.id = r.rowId));
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues)
  SELECT 'trip', r.entity, r.rowId, 'delete', r.oldValues
  FROM historyReplaced AS r
  WHERE r.tableName = 'trip'
    AND (r.rowId = new.id
      OR NOT EXISTS (SELECT 1 FROM trip WHERE trip.id = r.rowId));
  INSERT INTO historyEntry(tableName, entity, rowId, kind, newValues)
  VALUES ('trip', 'Trip',
    new.id, 'insert',
    '{"id":' || new.id
      || ',"name":"' || replace(replace(new.name, '\', '\\'), '"', '\"')
      || '","destination":"' || replace(replace(new.destination, '\', '\\'), '"', '\"')
      || '","startDate":"' || new.startDate
      || '","endDate":"' || new.endDate
      || '"}');
END;

CREATE TRIGGER trip_historyUpdate AFTER UPDATE OF id, name, destination, startDate, endDate ON trip
BEGIN
  DELETE FROM bucketListItem WHERE tripId IN (
    SELECT r.rowId FROM historyReplaced AS r
    WHERE r.tableName = 'trip' AND NOT EXISTS (SELECT 1 FROM trip WHERE trip.id = r.rowId));
  DELETE FROM livingAccommodation WHERE tripId IN (
    SELECT r.rowId FROM historyReplaced AS r
    WHERE r.tableName = 'trip' AND NOT EXISTS (SELECT 1 FROM trip WHERE trip.id = r.rowId));
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues)
  SELECT 'trip', r.entity, r.rowId, 'delete', r.oldValues
  FROM historyReplaced AS r
  WHERE r.tableName = 'trip'
    AND ((r.rowId = new.id AND new.id <> old.id)
      OR NOT EXISTS (SELECT 1 FROM trip WHERE trip.id = r.rowId));
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues, newValues, pendingChanges)
  SELECT 'trip', 'Trip',
    old.id, 'update',
    '{' || group_concat('"' || property || '":' || CASE typeof(was)
      WHEN 'text' THEN '"' || replace(replace(was, '\', '\\'), '"', '\"') || '"'
      ELSE coalesce(was, 'null') END) || '}',
    '{' || group_concat('"' || property || '":' || CASE typeof(became)
      WHEN 'text' THEN '"' || replace(replace(became, '\', '\\'), '"', '\"') || '"'
      ELSE coalesce(became, 'null') END) || '}', 0
  FROM (
    SELECT 'id' AS property, old.id AS was, new.id AS became
    UNION ALL VALUES
      ('name', old.name, new.name),
      ('destination', old.destination, new.destination),
      ('startDate', old.startDate, new.startDate),
      ('endDate', old.endDate, new.endDate))
  WHERE was IS NOT became
  HAVING count(*) > 0;
  DELETE FROM historyCandidate WHERE tableName = 'trip';
END;

CREATE TRIGGER trip_historyDelete AFTER DELETE ON trip
WHEN NOT EXISTS (
  SELECT 1 FROM historyReplaced AS r WHERE r.tableName = 'trip' AND r.rowId = old.id)
BEGIN
  DELETE FROM bucketListItem WHERE tripId = old.id;
  DELETE FROM livingAccommodation WHERE tripId = old.id;
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues)
  VALUES ('trip', 'Trip',
    old.id, 'delete',
    '{"id":' || old.id
      || ',"name":"' || replace(replace(old.name, '\', '\\'), '"', '\"')
      || '","destination":"' || replace(replace(old.destination, '\', '\\'), '"', '\"')
      || '","startDate":"' || old.startDate
      || '","endDate":"' || old.endDate
      || '"}');
END;

CREATE TRIGGER bucketListItem_noteInsert BEFORE INSERT ON bucketListItem
BEGIN
  INSERT OR IGNORE INTO historyCandidate(tableName, rowId, entity, oldValues, replacing)
  SELECT 'bucketListItem', id, 'BucketListItem',
    '{"id":' || id
      || ',"tripId":' || coalesce(tripId, 'null')
      || ',"title":"' || replace(replace(title, '\', '\\'), '"', '\"')
      || '","details":"' || replace(replace(details, '\', '\\'), '"', '\"')
      || '","hasReservation":' || hasReservation
      || ',"isInPlan":' || isInPlan
      || '}',
    NULL
  FROM bucketListItem
  WHERE id = new.id;
END;

CREATE TRIGGER bucketListItem_noteUpdate BEFORE UPDATE OF id ON bucketListItem
BEGIN
  INSERT OR IGNORE INTO historyCandidate(tableName, rowId, entity, oldValues, replacing)
  SELECT 'bucketListItem', id, 'BucketListItem',
    '{"id":' || id
      || ',"tripId":' || coalesce(tripId, 'null')
      || ',"title":"' || replace(replace(title, '\', '\\'), '"', '\"')
      || '","details":"' || replace(replace(details, '\', '\\'), '"', '\"')
      || '","hasReservation":' || hasReservation
      || ',"isInPlan":' || isInPlan
      || '}',
    NULL
  FROM bucketListItem
  WHERE id = new.id AND id <> old.id;
END;

CREATE TRIGGER bucketListItem_historyInsert AFTER INSERT ON bucketListItem
BEGIN
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues)
  SELECT 'bucketListItem', r.entity, r.rowId, 'delete', r.oldValues
  FROM historyReplaced AS r
  WHERE r.tableName = 'bucketListItem' AND r.rowId = new.id;
  INSERT INTO historyEntry(tableName, entity, rowId, kind, newValues)
  VALUES ('bucketListItem', 'BucketListItem', new.id, 'insert',
    '{"id":' || new.id
      || ',"tripId":' || coalesce(new.tripId, 'null')
      || ',"title":"' || replace(replace(new.title, '\', '\\'), '"', '\"')
      || '","details":"' || replace(replace(new.details, '\', '\\'), '"', '\"')
      || '","hasReservation":' || new.hasReservation
      || ',"isInPlan":' || new.isInPlan
      || '}');
END;

CREATE TRIGGER bucketListItem_historyUpdate AFTER UPDATE ON bucketListItem
BEGIN
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues)
  SELECT 'bucketListItem', r.entity, r.rowId, 'delete', r.oldValues
  FROM historyReplaced AS r
  WHERE r.tableName = 'bucketListItem' AND r.rowId = new.id AND new.id <> old.id;
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues, newValues)
  SELECT 'bucketListItem', 'BucketListItem', old.id, 'update',
    '{' || group_concat('"' || property || '":' || CASE typeof(was)
      WHEN 'text' THEN '"' || replace(replace(was, '\', '\\'), '"', '\"') || '"'
      ELSE coalesce(was, 'null') END) || '}',
    '{' || group_concat('"' || property || '":' || CASE typeof(became)
      WHEN 'text' THEN '"' || replace(replace(became, '\', '\\'), '"', '\"') || '"'
      ELSE coalesce(became, 'null') END) || '}'
  FROM (
    SELECT 'id' AS property, old.id AS was, new.id AS became
    UNION ALL VALUES
      ('tripId', old.tripId, new.tripId),
      ('title', old.title, new.title),
      ('details', old.details, new.details),
      ('hasReservation', old.hasReservation, new.hasReservation),
      ('isInPlan', old.isInPlan, new.isInPlan))
  WHERE was IS NOT became
  HAVING count(*) > 0;
  DELETE FROM historyCandidate WHERE tableName = 'bucketListItem';
END;

CREATE TRIGGER bucketListItem_historyDelete AFTER DELETE ON bucketListItem
WHEN NOT EXISTS (
  SELECT 1 FROM historyReplaced AS r WHERE r.tableName = 'bucketListItem' AND r.rowId = old.id)
BEGIN
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues, pendingChanges)
  VALUES ('bucketListItem', 'BucketListItem', old.id, 'delete',
    '{"id":' || old.id
      || ',"tripId":' || coalesce(old.tripId, 'null')
      || ',"title":"' || replace(replace(old.title, '\', '\\'), '"', '\"')
      || '","details":"' || replace(replace(old.details, '\', '\\'), '"', '\"')
      || '","hasReservation":' || old.hasReservation
      || ',"isInPlan":' || old.isInPlan
      || '}',
    old.tripId IS NOT NULL AND NOT EXISTS (SELECT 1 FROM trip WHERE id = old.tripId));
END;

CREATE TRIGGER livingAccommodation_noteInsert BEFORE INSERT ON livingAccommodation
BEGIN
  INSERT OR IGNORE INTO historyCandidate(tableName, rowId, entity, oldValues, replacing)
  SELECT 'livingAccommodation', id, 'LivingAccommodation',
    '{"id":' || id
      || ',"tripId":' || coalesce(tripId, 'null')
      || ',"placeName":"' || replace(replace(placeName, '\', '\\'), '"', '\"')
      || '","address":"' || replace(replace(address, '\', '\\'), '"', '\"')
      || '","isConfirmed":' || isConfirmed
      || '}',
    NULL
  FROM livingAccommodation
  WHERE id = new.id;
END;

CREATE TRIGGER livingAccommodation_noteUpdate BEFORE UPDATE OF id ON livingAccommodation
BEGIN
  INSERT OR IGNORE INTO historyCandidate(tableName, rowId, entity, oldValues, replacing)
  SELECT 'livingAccommodation', id, 'LivingAccommodation',
    '{"id":' || id
      || ',"tripId":' || coalesce(tripId, 'null')
      || ',"placeName":"' || replace(replace(placeName, '\', '\\'), '"', '\"')
      || '","address":"' || replace(replace(address, '\', '\\'), '"', '\"')
      || '","isConfirmed":' || isConfirmed
      || '}',
    NULL
  FROM livingAccommodation
  WHERE id = new.id AND id <> old.id;
END;

CREATE TRIGGER livingAccommodation_historyInsert AFTER INSERT ON livingAccommodation
BEGIN
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues)
  SELECT 'livingAccommodation', r.entity, r.rowId, 'delete', r.oldValues
  FROM historyReplaced AS r
  WHERE r.tableName = 'livingAccommodation' AND r.rowId = new.id;
  INSERT INTO historyEntry(tableName, entity, rowId, kind, newValues)
  VALUES ('livingAccommodation', 'LivingAccommodation', new.id, 'insert',
    '{"id":' || new.id
      || ',"tripId":' || coalesce(new.tripId, 'null')
      || ',"placeName":"' || replace(replace(new.placeName, '\', '\\'), '"', '\"')
      || '","address":"' || replace(replace(new.address, '\', '\\'), '"', '\"')
      || '","isConfirmed":' || new.isConfirmed
      || '}');
END;

CREATE TRIGGER livingAccommodation_historyUpdate AFTER UPDATE ON livingAccommodation
BEGIN
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues)
  SELECT 'livingAccommodation', r.entity, r.rowId, 'delete', r.oldValues
  FROM historyReplaced AS r
  WHERE r.tableName = 'livingAccommodation' AND r.rowId = new.id AND new.id <> old.id;
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues, newValues)
  SELECT 'livingAccommodation', 'LivingAccommodation', old.id, 'update',
    '{' || group_concat('"' || property || '":' || CASE typeof(was)
      WHEN 'text' THEN '"' || replace(replace(was, '\', '\\'), '"', '\"') || '"'
      ELSE coalesce(was, 'null') END) || '}',
    '{' || group_concat('"' || property || '":' || CASE typeof(became)
      WHEN 'text' THEN '"' || replace(replace(became, '\', '\\'), '"', '\"') || '"'
      ELSE coalesce(became, 'null') END) || '}'
  FROM (
    SELECT 'id' AS property, old.id AS was, new.id AS became
    UNION ALL VALUES
      ('tripId', old.tripId, new.tripId),
      ('placeName', old.placeName, new.placeName),
      ('address', old.address, new.address),
      ('isConfirmed', old.isConfirmed, new.isConfirmed))
  WHERE was IS NOT became
  HAVING count(*) > 0;
  DELETE FROM historyCandidate WHERE tableName = 'livingAccommodation';
END;

CREATE TRIGGER livingAccommodation_historyDelete AFTER DELETE ON livingAccommodation
WHEN NOT EXISTS (
  SELECT 1 FROM historyReplaced AS r WHERE r.tableName = 'livingAccommodation' AND r.rowId = old.id)
BEGIN
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues, pendingChanges)
  VALUES ('livingAccommodation', 'LivingAccommodation', old.id, 'delete',
    '{"id":' || old.id
      || ',"tripId":' || coalesce(old.tripId, 'null')
      || ',"placeName":"' || replace(replace(old.placeName, '\', '\\'), '"', '\"')
      || '","address":"' || replace(replace(old.address, '\', '\\'), '"', '\"')
      || '","isConfirmed":' || old.isConfirmed
      || '}',
    old.tripId IS NOT NULL AND NOT EXISTS (SELECT 1 FROM trip WHERE id = old.tripId));
END;
