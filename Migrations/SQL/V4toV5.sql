-- Adds the table of what a sync with a calendar folder remembers. V5history.sql follows.
--
-- Runs inside one transaction, begun with foreign_keys=OFF. It reads no row of a trip, so that it
-- takes the same few milliseconds on any store.

-- One row for each event of each folder that a sync has read or written. It is no part of the
-- history. folder is an absolute path with links followed, file the name of the event's file in it.
-- stamp: of size, time and inode of the file as it was read or written last; 0 where it must be read
--   again. hash: of its bytes.
-- tripId: NULL for an event that was given back. It has no foreign key, so that the next sync
--   notices that the trip was deleted. stayId: for the event of a stay.
-- digest: of the trip's rows when they were compared last. facts: JSON of what the event stated
--   after the last sync.
CREATE TABLE syncedEvent(
  folder TEXT NOT NULL,
  file TEXT NOT NULL,
  uid TEXT NOT NULL,
  stamp INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  tripId INTEGER,
  stayId INTEGER,
  digest INTEGER NOT NULL,
  facts TEXT NOT NULL,
  PRIMARY KEY (folder, file),
  CHECK (instr(folder || file || uid || facts, char(0)) = 0)
) STRICT, WITHOUT ROWID;

-- fill

-- The syncs of 1.0.0 followed the history by these names.
DELETE FROM historyConsumer WHERE name GLOB 'sync:*';
