-- Takes away what recorded the history in stores of V3 and V4 that release 0.1.0 made: History.sql and
-- V3history.sql, which follow, take its place. The tables of the history stay, so tokens stay valid.
-- It is all that such a store of V3 needs.

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
