-- A store of V1 with duplicates, shared names, orphans, odd text and the user's own objects. Frozen:
-- never edited.
BEGIN;
CREATE TABLE trip (id integer primary key autoincrement, name text not null, destination text not null,
  start_date text not null, end_date text not null);
CREATE TABLE "bucketListItem"(
  "id" INTEGER PRIMARY KEY AUTOINCREMENT,
  tripId INTEGER REFERENCES trip(id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '',
  hasReservation INTEGER NOT NULL DEFAULT 0,
  isInPlan INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE livingAccommodation(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tripId INTEGER REFERENCES trip(id) ON DELETE SET NULL,
  placeName TEXT NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  isConfirmed INTEGER NOT NULL DEFAULT 0
);
INSERT INTO trip VALUES (1, 'Paris', 'France', '2026-05-01', '2026-05-03');
INSERT INTO trip VALUES (2, 'Paris ', '', '2026-05-01', '2026-05-03');
INSERT INTO trip VALUES (3, 'Paris', 'Île-de-France', '2026-05-01', '2026-05-03');
INSERT INTO trip VALUES (4, 'Paris', 'France', '2025-04-01', '2025-04-08');
INSERT INTO trip VALUES (5, 'Paris (2)', 'France', '2026-06-01', '2026-06-01');
INSERT INTO trip VALUES (6, 'Café', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO trip VALUES (7, 'Café', '', '0001-01-01', '0001-01-01');
INSERT INTO trip VALUES (9, 'Café', 'x', '9999-12-31', '9999-12-31');
INSERT INTO trip VALUES (10, 'o''Brien "%_*\', ' ', '2024-02-29', '2024-03-01');
INSERT INTO trip VALUES (11, 'paris', '', '2026-05-01', '2026-05-03');
INSERT INTO trip VALUES (12, '東京', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO trip VALUES (14, '‮evil[31m', '', '2026-05-01', '2026-05-03');
INSERT INTO bucketListItem VALUES (1, 1, 'Louvre', '', 1, 0);
INSERT INTO bucketListItem VALUES (2, 2, 'Louvre', '', 1, 0);
INSERT INTO bucketListItem VALUES (3, 2, 'Louvre', '', 0, 0);
INSERT INTO bucketListItem VALUES (4, 2, ' Taxi', '', 0, 0);
INSERT INTO bucketListItem VALUES (5, 2, 'Taxi', '', 0, 0);
INSERT INTO bucketListItem VALUES (6, 3, 'Taxi', '', 0, 0);
INSERT INTO bucketListItem VALUES (7, 7, 'Canal', 'x', 0, 1);
INSERT INTO bucketListItem VALUES (8, NULL, 'Lost', '', 0, 0);
INSERT INTO bucketListItem VALUES (9, 999, 'Dangling', '', 1, 1);
INSERT INTO bucketListItem VALUES (11, 4, 'Café', '', 0, 0);
INSERT INTO bucketListItem VALUES (12, 5, '', '', 0, 0);
INSERT INTO livingAccommodation VALUES (1, 1, 'H1', '', 0);
INSERT INTO livingAccommodation VALUES (2, 2, 'H1', '', 0);
INSERT INTO livingAccommodation VALUES (3, 2, 'H2', 'a', 1);
INSERT INTO livingAccommodation VALUES (4, 3, 'H1', '', 1);
INSERT INTO livingAccommodation VALUES (6, 9, 'H1 ', '', 0);
INSERT INTO livingAccommodation VALUES (7, NULL, 'H9', '', 0);
INSERT INTO livingAccommodation VALUES (8, 0, 'H0', '', 0);
UPDATE sqlite_sequence SET seq = 20 WHERE name = 'trip';
CREATE TABLE myPhoto(tripId INTEGER REFERENCES trip(id), path TEXT);
INSERT INTO myPhoto VALUES (1, 'a.jpg'), (12, 'b.jpg');
CREATE INDEX myIndex ON trip(destination, end_date);
CREATE VIEW myTrips AS SELECT name, start_date FROM trip;
CREATE TRIGGER myTrigger AFTER INSERT ON myPhoto BEGIN
  UPDATE myPhoto SET path = path || (SELECT end_date FROM trip WHERE id = new.tripId)
  WHERE rowid = new.rowid;
END;
COMMIT;
PRAGMA application_id = 0x54524950;
PRAGMA user_version = 1;
