-- Makes the tables of V4 of those before it: the columns of BusinessTrip and PersonalTrip, the uid and
-- the notes of trip, isDone of bucketListItem, and the table of the packed search texts. Both ways to V4
-- run it: V3toV4.sql follows for a store of V3, V4of010.sql comes before it for one of release 0.1.0.
--
-- Runs inside one transaction, begun with foreign_keys=OFF. It reads no row, so that it takes the same
-- few milliseconds on any store.

-- ALTER TABLE ADD COLUMN reads every row of a table with checks, and refuses a random default, so
-- the text in sqlite_schema is replaced by that of a template. Old rows are short:
-- a missing column reads as its constant default, uid as NULL until the fill.
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
