-- Adds the columns of BusinessTrip and PersonalTrip, the uid, the notes and the folded text for search
-- to trip, isDone to bucketListItem, the table of the packed search texts, and makes the history
-- triggers anew with them.
--
-- Runs inside one transaction, begun with foreign_keys=OFF. Up to the line 'fill' it reads no
-- row, so that it takes the same few milliseconds on any store.

DROP TRIGGER trip_noteInsert;
DROP TRIGGER trip_noteUpdate;
DROP TRIGGER trip_historyInsert;
DROP TRIGGER trip_historyUpdate;
DROP TRIGGER trip_historyDelete;
DROP TRIGGER bucketListItem_noteInsert;
DROP TRIGGER bucketListItem_noteUpdate;
DROP TRIGGER bucketListItem_historyInsert;
DROP TRIGGER bucketListItem_historyUpdate;
DROP TRIGGER bucketListItem_historyDelete;

-- ALTER TABLE ADD COLUMN reads every row of a table with checks, and refuses a random default, so
-- the text in sqlite_schema is replaced by that of a template. Old rows are short:
-- a missing column reads as its constant default, uid as NULL until the fill.
-- folded is NULL where it has not been computed.
CREATE TABLE newTrip(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  name TEXT NOT NULL CHECK (name <> '' AND instr(name, char(0)) = 0),
  destination TEXT NOT NULL CHECK (instr(destination, char(0)) = 0),
  startDate TEXT NOT NULL CHECK (
    startDate GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
    AND startDate >= '0001-01-01' AND startDate IS date(startDate, '+0 days')),
  endDate TEXT NOT NULL CHECK (
    endDate GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
    AND endDate >= '0001-01-01' AND endDate IS date(endDate, '+0 days')),
  type TEXT NOT NULL DEFAULT 'trip' CHECK (type IN ('trip', 'business', 'personal')),
  perdiemMinor INTEGER CHECK (perdiemMinor >= 0),
  perdiemCurrency TEXT CHECK (
    perdiemCurrency GLOB '[A-Z][A-Z][A-Z]' AND length(CAST(perdiemCurrency AS BLOB)) = 3),
  perdiemRule TEXT CHECK (perdiemRule <> '' AND instr(perdiemRule, char(0)) = 0),
  reason TEXT CHECK (reason IN ('family', 'reunion', 'wellness')),
  uid TEXT NOT NULL DEFAULT (
    lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2)))
    || '-4' || substr(lower(hex(randomblob(2))), 2)
    || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2)
    || '-' || lower(hex(randomblob(6)))
  ) CHECK (uid <> '' AND instr(uid, char(0)) = 0),
  notes TEXT NOT NULL DEFAULT '' CHECK (instr(notes, char(0)) = 0),
  folded TEXT,
  CHECK (endDate >= startDate),
  CHECK ((perdiemMinor IS NULL) = (perdiemCurrency IS NULL)),
  CHECK (type = 'business' OR (perdiemMinor IS NULL AND perdiemRule IS NULL)),
  CHECK (type = 'personal' OR reason IS NULL)
) STRICT;

CREATE TABLE newBucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (instr(title, char(0)) = 0),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  hasReservation INTEGER NOT NULL DEFAULT 0 CHECK (hasReservation IN (0, 1)),
  isInPlan INTEGER NOT NULL DEFAULT 0 CHECK (isInPlan IN (0, 1)),
  isDone INTEGER NOT NULL DEFAULT 0 CHECK (isDone IN (0, 1))
) STRICT;

PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = (SELECT replace(sql, 'newTrip', 'trip') FROM sqlite_schema
           WHERE type = 'table' AND name = 'newTrip')
WHERE type = 'table' AND name = 'trip';
UPDATE sqlite_schema
SET sql = (SELECT replace(sql, 'newBucketListItem', 'bucketListItem') FROM sqlite_schema
           WHERE type = 'table' AND name = 'newBucketListItem')
WHERE type = 'table' AND name = 'bucketListItem';
PRAGMA writable_schema = RESET;

-- RESET makes this connection read the new texts. The DROPs after it change the schema cookie:
-- other connections reload, and a ROLLBACK makes this one forget what it read.
DROP TABLE newTrip;
DROP TABLE newBucketListItem;

-- The folded texts of trips, packed by blocks of ids; the app writes and reads them.
CREATE TABLE searchSegment(
  id INTEGER PRIMARY KEY,
  text BLOB NOT NULL
) STRICT;

-- packedThrough: the last historyChange that searchSegment knows: a trip that a later one touched
--   is looked up in its rows. -1: nothing is packed, and every trip is looked up so. That is how a
--   store begins, and how a walk leaves it, for rows from before the history are in no change.
-- checkedSchema: SQLite's schema cookie (PRAGMA schema_version) when the whole schema was last
--   compared with that of its version, and was right.
ALTER TABLE historyState ADD COLUMN packedThrough INTEGER NOT NULL DEFAULT -1;
ALTER TABLE historyState ADD COLUMN checkedSchema INTEGER;

-- fill

-- Every row is without a uid here. (A condition uid IS NULL would find none: SQLite takes it for
-- false on a NOT NULL column.)
UPDATE trip
SET uid =
  lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2)))
  || '-4' || substr(lower(hex(randomblob(2))), 2)
  || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2)
  || '-' || lower(hex(randomblob(6)));

-- Keeps a uid from a second trip, and finds the trip of an imported one.
CREATE UNIQUE INDEX trip_uid ON trip(uid);

-- Lists by start date and id, and searches without reading the table: the end, the type and the
-- text of a trip are looked at here before its row is. Fetches by start alone use it too.
-- (The drop is down here because it takes time with the size of the index.)
DROP INDEX trip_startDate;
CREATE INDEX trip_startDate_id_endDate_type_folded
ON trip(startDate, id, endDate, type, folded);

-- Finds the trips that run on a day without a walk over all that began before it: they began in the
-- last 31 days, or they are in here, where few are.
CREATE INDEX trip_long ON trip(startDate, id, endDate) WHERE endDate > date(startDate, '+31 days');

-- Lists by destination.
CREATE INDEX trip_destination ON trip(destination);

-- Finds the rows whose folded text the app has to compute; mostly empty.
CREATE INDEX trip_unfolded ON trip(id) WHERE folded IS NULL;

-- The history triggers come after the fill, which is no change that a user made.
-- They are those of V3 with the new columns; the entity follows the type. folded is no property:
-- it is in no record, and writing it alone makes none. A new name or destination without a new
-- folded text, as another program writes it, leaves NULL there, for the app to compute.
CREATE TRIGGER trip_noteInsert BEFORE INSERT ON trip
BEGIN
  INSERT OR IGNORE INTO historyCandidate(tableName, rowId, entity, oldValues, replacing)
  SELECT 'trip', id, CASE type
      WHEN 'business' THEN 'BusinessTrip' WHEN 'personal' THEN 'PersonalTrip' ELSE 'Trip' END,
    '{"id":' || id
      || ',"name":"' || replace(replace(name, '\', '\\'), '"', '\"')
      || '","destination":"' || replace(replace(destination, '\', '\\'), '"', '\"')
      || '","startDate":"' || startDate
      || '","endDate":"' || endDate
      || '","type":"' || type
      || '","perdiemMinor":' || coalesce(perdiemMinor, 'null')
      || ',"perdiemCurrency":' || coalesce('"' || perdiemCurrency || '"', 'null')
      || ',"perdiemRule":' || coalesce(
         '"' || replace(replace(perdiemRule, '\', '\\'), '"', '\"') || '"', 'null')
      || ',"reason":' || coalesce('"' || reason || '"', 'null')
      || ',"uid":"' || replace(replace(uid, '\', '\\'), '"', '\"')
      || '","notes":"' || replace(replace(notes, '\', '\\'), '"', '\"')
      || '"}',
    NULL
  FROM trip
  WHERE id = new.id
    OR (name = new.name AND startDate = new.startDate AND endDate = new.endDate)
    OR uid = new.uid;
END;

CREATE TRIGGER trip_noteUpdate BEFORE UPDATE OF id, name, startDate, endDate, uid ON trip
BEGIN
  INSERT OR IGNORE INTO historyCandidate(tableName, rowId, entity, oldValues, replacing)
  SELECT 'trip', id, CASE type
      WHEN 'business' THEN 'BusinessTrip' WHEN 'personal' THEN 'PersonalTrip' ELSE 'Trip' END,
    '{"id":' || id
      || ',"name":"' || replace(replace(name, '\', '\\'), '"', '\"')
      || '","destination":"' || replace(replace(destination, '\', '\\'), '"', '\"')
      || '","startDate":"' || startDate
      || '","endDate":"' || endDate
      || '","type":"' || type
      || '","perdiemMinor":' || coalesce(perdiemMinor, 'null')
      || ',"perdiemCurrency":' || coalesce('"' || perdiemCurrency || '"', 'null')
      || ',"perdiemRule":' || coalesce(
         '"' || replace(replace(perdiemRule, '\', '\\'), '"', '\"') || '"', 'null')
      || ',"reason":' || coalesce('"' || reason || '"', 'null')
      || ',"uid":"' || replace(replace(uid, '\', '\\'), '"', '\"')
      || '","notes":"' || replace(replace(notes, '\', '\\'), '"', '\"')
      || '"}',
    NULL
  FROM trip
  WHERE id <> old.id AND (id = new.id
      OR (name = new.name AND startDate = new.startDate AND endDate = new.endDate)
      OR uid = new.uid);
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
  VALUES ('trip', CASE new.type
      WHEN 'business' THEN 'BusinessTrip' WHEN 'personal' THEN 'PersonalTrip' ELSE 'Trip' END,
    new.id, 'insert',
    '{"id":' || new.id
      || ',"name":"' || replace(replace(new.name, '\', '\\'), '"', '\"')
      || '","destination":"' || replace(replace(new.destination, '\', '\\'), '"', '\"')
      || '","startDate":"' || new.startDate
      || '","endDate":"' || new.endDate
      || '","type":"' || new.type
      || '","perdiemMinor":' || coalesce(new.perdiemMinor, 'null')
      || ',"perdiemCurrency":' || coalesce('"' || new.perdiemCurrency || '"', 'null')
      || ',"perdiemRule":' || coalesce(
         '"' || replace(replace(new.perdiemRule, '\', '\\'), '"', '\"') || '"', 'null')
      || ',"reason":' || coalesce('"' || new.reason || '"', 'null')
      || ',"uid":"' || replace(replace(new.uid, '\', '\\'), '"', '\"')
      || '","notes":"' || replace(replace(new.notes, '\', '\\'), '"', '\"')
      || '"}');
END;

CREATE TRIGGER trip_historyUpdate AFTER UPDATE OF id, name, destination, startDate, endDate,
  type, perdiemMinor, perdiemCurrency, perdiemRule, reason, uid, notes ON trip
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
  SELECT 'trip', CASE new.type
      WHEN 'business' THEN 'BusinessTrip' WHEN 'personal' THEN 'PersonalTrip' ELSE 'Trip' END,
    old.id, 'update',
    '{' || group_concat('"' || property || '":' || CASE typeof(was)
      WHEN 'text' THEN '"' || replace(replace(was, '\', '\\'), '"', '\"') || '"'
      ELSE coalesce(was, 'null') END) || '}',
    '{' || group_concat('"' || property || '":' || CASE typeof(became)
      WHEN 'text' THEN '"' || replace(replace(became, '\', '\\'), '"', '\"') || '"'
      ELSE coalesce(became, 'null') END) || '}',
    new.folded IS NOT NULL AND (new.name IS NOT old.name OR new.destination IS NOT old.destination)
      AND new.folded IS old.folded
  FROM (
    SELECT 'id' AS property, old.id AS was, new.id AS became
    UNION ALL VALUES
      ('name', old.name, new.name),
      ('destination', old.destination, new.destination),
      ('startDate', old.startDate, new.startDate),
      ('endDate', old.endDate, new.endDate),
      ('type', old.type, new.type),
      ('perdiemMinor', old.perdiemMinor, new.perdiemMinor),
      ('perdiemCurrency', old.perdiemCurrency, new.perdiemCurrency),
      ('perdiemRule', old.perdiemRule, new.perdiemRule),
      ('reason', old.reason, new.reason),
      ('uid', old.uid, new.uid),
      ('notes', old.notes, new.notes))
  WHERE was IS NOT became
  HAVING count(*) > 0;
  DELETE FROM historyCandidate WHERE tableName = 'trip';
  UPDATE trip SET folded = NULL
  WHERE id = new.id AND new.folded IS NOT NULL
    AND (new.name IS NOT old.name OR new.destination IS NOT old.destination)
    AND new.folded IS old.folded;
END;

CREATE TRIGGER trip_historyDelete AFTER DELETE ON trip
WHEN NOT EXISTS (
  SELECT 1 FROM historyReplaced AS r WHERE r.tableName = 'trip' AND r.rowId = old.id)
BEGIN
  DELETE FROM bucketListItem WHERE tripId = old.id;
  DELETE FROM livingAccommodation WHERE tripId = old.id;
  INSERT INTO historyEntry(tableName, entity, rowId, kind, oldValues)
  VALUES ('trip', CASE old.type
      WHEN 'business' THEN 'BusinessTrip' WHEN 'personal' THEN 'PersonalTrip' ELSE 'Trip' END,
    old.id, 'delete',
    '{"id":' || old.id
      || ',"name":"' || replace(replace(old.name, '\', '\\'), '"', '\"')
      || '","destination":"' || replace(replace(old.destination, '\', '\\'), '"', '\"')
      || '","startDate":"' || old.startDate
      || '","endDate":"' || old.endDate
      || '","type":"' || old.type
      || '","perdiemMinor":' || coalesce(old.perdiemMinor, 'null')
      || ',"perdiemCurrency":' || coalesce('"' || old.perdiemCurrency || '"', 'null')
      || ',"perdiemRule":' || coalesce(
         '"' || replace(replace(old.perdiemRule, '\', '\\'), '"', '\"') || '"', 'null')
      || ',"reason":' || coalesce('"' || old.reason || '"', 'null')
      || ',"uid":"' || replace(replace(old.uid, '\', '\\'), '"', '\"')
      || '","notes":"' || replace(replace(old.notes, '\', '\\'), '"', '\"')
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
      || ',"isDone":' || isDone
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
      || ',"isDone":' || isDone
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
      || ',"isDone":' || new.isDone
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
      ('isInPlan', old.isInPlan, new.isInPlan),
      ('isDone', old.isDone, new.isDone))
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
      || ',"isDone":' || old.isDone
      || '}',
    old.tripId IS NOT NULL AND NOT EXISTS (SELECT 1 FROM trip WHERE id = old.tripId));
END;
