-- Takes the column folded out of a store of V4 that release 0.1.0 made; Of010.sql comes before it.
-- V4tables.sql, which follows, adds notes, isDone and the packed search texts; History.sql,
-- V3history.sql and V4history.sql make anew what records the history. Rows, ids, uids and the history
-- stay.
--
-- Runs inside one transaction, begun with foreign_keys=OFF.

-- Indexes of the folded text, which has gone to searchSegment.
DROP INDEX trip_unfolded;
DROP INDEX trip_startDate_id_endDate_type_folded;
ALTER TABLE trip DROP COLUMN folded;
CREATE INDEX trip_startDate_id_endDate_type ON trip(startDate, id, endDate, type);
