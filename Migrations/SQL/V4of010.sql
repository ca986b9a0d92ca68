-- Brings a store of V4 that release 0.1.0 made to V4 as it is: without the column folded, with notes,
-- isDone and the table of the packed search texts, and with what records the history made anew by
-- History.sql, V3history.sql and V4history.sql, which follow. Rows, ids, uids and the history stay.
--
-- Runs inside one transaction, begun with foreign_keys=OFF.

DROP TRIGGER historyState_noInsert;
DROP TRIGGER historyState_noDelete;
DROP TRIGGER historyEntry_insert;
DROP TRIGGER historyTransaction_insertOnce;
DROP TRIGGER historyTransaction_insertLast;
DROP TRIGGER historyTransaction_noUpdate;
DROP TRIGGER historyTransaction_purgeOnly;
DROP TRIGGER historyChange_insertOnce;
DROP TRIGGER historyChange_insertLast;
DROP TRIGGER historyChange_noUpdate;
DROP TRIGGER historyChange_purgeOnly;
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
DROP TRIGGER livingAccommodation_noteInsert;
DROP TRIGGER livingAccommodation_noteUpdate;
DROP TRIGGER livingAccommodation_historyInsert;
DROP TRIGGER livingAccommodation_historyUpdate;
DROP TRIGGER livingAccommodation_historyDelete;
DROP VIEW historyEntry;
DROP VIEW historyReplaced;
DROP TABLE historyCandidate;

-- Indexes of the folded text, which has gone to searchSegment.
DROP INDEX trip_unfolded;
DROP INDEX trip_startDate_id_endDate_type_folded;
ALTER TABLE trip DROP COLUMN folded;
CREATE INDEX trip_startDate_id_endDate_type ON trip(startDate, id, endDate, type);

-- The templates of V3toV4.sql: they add columns without a rewrite.
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
    perdiemCurrency GLOB '[A-Z][A-Z][A-Z]' AND instr(perdiemCurrency, char(0)) = 0),
  perdiemRule TEXT CHECK (perdiemRule <> '' AND instr(perdiemRule, char(0)) = 0),
  reason TEXT CHECK (reason IN ('family', 'reunion', 'wellness')),
  uid TEXT NOT NULL DEFAULT (
    lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2)))
    || '-4' || substr(lower(hex(randomblob(2))), 2)
    || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2)
    || '-' || lower(hex(randomblob(6)))
  ) CHECK (uid <> '' AND instr(uid, char(0)) = 0),
  notes TEXT NOT NULL DEFAULT '' CHECK (instr(notes, char(0)) = 0),
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
