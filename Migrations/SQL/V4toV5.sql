-- V4 to V5: stays get a uid, dates and a cost, items a date, a time and a cost. A table is added for the
-- base of each synced event. V5history.sql follows.
--
-- Runs inside one transaction, begun with foreign_keys=OFF. Only the uids of stays take time in proportion
-- to the number of rows.

-- The SQL of the tables is replaced by that of templates: see V4tables.sql.
CREATE TABLE newBucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (instr(title, char(0)) = 0),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  hasReservation INTEGER NOT NULL DEFAULT 0 CHECK (hasReservation IN (0, 1)),
  isInPlan INTEGER NOT NULL DEFAULT 0 CHECK (isInPlan IN (0, 1)),
  isDone INTEGER NOT NULL DEFAULT 0 CHECK (isDone IN (0, 1)),
  uid TEXT NOT NULL DEFAULT ('item-' || lower(hex(randomblob(16))))
    CHECK (uid <> '' AND instr(uid, char(0)) = 0),
  date TEXT CHECK (
    date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
    AND date >= '0001-01-01' AND date IS date(date, '+0 days')),
  time TEXT CHECK (
    time GLOB '[0-2][0-9]:[0-5][0-9]' AND time < '24' AND instr(time, char(0)) = 0),
  costMinor INTEGER CHECK (costMinor >= 0),
  costCurrency TEXT CHECK (
    costCurrency GLOB '[A-Z][A-Z][A-Z]' AND instr(costCurrency, char(0)) = 0),
  CHECK (time IS NULL OR date IS NOT NULL),
  CHECK ((costMinor IS NULL) = (costCurrency IS NULL))
) STRICT;

CREATE TABLE newLivingAccommodation(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  placeName TEXT NOT NULL CHECK (instr(placeName, char(0)) = 0),
  address TEXT NOT NULL DEFAULT '' CHECK (instr(address, char(0)) = 0),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1)),
  uid TEXT NOT NULL DEFAULT (
    lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2)))
    || '-4' || substr(lower(hex(randomblob(2))), 2)
    || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2)
    || '-' || lower(hex(randomblob(6)))
  ) CHECK (uid <> '' AND instr(uid, char(0)) = 0),
  startDate TEXT CHECK (
    startDate GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
    AND startDate >= '0001-01-01' AND startDate IS date(startDate, '+0 days')),
  endDate TEXT CHECK (
    endDate GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'
    AND endDate >= '0001-01-01' AND endDate IS date(endDate, '+0 days')),
  costMinor INTEGER CHECK (costMinor >= 0),
  costCurrency TEXT CHECK (
    costCurrency GLOB '[A-Z][A-Z][A-Z]' AND instr(costCurrency, char(0)) = 0),
  CHECK ((startDate IS NULL) = (endDate IS NULL)),
  CHECK (endDate >= startDate),
  CHECK ((costMinor IS NULL) = (costCurrency IS NULL))
) STRICT;

PRAGMA writable_schema = ON;
UPDATE sqlite_schema
SET sql = (SELECT replace(sql, 'newBucketListItem', 'bucketListItem') FROM sqlite_schema
           WHERE type = 'table' AND name = 'newBucketListItem')
WHERE type = 'table' AND name = 'bucketListItem';
UPDATE sqlite_schema
SET sql = (SELECT replace(sql, 'newLivingAccommodation', 'livingAccommodation') FROM sqlite_schema
           WHERE type = 'table' AND name = 'newLivingAccommodation')
WHERE type = 'table' AND name = 'livingAccommodation';
PRAGMA writable_schema = RESET;
DROP TABLE newBucketListItem;
DROP TABLE newLivingAccommodation;

-- The history must not record the fill as a change. V5history.sql recreates these triggers and others.
DROP TRIGGER bucketListItem_beforeUpdate;
DROP TRIGGER bucketListItem_afterUpdate;
DROP TRIGGER livingAccommodation_beforeUpdate;
DROP TRIGGER livingAccommodation_afterUpdate;

-- One row per event that a sync has read or written. It is not part of the history.
-- file: the name of the event's file.
-- stamp: of size, time and inode of the file when it was last read or written; 0 if it must be read
--   again. hash: of its bytes.
-- tripId: NULL for an event that no longer belongs to a trip. It has no foreign key, so that the next
--   sync notices a deleted trip. stayId: for the event of a stay.
-- digest: of the trip's rows when they were last compared. facts: the base as JSON.
CREATE TABLE syncedEvent(
  uid TEXT PRIMARY KEY,
  file TEXT NOT NULL,
  stamp INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  tripId INTEGER,
  stayId INTEGER,
  digest INTEGER NOT NULL,
  facts TEXT NOT NULL,
  CHECK (instr(file || uid || facts, char(0)) = 0)
) STRICT, WITHOUT ROWID;

-- What imports remember of events of other programs. It is not part of the history.
-- uid: of the event, or its title and start. transactionId: of the import, NULL if it changed no row; a
--   record whose transaction was undone does not count. entity, rowId: what it became.
-- sequence, stamp, modified: its version. facts: what it stated, as JSON.
CREATE TABLE importedEvent(
  id INTEGER PRIMARY KEY,
  uid TEXT NOT NULL,
  transactionId INTEGER,
  entity TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  modified TEXT NOT NULL,
  facts TEXT NOT NULL
) STRICT;
CREATE INDEX importedEvent_uid ON importedEvent(uid);

-- fill

-- A stay gets the UID of its event in release 1.0.0: that of its trip followed by '-stay'. If another
-- program has added several, the confirmed one, then the latest, gets it; the others are numbered. A stay
-- without a trip gets a uid that is the same in each copy of the store, as trips did in V3toV4.sql.
WITH seed AS MATERIALIZED (
  SELECT substr(hex, 1, 8) || '-' || substr(hex, 9, 4) AS start,
    '-4' || substr(hex, 13, 3) || '-9' || substr(hex, 16, 3) || '-' AS middle
  FROM (SELECT coalesce(
    (SELECT storeId FROM historyState
     WHERE id = 1 AND length(storeId) = 32 AND storeId NOT GLOB '*[^0-9a-f]*'),
    lower(hex(randomblob(16)))) AS hex))
UPDATE livingAccommodation SET uid = coalesce(
  (SELECT uid FROM trip WHERE id = tripId) || '-stay',
  (SELECT start || middle || format('%012x', livingAccommodation.id) FROM seed));
UPDATE livingAccommodation
SET uid = substr(nonce, 1, 8) || '-' || substr(nonce, 9) || substr(uid, 14)
FROM (
  SELECT rowId, nonce, min(id) FROM historyChange
  WHERE kind = 'insert' AND entity = 'LivingAccommodation'
    AND EXISTS (SELECT 1 FROM livingAccommodation WHERE tripId IS NULL)
  GROUP BY rowId) AS added
WHERE rowId = livingAccommodation.id AND tripId IS NULL
  AND length(nonce) = 12 AND nonce NOT GLOB '*[^0-9a-f]*';
UPDATE livingAccommodation SET uid = uid || '-' || place
FROM (
  SELECT id AS stayId, row_number() OVER (
    PARTITION BY tripId ORDER BY isConfirmed DESC, id DESC) AS place
  FROM livingAccommodation WHERE tripId IN (
    SELECT tripId FROM livingAccommodation WHERE tripId IN (SELECT id FROM trip)
    GROUP BY tripId HAVING count(*) > 1))
WHERE stayId = id AND place > 1;

-- Makes uids unique, and finds an imported stay by uid.
UPDATE bucketListItem SET uid = 'item-' || lower(hex(randomblob(16)));
CREATE UNIQUE INDEX bucketListItem_uid ON bucketListItem(uid);
CREATE UNIQUE INDEX livingAccommodation_uid ON livingAccommodation(uid);

-- Consumers with these names belong to the syncs of 1.0.0.
DELETE FROM historyConsumer WHERE name GLOB 'sync:*';
