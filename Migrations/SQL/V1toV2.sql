-- Renames the date columns, makes the three tables STRICT with checks and a cascade on delete,
-- makes the name of a trip unique, and adds the record of what migrations did.
--
-- Runs inside one transaction, begun with foreign_keys=OFF, on rows that already fit.
-- No row is rewritten: that keeps the AUTOINCREMENT marks and costs the same on any store.

-- RENAME COLUMN, unlike a new table, takes the user's own views, indexes and triggers along.
ALTER TABLE trip RENAME COLUMN start_date TO startDate;
ALTER TABLE trip RENAME COLUMN end_date TO endDate;

-- ALTER TABLE cannot change constraints, so the text of each table in sqlite_schema is
-- replaced by that of a template. '+0 days' turns 30 February into 2 March, so that
-- only a real calendar date equals its own result.
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
  CHECK (endDate >= startDate)
) STRICT;

CREATE TABLE newBucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (instr(title, char(0)) = 0),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  hasReservation INTEGER NOT NULL DEFAULT 0 CHECK (hasReservation IN (0, 1)),
  isInPlan INTEGER NOT NULL DEFAULT 0 CHECK (isInPlan IN (0, 1))
) STRICT;

CREATE TABLE newLivingAccommodation(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  placeName TEXT NOT NULL CHECK (instr(placeName, char(0)) = 0),
  address TEXT NOT NULL DEFAULT '' CHECK (instr(address, char(0)) = 0),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1))
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
UPDATE sqlite_schema
SET sql = (SELECT replace(sql, 'newLivingAccommodation', 'livingAccommodation') FROM sqlite_schema
           WHERE type = 'table' AND name = 'newLivingAccommodation')
WHERE type = 'table' AND name = 'livingAccommodation';
PRAGMA writable_schema = RESET;

-- RESET makes this connection read the new texts. The DROPs after it change the schema cookie:
-- other connections reload, and a ROLLBACK makes this one forget what it read.
DROP TABLE newTrip;
DROP TABLE newBucketListItem;
DROP TABLE newLivingAccommodation;

-- Until V3: A name stands for one trip.
CREATE UNIQUE INDEX trip_name ON trip(name);

-- Without these, each cascade and each fetch of a trip's children would scan the whole table.
CREATE INDEX bucketListItem_tripId ON bucketListItem(tripId);
CREATE INDEX livingAccommodation_tripId ON livingAccommodation(tripId);

-- The sqlite3 shell has foreign keys off by default; its deletes cascade by this.
CREATE TRIGGER trip_deleteChildren AFTER DELETE ON trip
BEGIN
  DELETE FROM bucketListItem WHERE tripId = old.id;
  DELETE FROM livingAccommodation WHERE tripId = old.id;
END;

-- What each migration merged, renamed, moved or set aside; "row" is the row before it, as JSON.
CREATE TABLE migrationRecord(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stage TEXT NOT NULL,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  rowId INTEGER,
  "row" TEXT,
  survivorId INTEGER
) STRICT;
