-- Gives each trip its uid, and makes the indexes of V4. V4tables.sql comes before it, V4history.sql
-- follows.

-- The fill is no change that a user made. V4history.sql, which comes after it, makes these anew.
DROP TRIGGER trip_beforeUpdate;
DROP TRIGGER trip_afterUpdate;

-- fill

-- Every row is without a uid here. (A condition uid IS NULL would find none: SQLite takes it for
-- false on a NOT NULL column. The default of the column gives the same and takes thrice as long.)
UPDATE trip
SET uid = format('%08x-%04x-4%03x-%04x-%012x', random() & 0xffffffff, random() & 0xffff,
  random() & 0xfff, 0x8000 | (random() & 0x3fff), random() & 0xffffffffffff);

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
