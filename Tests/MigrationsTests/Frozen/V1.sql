-- A store of V1 with nasty data, as it was made by the SQL of its time. Frozen: never edited.
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE trip(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  destination TEXT NOT NULL,
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL
);
CREATE TABLE bucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
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
CREATE TABLE myLog(at text, what text);
INSERT INTO "trip" VALUES (1, 'Paris', '', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (10, 'paris', '', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (11, 'Café', 'Łódź', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (12, 'Café', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (14, 'Café', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (16, 'Café', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (18, 'Café', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (19, 'Paris (2)', '', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (21, 'Paris (3)', 'Łódź', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (23, 'Paris (3)', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (24, 'o''Brien "%_*\', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (25, 'o''Brien "%_*\', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (26, 'o''Brien "%_*\', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (28, '東京', '', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (29, '‮evil', 'Łódź', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (3, 'Paris ', 'Łódź', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (30, '‮evil', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (32, 'tab	here', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (34, 'tab	here', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (36, 'tab	here', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (37, '[31mred', '', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (39, 'line
break', 'Łódź', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (41, 'line
break', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (42, '=1+2', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (43, '=1+2', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (44, '=1+2', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (46, 'a​b', '', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (47, '👨‍👩‍👧 trip', 'Łódź', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (48, '👨‍👩‍👧 trip', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (5, 'Paris ', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (50, 'İstanbul', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (52, 'İstanbul', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (54, 'İstanbul', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (55, 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', '', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (6, ' Paris', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (7, ' Paris', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (8, ' Paris', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "bucketListItem" VALUES (1, 1, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (10, 8, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (11, 8, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (12, 8, '', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (13, 10, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (14, 11, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (15, 11, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (16, 12, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (17, 12, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (18, 12, '', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (19, 14, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (2, 3, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (20, 16, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (21, 16, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (22, 18, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (23, 18, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (24, 18, '', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (25, 19, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (26, 21, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (27, 21, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (28, 23, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (29, 23, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (3, 3, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (30, 23, '', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (31, 24, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (32, 25, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (33, 25, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (34, 26, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (35, 26, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (36, 26, '', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (37, 28, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (38, 29, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (39, 29, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (4, 5, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (40, 30, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (41, 30, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (42, 30, '', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (43, 32, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (44, 34, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (45, 34, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (46, 36, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (47, 36, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (48, 36, '', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (49, 37, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (5, 5, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (50, 39, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (51, 39, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (52, 41, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (53, 41, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (54, 41, '', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (55, 42, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (56, 43, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (57, 43, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (58, 44, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (59, 44, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (6, 5, '', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (60, 44, '', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (61, 46, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (62, 47, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (63, 47, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (64, 48, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (65, 48, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (66, 48, '', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (67, 50, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (68, 52, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (69, 52, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (7, 6, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (70, 54, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (71, 54, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (72, 54, '', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (73, 55, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (74, NULL, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (75, NULL, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (76, 999, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (77, 999, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (78, 999, '', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (79, 1, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (8, 7, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (80, 1, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (81, 1, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (82, 3, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (83, 3, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (9, 7, 'Café', '', 0, 1);
INSERT INTO "livingAccommodation" VALUES (1, 1, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (10, 10, 'Zweites', '', 1);
INSERT INTO "livingAccommodation" VALUES (11, 11, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (12, 12, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (13, 14, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (14, 14, 'Zweites', '', 0);
INSERT INTO "livingAccommodation" VALUES (15, 16, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (16, 18, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (17, 19, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (18, 19, 'Zweites', '', 1);
INSERT INTO "livingAccommodation" VALUES (19, 21, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (2, 1, 'Zweites', '', 1);
INSERT INTO "livingAccommodation" VALUES (20, 23, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (21, 24, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (22, 24, 'Zweites', '', 0);
INSERT INTO "livingAccommodation" VALUES (23, 25, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (24, 26, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (25, 28, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (26, 28, 'Zweites', '', 1);
INSERT INTO "livingAccommodation" VALUES (27, 29, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (28, 30, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (29, 32, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (3, 3, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (30, 32, 'Zweites', '', 0);
INSERT INTO "livingAccommodation" VALUES (31, 34, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (32, 36, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (33, 37, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (34, 37, 'Zweites', '', 1);
INSERT INTO "livingAccommodation" VALUES (35, 39, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (36, 41, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (37, 42, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (38, 42, 'Zweites', '', 0);
INSERT INTO "livingAccommodation" VALUES (39, 43, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (4, 5, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (40, 44, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (41, 46, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (42, 46, 'Zweites', '', 1);
INSERT INTO "livingAccommodation" VALUES (43, 47, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (44, 48, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (45, 50, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (46, 50, 'Zweites', '', 0);
INSERT INTO "livingAccommodation" VALUES (47, 52, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (48, 54, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (49, 55, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (5, 6, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (50, 55, 'Zweites', '', 1);
INSERT INTO "livingAccommodation" VALUES (51, NULL, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (52, 999, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (53, 1, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (54, 1, 'Zweites', '', 0);
INSERT INTO "livingAccommodation" VALUES (55, 1, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (56, 3, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (6, 6, 'Zweites', '', 0);
INSERT INTO "livingAccommodation" VALUES (7, 7, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (8, 8, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (9, 10, 'Hôtel', '', 0);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('bucketListItem', 84);
INSERT INTO sqlite_sequence VALUES ('livingAccommodation', 56);
INSERT INTO sqlite_sequence VALUES ('trip', 400);
CREATE VIEW myTrips as select name, start_date from trip where end_date > '2025';
CREATE TRIGGER myTrigger after update of end_date on trip begin insert into myLog values(new.start_date, new.name); end;
CREATE INDEX myIndex on trip(destination, start_date);
COMMIT;
PRAGMA application_id = 1414678864;
PRAGMA user_version = 1;
