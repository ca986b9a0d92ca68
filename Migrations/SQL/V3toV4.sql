-- Gives each trip its uid, and makes the indexes of V4. V4tables.sql comes before it, V4history.sql
-- follows.

-- The fill is no change that a user made. V4history.sql, which comes after it, makes these anew.
DROP TRIGGER trip_beforeUpdate;
DROP TRIGGER trip_afterUpdate;

-- fill

-- Two copies of one store that walk each for itself give a trip the same uid: it is made of the trip's
-- id and of the store's, or, for one that was added to a copy, of the mark of the record of that.
-- (Every row is without a uid here. A condition uid IS NULL would find none: SQLite takes it for false
-- on a NOT NULL column.)
WITH seed AS MATERIALIZED (
  SELECT substr(hex, 1, 8) || '-' || substr(hex, 9, 4) AS start,
    '-4' || substr(hex, 13, 3) || '-8' || substr(hex, 16, 3) || '-' AS middle
  FROM (SELECT coalesce(
    (SELECT storeId FROM historyState
     WHERE id = 1 AND length(storeId) = 32 AND storeId NOT GLOB '*[^0-9a-f]*'),
    lower(hex(randomblob(16)))) AS hex))
UPDATE trip SET uid = (SELECT start || middle FROM seed) || format('%012x', id);
WITH seed AS MATERIALIZED (
  SELECT substr(hex, 1, 8) || '-' || substr(hex, 9, 4) AS start,
    '-4' || substr(hex, 13, 3) || '-8' || substr(hex, 16, 3) || '-' AS middle
  FROM (SELECT coalesce(
    (SELECT storeId FROM historyState
     WHERE id = 1 AND length(storeId) = 32 AND storeId NOT GLOB '*[^0-9a-f]*'),
    lower(hex(randomblob(16)))) AS hex))
UPDATE trip
SET uid = substr(nonce, 1, 8) || '-' || substr(nonce, 9) || seed.middle || format('%012x', trip.id)
FROM seed CROSS JOIN (
  SELECT rowId, nonce, min(id) FROM historyChange
  WHERE kind = 'insert' AND entity = 'Trip' GROUP BY rowId) AS added
WHERE added.rowId = trip.id AND length(nonce) = 12 AND nonce NOT GLOB '*[^0-9a-f]*';

-- Keeps a uid from a second trip, and finds the trip of an imported one.
CREATE UNIQUE INDEX trip_uid ON trip(uid);

-- Lists by start date and id: the end and the type of a trip are looked at here before its row is.
-- Fetches by start alone use it too.
-- (The drop is down here because it takes time with the size of the index.)
DROP INDEX IF EXISTS trip_startDate;
CREATE INDEX trip_startDate_id_endDate_type ON trip(startDate, id, endDate, type);

-- Finds the trips that run on a day without a walk over all that began before it: they began in the
-- last 31 days, or they are in here, where few are.
CREATE INDEX trip_long ON trip(startDate, id, endDate) WHERE endDate > date(startDate, '+31 days');

-- Lists by destination.
CREATE INDEX trip_destination ON trip(destination);
