-- A store of V3 with nasty data, as it was made by the SQL of its time. Frozen: never edited.
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE trip(
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
CREATE TABLE bucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (instr(title, char(0)) = 0),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  hasReservation INTEGER NOT NULL DEFAULT 0 CHECK (hasReservation IN (0, 1)),
  isInPlan INTEGER NOT NULL DEFAULT 0 CHECK (isInPlan IN (0, 1))
) STRICT;
CREATE TABLE livingAccommodation(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  placeName TEXT NOT NULL CHECK (instr(placeName, char(0)) = 0),
  address TEXT NOT NULL DEFAULT '' CHECK (instr(address, char(0)) = 0),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1))
) STRICT;
CREATE TABLE myLog(at text, what text);
CREATE TABLE migrationRecord(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stage TEXT NOT NULL,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  rowId INTEGER,
  "row" TEXT,
  survivorId INTEGER
) STRICT;
CREATE TABLE historyTransaction(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  timestamp TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  author TEXT NOT NULL,
  command TEXT NOT NULL
) STRICT;
CREATE TABLE historyChange(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  transactionId INTEGER NOT NULL,
  entity TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('insert', 'update', 'delete')),
  oldValues TEXT,
  newValues TEXT,
  nonce TEXT NOT NULL DEFAULT (lower(hex(randomblob(6)))),
  CHECK ((oldValues IS NULL) = (kind = 'insert') AND (newValues IS NULL) = (kind = 'delete'))
) STRICT;
CREATE TABLE historyState(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  storeId TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))),
  author TEXT,
  command TEXT,
  currentTransaction INTEGER,
  statementTime TEXT,
  statementChanges INTEGER,
  pendingChanges INTEGER NOT NULL DEFAULT 0,
  purgedThrough INTEGER NOT NULL DEFAULT 0,
  purgedNonce TEXT,
  CHECK ((author IS NULL) = (command IS NULL))
) STRICT;
CREATE TABLE historyConsumer(
  name TEXT PRIMARY KEY CHECK (name <> '' AND instr(name, char(0)) = 0),
  token TEXT NOT NULL,
  acknowledged TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT, WITHOUT ROWID;
CREATE TABLE historyNote(
  id INTEGER PRIMARY KEY,
  tableName TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  entity TEXT NOT NULL,
  record TEXT NOT NULL,
  UNIQUE (tableName, rowId)
) STRICT;
INSERT INTO "trip" VALUES (1, ' Paris', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (12, 'Café', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (18, 'Café', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (21, 'Paris (3)', 'x
y', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (23, 'Paris (3)', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (24, 'o''Brien "%_*\', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (25, 'o''Brien "%_*\', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (26, 'o''Brien "%_*\', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (28, '東京', 'x
y', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (29, '‮evil', 'Łódź', '2026-05-01', '2026-05-03');
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
INSERT INTO "trip" VALUES (401, 'New "in" V3', 'a\b', '2027-01-01', '2027-01-02');
INSERT INTO "trip" VALUES (41, 'line
break', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (42, '=1+2', 'x
y', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (43, '=1+2', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (44, '=1+2', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (46, 'a​b', '', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (47, '👨‍👩‍👧 trip', 'Łódź', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (48, '👨‍👩‍👧 trip', 'Łódź', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (5, ' Paris', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (50, 'İstanbul', 'd
e', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (52, 'İstanbul', 'd
e', '0001-01-01', '0001-01-01');
INSERT INTO "trip" VALUES (54, 'İstanbul', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (55, 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', '', '2026-05-01', '2026-05-03');
INSERT INTO "trip" VALUES (8, ' Paris', 'd
e', '9999-12-31', '9999-12-31');
INSERT INTO "trip" VALUES (901, 'Café', 'again', '2026-05-01', '2026-05-03');
INSERT INTO "bucketListItem" VALUES (1, 1, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (10, 8, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (11, 8, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (12, 8, '', '\ "	', 1, 1);
INSERT INTO "bucketListItem" VALUES (14, NULL, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (15, NULL, 'Café', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (16, 12, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (17, 12, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (18, 12, '', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (2, 1, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (22, 18, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (23, 18, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (24, 18, '', '\ "	', 1, 1);
INSERT INTO "bucketListItem" VALUES (26, 21, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (27, 21, 'Café', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (28, 23, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (29, 23, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (3, 1, 'Café', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (30, 23, '', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (31, 24, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (32, 25, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (33, 25, 'Café', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (34, 26, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (35, 26, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (36, 26, '', '\ "	', 1, 1);
INSERT INTO "bucketListItem" VALUES (37, 28, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (38, 29, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (39, 29, 'Café', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (4, 5, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (40, 30, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (41, 30, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (42, 30, '', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (43, 32, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (44, 34, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (45, 34, 'Café', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (46, 36, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (47, 36, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (48, 36, '', '\ "	', 1, 1);
INSERT INTO "bucketListItem" VALUES (49, 37, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (5, 5, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (50, 39, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (51, 39, 'Café', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (52, 41, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (53, 41, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (54, 41, '', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (55, 42, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (56, 43, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (57, 43, 'Café', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (58, 44, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (59, 44, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (6, 5, '', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (60, 44, '', '\ "	', 1, 1);
INSERT INTO "bucketListItem" VALUES (61, 46, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (62, 47, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (63, 47, 'Café', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (64, 48, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (65, 48, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (66, 48, '', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (67, 50, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (68, 52, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (69, 52, 'Café', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (70, 54, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (71, 54, 'Café', 'multi
line', 1, 1);
INSERT INTO "bucketListItem" VALUES (72, 54, '', '\ "	', 1, 1);
INSERT INTO "bucketListItem" VALUES (73, 55, 'Louvre', '', 0, 0);
INSERT INTO "bucketListItem" VALUES (74, NULL, 'Louvre', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (75, NULL, 'Café', 'multi
line', 1, 0);
INSERT INTO "bucketListItem" VALUES (76, NULL, 'Louvre', '\ "	', 0, 0);
INSERT INTO "bucketListItem" VALUES (77, NULL, 'Café', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (78, NULL, '', '', 0, 1);
INSERT INTO "bucketListItem" VALUES (81, 1, 'Café', '', 0, 0);
INSERT INTO "livingAccommodation" VALUES (13, NULL, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (14, NULL, 'Zweites', '', 0);
INSERT INTO "livingAccommodation" VALUES (15, 12, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (16, 18, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (19, 21, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (2, NULL, 'Zweites', '', 1);
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
INSERT INTO "livingAccommodation" VALUES (50, 55, 'Zweites', '', 1);
INSERT INTO "livingAccommodation" VALUES (51, NULL, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (52, NULL, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (54, NULL, 'Zweites', '', 0);
INSERT INTO "livingAccommodation" VALUES (55, NULL, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (56, 1, 'Zelt', '', 1);
INSERT INTO "livingAccommodation" VALUES (57, NULL, 'without a trip', '', 0);
INSERT INTO "livingAccommodation" VALUES (7, 5, 'Hôtel', '', 0);
INSERT INTO "livingAccommodation" VALUES (8, 8, 'Zelt', '', 1);
INSERT INTO "migrationRecord" VALUES (1, 'V1toV2', 'orphaned', 'BucketListItem', 76, '{"id":76,"tripId":999,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', NULL);
INSERT INTO "migrationRecord" VALUES (10, 'V1toV2', 'merged', 'BucketListItem', 21, '{"id":21,"tripId":16,"title":"Café","details":"","hasReservation":0,"isInPlan":1}', 17);
INSERT INTO "migrationRecord" VALUES (11, 'V1toV2', 'merged', 'BucketListItem', 79, '{"id":79,"tripId":1,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}', 2);
INSERT INTO "migrationRecord" VALUES (12, 'V1toV2', 'merged', 'BucketListItem', 80, '{"id":80,"tripId":1,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', 1);
INSERT INTO "migrationRecord" VALUES (13, 'V1toV2', 'merged', 'BucketListItem', 82, '{"id":82,"tripId":3,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}', 2);
INSERT INTO "migrationRecord" VALUES (14, 'V1toV2', 'merged', 'BucketListItem', 83, '{"id":83,"tripId":3,"title":"Café","details":"multi\nline","hasReservation":1,"isInPlan":1}', 3);
INSERT INTO "migrationRecord" VALUES (15, 'V1toV2', 'reassigned', 'BucketListItem', 2, '{"id":2,"tripId":3,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}', 1);
INSERT INTO "migrationRecord" VALUES (16, 'V1toV2', 'reassigned', 'BucketListItem', 3, '{"id":3,"tripId":3,"title":"Café","details":"multi\nline","hasReservation":1,"isInPlan":1}', 1);
INSERT INTO "migrationRecord" VALUES (17, 'V1toV2', 'merged', 'LivingAccommodation', 1, '{"id":1,"tripId":1,"placeName":"Hôtel","address":"","isConfirmed":0}', 55);
INSERT INTO "migrationRecord" VALUES (18, 'V1toV2', 'merged', 'LivingAccommodation', 3, '{"id":3,"tripId":3,"placeName":"Zelt","address":"","isConfirmed":1}', 56);
INSERT INTO "migrationRecord" VALUES (19, 'V1toV2', 'merged', 'LivingAccommodation', 4, '{"id":4,"tripId":5,"placeName":"Hôtel","address":"","isConfirmed":0}', 7);
INSERT INTO "migrationRecord" VALUES (2, 'V1toV2', 'orphaned', 'BucketListItem', 77, '{"id":77,"tripId":999,"title":"Café","details":"","hasReservation":0,"isInPlan":1}', NULL);
INSERT INTO "migrationRecord" VALUES (20, 'V1toV2', 'merged', 'LivingAccommodation', 5, '{"id":5,"tripId":6,"placeName":"Zelt","address":"","isConfirmed":1}', 56);
INSERT INTO "migrationRecord" VALUES (21, 'V1toV2', 'merged', 'LivingAccommodation', 6, '{"id":6,"tripId":6,"placeName":"Zweites","address":"","isConfirmed":0}', 54);
INSERT INTO "migrationRecord" VALUES (22, 'V1toV2', 'merged', 'LivingAccommodation', 11, '{"id":11,"tripId":11,"placeName":"Zelt","address":"","isConfirmed":1}', 13);
INSERT INTO "migrationRecord" VALUES (23, 'V1toV2', 'merged', 'LivingAccommodation', 12, '{"id":12,"tripId":12,"placeName":"Hôtel","address":"","isConfirmed":0}', 15);
INSERT INTO "migrationRecord" VALUES (24, 'V1toV2', 'merged', 'LivingAccommodation', 53, '{"id":53,"tripId":1,"placeName":"Zelt","address":"","isConfirmed":1}', 56);
INSERT INTO "migrationRecord" VALUES (25, 'V1toV2', 'reassigned', 'LivingAccommodation', 7, '{"id":7,"tripId":7,"placeName":"Hôtel","address":"","isConfirmed":0}', 5);
INSERT INTO "migrationRecord" VALUES (26, 'V1toV2', 'reassigned', 'LivingAccommodation', 13, '{"id":13,"tripId":14,"placeName":"Zelt","address":"","isConfirmed":1}', 11);
INSERT INTO "migrationRecord" VALUES (27, 'V1toV2', 'reassigned', 'LivingAccommodation', 15, '{"id":15,"tripId":16,"placeName":"Hôtel","address":"","isConfirmed":0}', 12);
INSERT INTO "migrationRecord" VALUES (28, 'V1toV2', 'reassigned', 'LivingAccommodation', 56, '{"id":56,"tripId":3,"placeName":"Zelt","address":"","isConfirmed":1}', 1);
INSERT INTO "migrationRecord" VALUES (29, 'V1toV2', 'orphaned', 'LivingAccommodation', 2, '{"id":2,"tripId":1,"placeName":"Zweites","address":"","isConfirmed":1}', NULL);
INSERT INTO "migrationRecord" VALUES (3, 'V1toV2', 'orphaned', 'BucketListItem', 78, '{"id":78,"tripId":999,"title":"","details":"","hasReservation":0,"isInPlan":0}', NULL);
INSERT INTO "migrationRecord" VALUES (30, 'V1toV2', 'orphaned', 'LivingAccommodation', 14, '{"id":14,"tripId":14,"placeName":"Zweites","address":"","isConfirmed":0}', NULL);
INSERT INTO "migrationRecord" VALUES (31, 'V1toV2', 'orphaned', 'LivingAccommodation', 54, '{"id":54,"tripId":1,"placeName":"Zweites","address":"","isConfirmed":0}', NULL);
INSERT INTO "migrationRecord" VALUES (32, 'V1toV2', 'orphaned', 'LivingAccommodation', 55, '{"id":55,"tripId":1,"placeName":"Hôtel","address":"","isConfirmed":0}', NULL);
INSERT INTO "migrationRecord" VALUES (33, 'V1toV2', 'updated', 'Trip', 1, '{"id":1,"name":"Paris","destination":"","start_date":"2026-05-01","end_date":"2026-05-03"}', 1);
INSERT INTO "migrationRecord" VALUES (34, 'V1toV2', 'updated', 'Trip', 5, '{"id":5,"name":"Paris ","destination":"Łódź","start_date":"0001-01-01","end_date":"0001-01-01"}', 5);
INSERT INTO "migrationRecord" VALUES (35, 'V1toV2', 'updated', 'Trip', 11, '{"id":11,"name":"Café","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}', 11);
INSERT INTO "migrationRecord" VALUES (36, 'V1toV2', 'updated', 'Trip', 12, '{"id":12,"name":"Café","destination":"Łódź","start_date":"0001-01-01","end_date":"0001-01-01"}', 12);
INSERT INTO "migrationRecord" VALUES (37, 'V1toV2', 'merged', 'Trip', 3, '{"id":3,"name":"Paris ","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}', 1);
INSERT INTO "migrationRecord" VALUES (38, 'V1toV2', 'merged', 'Trip', 6, '{"id":6,"name":" Paris","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}', 1);
INSERT INTO "migrationRecord" VALUES (39, 'V1toV2', 'merged', 'Trip', 7, '{"id":7,"name":" Paris","destination":"d\ne","start_date":"0001-01-01","end_date":"0001-01-01"}', 5);
INSERT INTO "migrationRecord" VALUES (4, 'V1toV2', 'orphaned', 'LivingAccommodation', 52, '{"id":52,"tripId":999,"placeName":"Hôtel","address":"","isConfirmed":0}', NULL);
INSERT INTO "migrationRecord" VALUES (40, 'V1toV2', 'merged', 'Trip', 14, '{"id":14,"name":"Café","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}', 11);
INSERT INTO "migrationRecord" VALUES (41, 'V1toV2', 'merged', 'Trip', 16, '{"id":16,"name":"Café","destination":"d\ne","start_date":"0001-01-01","end_date":"0001-01-01"}', 12);
INSERT INTO "migrationRecord" VALUES (42, 'V1toV2', 'renamed', 'Trip', 1, '{"id":1,"name":" Paris","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (43, 'V1toV2', 'renamed', 'Trip', 8, '{"id":8,"name":" Paris","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (44, 'V1toV2', 'renamed', 'Trip', 11, '{"id":11,"name":"Café","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (45, 'V1toV2', 'renamed', 'Trip', 18, '{"id":18,"name":"Café","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (46, 'V1toV2', 'renamed', 'Trip', 21, '{"id":21,"name":"Paris (3)","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (47, 'V1toV2', 'renamed', 'Trip', 24, '{"id":24,"name":"o''Brien \"%_*\\","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (48, 'V1toV2', 'renamed', 'Trip', 26, '{"id":26,"name":"o''Brien \"%_*\\","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (49, 'V1toV2', 'renamed', 'Trip', 29, '{"id":29,"name":"‮evil","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (5, 'V1toV2', 'merged', 'BucketListItem', 7, '{"id":7,"tripId":6,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}', 2);
INSERT INTO "migrationRecord" VALUES (50, 'V1toV2', 'renamed', 'Trip', 32, '{"id":32,"name":"tab\there","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (51, 'V1toV2', 'renamed', 'Trip', 36, '{"id":36,"name":"tab\there","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (52, 'V1toV2', 'renamed', 'Trip', 39, '{"id":39,"name":"line\nbreak","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (53, 'V1toV2', 'renamed', 'Trip', 42, '{"id":42,"name":"=1+2","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (54, 'V1toV2', 'renamed', 'Trip', 44, '{"id":44,"name":"=1+2","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (55, 'V1toV2', 'renamed', 'Trip', 47, '{"id":47,"name":"👨‍👩‍👧 trip","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (56, 'V1toV2', 'renamed', 'Trip', 50, '{"id":50,"name":"İstanbul","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (57, 'V1toV2', 'renamed', 'Trip', 54, '{"id":54,"name":"İstanbul","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (58, 'V1toV2', 'account', 'Trip', NULL, '{"before":37,"after":32,"merged":5,"updated":4,"renamed":16,"restored":0,"reassigned":0,"orphaned":0,"quarantined":0}', NULL);
INSERT INTO "migrationRecord" VALUES (59, 'V1toV2', 'account', 'BucketListItem', NULL, '{"before":83,"after":73,"merged":10,"updated":0,"renamed":0,"restored":0,"reassigned":2,"orphaned":3,"quarantined":0}', NULL);
INSERT INTO "migrationRecord" VALUES (6, 'V1toV2', 'merged', 'BucketListItem', 8, '{"id":8,"tripId":7,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', 4);
INSERT INTO "migrationRecord" VALUES (60, 'V1toV2', 'account', 'LivingAccommodation', NULL, '{"before":56,"after":48,"merged":8,"updated":0,"renamed":0,"restored":0,"reassigned":4,"orphaned":5,"quarantined":0}', NULL);
INSERT INTO "migrationRecord" VALUES (61, 'V2toV3', 'restored', 'Trip', 1, '{"id":1,"name":"Paris (4)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (62, 'V2toV3', 'restored', 'Trip', 8, '{"id":8,"name":"Paris (5)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (63, 'V2toV3', 'restored', 'Trip', 11, '{"id":11,"name":"Café (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (64, 'V2toV3', 'restored', 'Trip', 18, '{"id":18,"name":"Café (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (65, 'V2toV3', 'restored', 'Trip', 21, '{"id":21,"name":"Paris (3) (2)","destination":"Łódź","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (66, 'V2toV3', 'restored', 'Trip', 24, '{"id":24,"name":"o''Brien \"%_*\\ (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (67, 'V2toV3', 'restored', 'Trip', 26, '{"id":26,"name":"o''Brien \"%_*\\ (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (68, 'V2toV3', 'restored', 'Trip', 29, '{"id":29,"name":"‮evil (2)","destination":"Łódź","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (69, 'V2toV3', 'restored', 'Trip', 32, '{"id":32,"name":"tab\there (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (7, 'V1toV2', 'merged', 'BucketListItem', 9, '{"id":9,"tripId":7,"title":"Café","details":"","hasReservation":0,"isInPlan":1}', 5);
INSERT INTO "migrationRecord" VALUES (70, 'V2toV3', 'restored', 'Trip', 36, '{"id":36,"name":"tab\there (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (71, 'V2toV3', 'restored', 'Trip', 39, '{"id":39,"name":"line\nbreak (2)","destination":"Łódź","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (72, 'V2toV3', 'restored', 'Trip', 42, '{"id":42,"name":"=1+2 (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (73, 'V2toV3', 'restored', 'Trip', 44, '{"id":44,"name":"=1+2 (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (74, 'V2toV3', 'restored', 'Trip', 47, '{"id":47,"name":"👨‍👩‍👧 trip (2)","destination":"Łódź","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (75, 'V2toV3', 'restored', 'Trip', 50, '{"id":50,"name":"İstanbul (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL);
INSERT INTO "migrationRecord" VALUES (76, 'V2toV3', 'restored', 'Trip', 54, '{"id":54,"name":"İstanbul (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}', NULL);
INSERT INTO "migrationRecord" VALUES (77, 'V2toV3', 'account', 'Trip', NULL, '{"before":32,"after":32,"merged":0,"updated":0,"renamed":0,"restored":16,"reassigned":0,"orphaned":0,"quarantined":0}', NULL);
INSERT INTO "migrationRecord" VALUES (78, 'V2toV3', 'account', 'BucketListItem', NULL, '{"before":73,"after":73,"merged":0,"updated":0,"renamed":0,"restored":0,"reassigned":0,"orphaned":0,"quarantined":0}', NULL);
INSERT INTO "migrationRecord" VALUES (79, 'V2toV3', 'account', 'LivingAccommodation', NULL, '{"before":48,"after":48,"merged":0,"updated":0,"renamed":0,"restored":0,"reassigned":0,"orphaned":0,"quarantined":0}', NULL);
INSERT INTO "migrationRecord" VALUES (8, 'V1toV2', 'merged', 'BucketListItem', 19, '{"id":19,"tripId":14,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}', 14);
INSERT INTO "migrationRecord" VALUES (9, 'V1toV2', 'merged', 'BucketListItem', 20, '{"id":20,"tripId":16,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', 16);
INSERT INTO "historyTransaction" VALUES (1, '2026-11-22T01:37:53.258Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (10, '2026-11-22T02:30:22.947Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (11, '2026-11-22T02:30:22.965Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (2, '2026-11-22T01:37:53.259Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (3, '2026-11-22T01:37:53.261Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (4, '2026-11-22T01:37:53.263Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (5, '2026-11-22T01:37:53.264Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (6, '2026-11-22T01:37:53.266Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (7, '2026-11-22T02:30:22.931Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (8, '2026-11-22T02:30:22.945Z', 'external', '');
INSERT INTO "historyTransaction" VALUES (9, '2026-11-22T02:30:22.946Z', 'external', '');
INSERT INTO "historyChange" VALUES (1, 1, 'Trip', 401, 'insert', NULL, '{"id":401,"name":"New \"in\" V3","destination":"a\\b","startDate":"2027-01-01","endDate":"2027-01-02"}', 'b7f579edfc6d');
INSERT INTO "historyChange" VALUES (10, 4, 'BucketListItem', 15, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '29971f3acb58');
INSERT INTO "historyChange" VALUES (11, 4, 'BucketListItem', 18, 'update', '{"isInPlan":0}', '{"isInPlan":1}', 'ed0edd736238');
INSERT INTO "historyChange" VALUES (12, 4, 'BucketListItem', 24, 'update', '{"isInPlan":0}', '{"isInPlan":1}', '5e0eb530d7ed');
INSERT INTO "historyChange" VALUES (13, 4, 'BucketListItem', 27, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '0abb1655af10');
INSERT INTO "historyChange" VALUES (14, 4, 'BucketListItem', 30, 'update', '{"isInPlan":0}', '{"isInPlan":1}', 'e274971de69d');
INSERT INTO "historyChange" VALUES (15, 4, 'BucketListItem', 33, 'update', '{"isInPlan":1}', '{"isInPlan":0}', 'e55f0d6967fd');
INSERT INTO "historyChange" VALUES (16, 4, 'BucketListItem', 36, 'update', '{"isInPlan":0}', '{"isInPlan":1}', 'ed722855886c');
INSERT INTO "historyChange" VALUES (17, 4, 'BucketListItem', 39, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '75baf4bf77d3');
INSERT INTO "historyChange" VALUES (18, 4, 'BucketListItem', 42, 'update', '{"isInPlan":0}', '{"isInPlan":1}', 'd37cbd728d8c');
INSERT INTO "historyChange" VALUES (19, 4, 'BucketListItem', 45, 'update', '{"isInPlan":1}', '{"isInPlan":0}', 'd80aeeee1f45');
INSERT INTO "historyChange" VALUES (2, 2, 'Trip', 21, 'update', '{"destination":"Łódź"}', '{"destination":"x\u000ay"}', 'b2ec6237d69d');
INSERT INTO "historyChange" VALUES (20, 4, 'BucketListItem', 48, 'update', '{"isInPlan":0}', '{"isInPlan":1}', 'fbf0f796c746');
INSERT INTO "historyChange" VALUES (21, 4, 'BucketListItem', 51, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '447e600201fb');
INSERT INTO "historyChange" VALUES (22, 4, 'BucketListItem', 54, 'update', '{"isInPlan":0}', '{"isInPlan":1}', 'ead2585034bb');
INSERT INTO "historyChange" VALUES (23, 4, 'BucketListItem', 57, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '9a3d7c81d857');
INSERT INTO "historyChange" VALUES (24, 4, 'BucketListItem', 60, 'update', '{"isInPlan":0}', '{"isInPlan":1}', 'a285b58c0c01');
INSERT INTO "historyChange" VALUES (25, 4, 'BucketListItem', 63, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '7caa023e0d6e');
INSERT INTO "historyChange" VALUES (26, 4, 'BucketListItem', 66, 'update', '{"isInPlan":0}', '{"isInPlan":1}', '5730fe6c3eea');
INSERT INTO "historyChange" VALUES (27, 4, 'BucketListItem', 69, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '90617c33b4ac');
INSERT INTO "historyChange" VALUES (28, 4, 'BucketListItem', 72, 'update', '{"isInPlan":0}', '{"isInPlan":1}', '18c20a3fb66e');
INSERT INTO "historyChange" VALUES (29, 4, 'BucketListItem', 75, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '76e2b90bde18');
INSERT INTO "historyChange" VALUES (3, 2, 'Trip', 28, 'update', '{"destination":""}', '{"destination":"x\u000ay"}', '23e3cf9492dc');
INSERT INTO "historyChange" VALUES (30, 4, 'BucketListItem', 78, 'update', '{"isInPlan":0}', '{"isInPlan":1}', '8d501a73e3ae');
INSERT INTO "historyChange" VALUES (31, 4, 'BucketListItem', 81, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '9374e2a17411');
INSERT INTO "historyChange" VALUES (32, 5, 'BucketListItem', 25, 'delete', '{"id":25,"tripId":19,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', NULL, 'db5d3cd82022');
INSERT INTO "historyChange" VALUES (33, 5, 'LivingAccommodation', 17, 'delete', '{"id":17,"tripId":19,"placeName":"Hôtel","address":"","isConfirmed":0}', NULL, '8f5693f8775a');
INSERT INTO "historyChange" VALUES (34, 5, 'LivingAccommodation', 18, 'delete', '{"id":18,"tripId":19,"placeName":"Zweites","address":"","isConfirmed":1}', NULL, '687bd77a7c7d');
INSERT INTO "historyChange" VALUES (35, 5, 'Trip', 19, 'delete', '{"id":19,"name":"Paris (2)","destination":"","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL, 'ab9701280b38');
INSERT INTO "historyChange" VALUES (36, 6, 'LivingAccommodation', 57, 'insert', NULL, '{"id":57,"tripId":null,"placeName":"without a trip","address":"","isConfirmed":0}', '109a6502beda');
INSERT INTO "historyChange" VALUES (37, 7, 'BucketListItem', 14, 'update', '{"id":14,"tripId":11,"title":"Louvre","details":"multi\u000aline","hasReservation":1,"isInPlan":0}', '{"id":14,"tripId":null,"title":"Louvre","details":"multi\u000aline","hasReservation":1,"isInPlan":0}', 'da0e9e8ee8e7');
INSERT INTO "historyChange" VALUES (38, 7, 'BucketListItem', 15, 'update', '{"id":15,"tripId":11,"title":"Café","details":"multi\u000aline","hasReservation":1,"isInPlan":0}', '{"id":15,"tripId":null,"title":"Café","details":"multi\u000aline","hasReservation":1,"isInPlan":0}', '70852f89bba4');
INSERT INTO "historyChange" VALUES (39, 8, 'LivingAccommodation', 13, 'update', '{"id":13,"tripId":11,"placeName":"Zelt","address":"","isConfirmed":1}', '{"id":13,"tripId":null,"placeName":"Zelt","address":"","isConfirmed":1}', '82f8b6cc85b7');
INSERT INTO "historyChange" VALUES (4, 2, 'Trip', 42, 'update', '{"destination":"d\u000ae"}', '{"destination":"x\u000ay"}', 'f0bbf7535895');
INSERT INTO "historyChange" VALUES (40, 8, 'Trip', 11, 'update', '{"id":11,"name":"Café","destination":"replaced","startDate":"2026-05-01","endDate":"2026-05-03"}', '{"id":900,"name":"Café","destination":"replaced","startDate":"2026-05-01","endDate":"2026-05-03"}', '8ce2ca5782ab');
INSERT INTO "historyChange" VALUES (41, 9, 'Trip', 900, 'delete', '{"id":900,"name":"Café","destination":"replaced","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL, '99dffa08baec');
INSERT INTO "historyChange" VALUES (42, 9, 'Trip', 901, 'insert', NULL, '{"id":901,"name":"Café","destination":"again","startDate":"2026-05-01","endDate":"2026-05-03"}', 'df58cd7dfd83');
INSERT INTO "historyChange" VALUES (43, 10, 'BucketListItem', 4, 'update', '{"id":4,"tripId":5,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":4,"tripId":5,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', '35d97308cec2');
INSERT INTO "historyChange" VALUES (44, 10, 'BucketListItem', 12, 'update', '{"id":12,"tripId":8,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}', '{"id":12,"tripId":8,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}', '242d8a9fbda1');
INSERT INTO "historyChange" VALUES (45, 10, 'BucketListItem', 16, 'update', '{"id":16,"tripId":12,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":16,"tripId":12,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', '7f1dab54920a');
INSERT INTO "historyChange" VALUES (46, 10, 'BucketListItem', 24, 'update', '{"id":24,"tripId":18,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}', '{"id":24,"tripId":18,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}', '2ecf1c09da2e');
INSERT INTO "historyChange" VALUES (47, 10, 'BucketListItem', 28, 'update', '{"id":28,"tripId":23,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":28,"tripId":23,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', 'cd8c970bb621');
INSERT INTO "historyChange" VALUES (48, 10, 'BucketListItem', 32, 'update', '{"id":32,"tripId":25,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":32,"tripId":25,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', '1057fc648d5d');
INSERT INTO "historyChange" VALUES (49, 10, 'BucketListItem', 36, 'update', '{"id":36,"tripId":26,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}', '{"id":36,"tripId":26,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}', '9261e5fa0566');
INSERT INTO "historyChange" VALUES (5, 3, 'Trip', 11, 'delete', '{"id":11,"name":"Café","destination":"d\u000ae","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL, '5edfa66ac29a');
INSERT INTO "historyChange" VALUES (50, 10, 'BucketListItem', 40, 'update', '{"id":40,"tripId":30,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":40,"tripId":30,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', '76c2bdfcf92c');
INSERT INTO "historyChange" VALUES (51, 10, 'BucketListItem', 44, 'update', '{"id":44,"tripId":34,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":44,"tripId":34,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', 'dcbdd36a8dc7');
INSERT INTO "historyChange" VALUES (52, 10, 'BucketListItem', 48, 'update', '{"id":48,"tripId":36,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}', '{"id":48,"tripId":36,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}', '26e2d2763187');
INSERT INTO "historyChange" VALUES (53, 10, 'BucketListItem', 52, 'update', '{"id":52,"tripId":41,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":52,"tripId":41,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', 'ca9cd3a8f560');
INSERT INTO "historyChange" VALUES (54, 10, 'BucketListItem', 56, 'update', '{"id":56,"tripId":43,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":56,"tripId":43,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', '960d4fb59156');
INSERT INTO "historyChange" VALUES (55, 10, 'BucketListItem', 60, 'update', '{"id":60,"tripId":44,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}', '{"id":60,"tripId":44,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}', '58004cf68bd7');
INSERT INTO "historyChange" VALUES (56, 10, 'BucketListItem', 64, 'update', '{"id":64,"tripId":48,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":64,"tripId":48,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', '4aa046b952cf');
INSERT INTO "historyChange" VALUES (57, 10, 'BucketListItem', 68, 'update', '{"id":68,"tripId":52,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":68,"tripId":52,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', 'e16e047e3bec');
INSERT INTO "historyChange" VALUES (58, 10, 'BucketListItem', 72, 'update', '{"id":72,"tripId":54,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}', '{"id":72,"tripId":54,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}', '6002d8aa6f25');
INSERT INTO "historyChange" VALUES (59, 10, 'BucketListItem', 76, 'update', '{"id":76,"tripId":null,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', '{"id":76,"tripId":null,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}', '5b3b2854663d');
INSERT INTO "historyChange" VALUES (6, 3, 'Trip', 11, 'insert', NULL, '{"id":11,"name":"Café","destination":"replaced","startDate":"2026-05-01","endDate":"2026-05-03"}', '7306e5e07af3');
INSERT INTO "historyChange" VALUES (60, 11, 'LivingAccommodation', 9, 'delete', '{"id":9,"tripId":10,"placeName":"Hôtel","address":"","isConfirmed":0}', NULL, '69f374109c90');
INSERT INTO "historyChange" VALUES (61, 11, 'LivingAccommodation', 10, 'delete', '{"id":10,"tripId":10,"placeName":"Zweites","address":"","isConfirmed":1}', NULL, '9d946ce86cf8');
INSERT INTO "historyChange" VALUES (62, 11, 'BucketListItem', 13, 'delete', '{"id":13,"tripId":10,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}', NULL, 'f52d5a38487a');
INSERT INTO "historyChange" VALUES (63, 11, 'Trip', 10, 'delete', '{"id":10,"name":"paris","destination":"","startDate":"2026-05-01","endDate":"2026-05-03"}', NULL, '7ef4c31d5cd2');
INSERT INTO "historyChange" VALUES (7, 4, 'BucketListItem', 3, 'update', '{"isInPlan":1}', '{"isInPlan":0}', '983e7f606b58');
INSERT INTO "historyChange" VALUES (8, 4, 'BucketListItem', 6, 'update', '{"isInPlan":0}', '{"isInPlan":1}', '0cf45c9af67c');
INSERT INTO "historyChange" VALUES (9, 4, 'BucketListItem', 12, 'update', '{"isInPlan":0}', '{"isInPlan":1}', '5e0078b14b0b');
INSERT INTO "historyState" VALUES (1, '682b77d565835a2a8eb325156e59c885', NULL, NULL, 11, '2461366.604432466', 448, 0, 0, NULL);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('bucketListItem', 84);
INSERT INTO sqlite_sequence VALUES ('historyChange', 63);
INSERT INTO sqlite_sequence VALUES ('historyTransaction', 11);
INSERT INTO sqlite_sequence VALUES ('livingAccommodation', 57);
INSERT INTO sqlite_sequence VALUES ('migrationRecord', 79);
INSERT INTO sqlite_sequence VALUES ('trip', 901);
CREATE VIEW myTrips as select name, startDate from trip where endDate > '2025';
CREATE INDEX myIndex on trip(destination, startDate);
CREATE INDEX bucketListItem_tripId ON bucketListItem(tripId);
CREATE INDEX livingAccommodation_tripId ON livingAccommodation(tripId);
CREATE TRIGGER myTrigger after update of endDate on trip begin insert into myLog values(new.startDate, new.name); end;
CREATE UNIQUE INDEX trip_name_startDate_endDate ON trip(name, startDate, endDate);
CREATE INDEX trip_startDate ON trip(startDate);
CREATE INDEX trip_endDate ON trip(endDate);
CREATE INDEX historyChange_transactionId ON historyChange(transactionId);
CREATE TRIGGER historyState_noInsert BEFORE INSERT ON historyState
BEGIN
  SELECT raise(ABORT, 'the history has one state');
END;
CREATE TRIGGER historyState_noDelete BEFORE DELETE ON historyState
BEGIN
  SELECT raise(ABORT, 'the history has one state');
END;
CREATE VIEW historyBefore(tableName, rowId) AS SELECT NULL, NULL;
CREATE TRIGGER historyBefore_insert INSTEAD OF INSERT ON historyBefore
BEGIN
  INSERT INTO historyNote(tableName, rowId, entity, record)
  SELECT * FROM historyRecord WHERE tableName = new.tableName AND id = new.rowId AND NOT EXISTS (
    SELECT 1 FROM historyNote WHERE tableName = new.tableName AND rowId = new.rowId);
END;
CREATE VIEW historyAfter(tableName, oldId, newId) AS SELECT NULL, NULL, NULL;
CREATE TRIGGER historyAfter_insert INSTEAD OF INSERT ON historyAfter
BEGIN
  DELETE FROM bucketListItem WHERE new.tableName = 'trip'
    AND tripId IN (SELECT rowId FROM historyNoted WHERE isGone AND rowId IS NOT new.oldId);
  DELETE FROM livingAccommodation WHERE new.tableName = 'trip'
    AND tripId IN (SELECT rowId FROM historyNoted WHERE isGone AND rowId IS NOT new.oldId);
  DELETE FROM historyNoted WHERE tableName = new.tableName
    AND rowId IS NOT new.oldId AND (isGone OR rowId = new.newId);
  INSERT INTO historyEntry
  SELECT new.tableName, ifnull(new.oldId, r.id), r.entity, n.record, r.record, 0
  FROM historyRecord AS r
  LEFT JOIN historyNote AS n ON n.tableName = new.tableName AND n.rowId = new.oldId
  WHERE r.tableName = new.tableName AND r.id = new.newId
    AND (new.oldId IS NULL OR n.id IS NOT NULL);
END;
CREATE VIEW historyNoted AS
SELECT *, tableName = 'trip' AND rowId NOT IN (SELECT id FROM trip) AS isGone FROM historyNote;
CREATE TRIGGER historyNoted_delete INSTEAD OF DELETE ON historyNoted
BEGIN
  INSERT INTO historyEntry SELECT old.tableName, old.rowId, old.entity, old.record, NULL,
    old.tableName <> 'trip'
      AND EXISTS (SELECT 1 FROM historyNoted WHERE tableName = 'trip' AND isGone);
END;
CREATE VIEW historyEntry(tableName, rowId, entity, was, became, pending) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL;
CREATE TRIGGER historyEntry_insert INSTEAD OF INSERT ON historyEntry
BEGIN
  UPDATE historyState SET (currentTransaction, pendingChanges) = (
    SELECT
      iif(statementTime = strftime('%J', 'now')
          AND (total IN (statementChanges, statementChanges + pendingChanges)
            OR (SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'
                OR type = 'table' AND instr(upper(sql), ' REFERENCES ')) > 32),
        currentTransaction, NULL),
      iif(total = statementChanges, pendingChanges, 0)
    FROM (SELECT total_changes() - ifnull(max(id), 0) AS total FROM historyNote))
  WHERE author IS NULL;

  INSERT INTO historyTransaction(author, command)
  SELECT ifnull(author, 'external'), ifnull(command, '') FROM historyState
  WHERE currentTransaction IS NULL AND new.was IS NOT new.became;

  INSERT INTO historyChange(transactionId, entity, rowId, kind, oldValues, newValues)
  SELECT (SELECT max(id) FROM historyTransaction), new.entity, new.rowId,
    iif(new.was IS NULL, 'insert', iif(new.became IS NULL, 'delete', 'update')),
    iif(new.was GLOB '*[' || char(1) || '-' || char(31) || ']*', (
      WITH RECURSIVE escaped(code, json) AS (
        SELECT 1, new.was
        UNION ALL
        SELECT code + 1, replace(json, char(code), format('\u%04x', code))
        FROM escaped WHERE code < 32)
      SELECT json FROM escaped WHERE code = 32), new.was),
    iif(new.became GLOB '*[' || char(1) || '-' || char(31) || ']*', (
      WITH RECURSIVE escaped(code, json) AS (
        SELECT 1, new.became
        UNION ALL
        SELECT code + 1, replace(json, char(code), format('\u%04x', code))
        FROM escaped WHERE code < 32)
      SELECT json FROM escaped WHERE code = 32), new.became)
  WHERE new.was IS NOT new.became;

  DELETE FROM historyNote WHERE tableName = new.tableName
    AND (new.became IS NOT NULL OR rowId = new.rowId);

  UPDATE historyState
  SET currentTransaction = iif(new.was IS new.became, currentTransaction,
      (SELECT max(id) FROM historyTransaction)),
    statementTime = strftime('%J', 'now'),
    statementChanges = total_changes() + 1 - ifnull((SELECT max(id) FROM historyNote), 0),
    pendingChanges = pendingChanges + new.pending
  WHERE author IS NULL OR currentTransaction IS NULL;
END;
CREATE TRIGGER historyTransaction_insertLast AFTER INSERT ON historyTransaction
WHEN new.id <> 1 + max(
  ifnull((SELECT max(id) FROM historyTransaction WHERE id <> new.id), 0),
  ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'historyTransaction'), 0))
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;
CREATE TRIGGER historyTransaction_noUpdate BEFORE UPDATE ON historyTransaction
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;
CREATE TRIGGER historyTransaction_purgeOnly BEFORE DELETE ON historyTransaction
WHEN ifnull((SELECT command FROM historyState), '') NOT GLOB 'history purge*'
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;
CREATE TRIGGER historyChange_insertLast AFTER INSERT ON historyChange
WHEN new.id <> 1 + max(
  ifnull((SELECT max(id) FROM historyChange WHERE id <> new.id), 0),
  ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'historyChange'), 0))
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;
CREATE TRIGGER historyChange_noUpdate BEFORE UPDATE ON historyChange
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;
CREATE TRIGGER historyChange_purgeOnly BEFORE DELETE ON historyChange
WHEN ifnull((SELECT command FROM historyState), '') NOT GLOB 'history purge*'
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;
CREATE VIEW historyRecord(tableName, id, entity, record) AS
SELECT 'trip', id, 'Trip',
'{"id":' || id
|| ',"name":"' || replace(replace(name, '\', '\\'), '"', '\"')
|| '","destination":"' || replace(replace(destination, '\', '\\'), '"', '\"')
|| '","startDate":"' || startDate
|| '","endDate":"' || endDate
|| '"}'
FROM trip
UNION ALL
SELECT 'bucketListItem', id, 'BucketListItem',
'{"id":' || id
|| ',"tripId":' || ifnull(tripId, 'null')
|| ',"title":"' || replace(replace(title, '\', '\\'), '"', '\"')
|| '","details":"' || replace(replace(details, '\', '\\'), '"', '\"')
|| '","hasReservation":' || hasReservation
|| ',"isInPlan":' || isInPlan
|| '}'
FROM bucketListItem
UNION ALL
SELECT 'livingAccommodation', id, 'LivingAccommodation',
'{"id":' || id
|| ',"tripId":' || ifnull(tripId, 'null')
|| ',"placeName":"' || replace(replace(placeName, '\', '\\'), '"', '\"')
|| '","address":"' || replace(replace(address, '\', '\\'), '"', '\"')
|| '","isConfirmed":' || isConfirmed
|| '}'
FROM livingAccommodation;
CREATE TRIGGER trip_beforeInsert BEFORE INSERT ON trip
BEGIN
  INSERT INTO historyBefore SELECT 'trip', id FROM trip
  WHERE id = new.id
    OR name = new.name AND startDate = new.startDate AND endDate = new.endDate;
END;
CREATE TRIGGER trip_beforeUpdate BEFORE UPDATE ON trip
BEGIN
  INSERT INTO historyBefore SELECT 'trip', id FROM trip
  WHERE id IN (old.id, new.id)
    OR name = new.name AND startDate = new.startDate AND endDate = new.endDate;
END;
CREATE TRIGGER trip_beforeDelete BEFORE DELETE ON trip
BEGIN
  INSERT INTO historyBefore VALUES ('trip', old.id);
END;
CREATE TRIGGER trip_afterInsert AFTER INSERT ON trip
BEGIN
  INSERT INTO historyAfter VALUES ('trip', NULL, new.id);
END;
CREATE TRIGGER trip_afterUpdate AFTER UPDATE ON trip
BEGIN
  INSERT INTO historyAfter VALUES ('trip', old.id, new.id);
END;
CREATE TRIGGER trip_afterDelete AFTER DELETE ON trip
BEGIN
  DELETE FROM bucketListItem WHERE tripId = old.id;
  DELETE FROM livingAccommodation WHERE tripId = old.id;
  DELETE FROM historyNoted WHERE tableName = 'trip' AND rowId = old.id;
END;
CREATE TRIGGER bucketListItem_beforeInsert BEFORE INSERT ON bucketListItem
BEGIN
  INSERT INTO historyBefore VALUES ('bucketListItem', new.id);
END;
CREATE TRIGGER bucketListItem_beforeUpdate BEFORE UPDATE ON bucketListItem
BEGIN
  INSERT INTO historyBefore VALUES ('bucketListItem', old.id), ('bucketListItem', new.id);
END;
CREATE TRIGGER bucketListItem_beforeDelete BEFORE DELETE ON bucketListItem
BEGIN
  INSERT INTO historyBefore VALUES ('bucketListItem', old.id);
END;
CREATE TRIGGER bucketListItem_afterInsert AFTER INSERT ON bucketListItem
BEGIN
  INSERT INTO historyAfter VALUES ('bucketListItem', NULL, new.id);
END;
CREATE TRIGGER bucketListItem_afterUpdate AFTER UPDATE ON bucketListItem
BEGIN
  INSERT INTO historyAfter VALUES ('bucketListItem', old.id, new.id);
END;
CREATE TRIGGER bucketListItem_afterDelete AFTER DELETE ON bucketListItem
BEGIN
  DELETE FROM historyNoted WHERE tableName = 'bucketListItem' AND rowId = old.id;
END;
CREATE TRIGGER livingAccommodation_beforeInsert BEFORE INSERT ON livingAccommodation
BEGIN
  INSERT INTO historyBefore VALUES ('livingAccommodation', new.id);
END;
CREATE TRIGGER livingAccommodation_beforeUpdate BEFORE UPDATE ON livingAccommodation
BEGIN
  INSERT INTO historyBefore VALUES ('livingAccommodation', old.id), ('livingAccommodation', new.id);
END;
CREATE TRIGGER livingAccommodation_beforeDelete BEFORE DELETE ON livingAccommodation
BEGIN
  INSERT INTO historyBefore VALUES ('livingAccommodation', old.id);
END;
CREATE TRIGGER livingAccommodation_afterInsert AFTER INSERT ON livingAccommodation
BEGIN
  INSERT INTO historyAfter VALUES ('livingAccommodation', NULL, new.id);
END;
CREATE TRIGGER livingAccommodation_afterUpdate AFTER UPDATE ON livingAccommodation
BEGIN
  INSERT INTO historyAfter VALUES ('livingAccommodation', old.id, new.id);
END;
CREATE TRIGGER livingAccommodation_afterDelete AFTER DELETE ON livingAccommodation
BEGIN
  DELETE FROM historyNoted WHERE tableName = 'livingAccommodation' AND rowId = old.id;
END;
COMMIT;
PRAGMA application_id = 1414678864;
PRAGMA user_version = 3;
