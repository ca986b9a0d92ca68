-- A store of V3, migrated from V2.sql and changed since. Frozen: never edited.
BEGIN TRANSACTION;
CREATE TABLE trip(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  name TEXT NOT NULL CHECK (name <> '' AND instr(name, char(0)) = 0),
  destination TEXT NOT NULL CHECK (instr(destination, char(0)) = 0),
  startDate TEXT NOT NULL CHECK (startDate >= '0001' AND startDate IS date(startDate, '+0 days')),
  endDate TEXT NOT NULL CHECK (endDate >= startDate AND endDate IS date(endDate, '+0 days'))
) STRICT;
INSERT INTO trip VALUES(1,'Paris','Paris, France','2026-05-01','2026-05-03');
INSERT INTO trip VALUES(4,'Paris','France','2025-04-01','2025-04-08');
INSERT INTO trip VALUES(6,'Café','Łódź','0001-01-01','0001-01-01');
INSERT INTO trip VALUES(9,'mine now','x','9999-12-31','9999-12-31');
INSERT INTO trip VALUES(10,'o''Brien "%_*\','','2024-02-29','2024-03-01');
INSERT INTO trip VALUES(11,'paris','','2026-05-01','2026-05-03');
INSERT INTO trip VALUES(12,'東京',replace('d\ne','\n',char(10)),'2026-05-01','2026-05-03');
INSERT INTO trip VALUES(14,'‮evil[31m','','2026-05-01','2026-05-03');
INSERT INTO trip VALUES(21,'Oslo','Norway','2027-01-01','2027-01-03');
CREATE TABLE bucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (instr(title, char(0)) = 0),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  hasReservation INTEGER NOT NULL DEFAULT 0 CHECK (hasReservation IN (0, 1)),
  isInPlan INTEGER NOT NULL DEFAULT 0 CHECK (isInPlan IN (0, 1))
) STRICT;
INSERT INTO bucketListItem VALUES(1,1,'Louvre','',1,1);
INSERT INTO bucketListItem VALUES(3,1,'Louvre','',0,1);
INSERT INTO bucketListItem VALUES(4,1,'Taxi','',0,0);
INSERT INTO bucketListItem VALUES(5,1,'Taxi','',0,0);
INSERT INTO bucketListItem VALUES(7,6,'Canal','x',0,1);
INSERT INTO bucketListItem VALUES(8,NULL,'Lost','',0,0);
INSERT INTO bucketListItem VALUES(9,NULL,'Dangling','',1,1);
INSERT INTO bucketListItem VALUES(11,4,'Café','',0,0);
INSERT INTO bucketListItem VALUES(14,1,'Musée d''Orsay','',0,0);
INSERT INTO bucketListItem VALUES(15,NULL,'Dangling in V2','',0,0);
INSERT INTO bucketListItem VALUES(16,21,'Opera','',0,0);
CREATE TABLE livingAccommodation(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  placeName TEXT NOT NULL CHECK (instr(placeName, char(0)) = 0),
  address TEXT NOT NULL DEFAULT '' CHECK (instr(address, char(0)) = 0),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1))
) STRICT;
INSERT INTO livingAccommodation VALUES(1,1,'H1','',0);
INSERT INTO livingAccommodation VALUES(3,1,'H2','a',1);
INSERT INTO livingAccommodation VALUES(4,1,'H1','',1);
INSERT INTO livingAccommodation VALUES(6,9,'H1','',0);
INSERT INTO livingAccommodation VALUES(8,NULL,'H0','',0);
INSERT INTO livingAccommodation VALUES(9,1,'H3','',0);
INSERT INTO livingAccommodation VALUES(10,4,'H"5\','',0);
CREATE TABLE myPhoto(tripId INTEGER REFERENCES trip(id), path TEXT);
INSERT INTO myPhoto VALUES(1,'a.jpg');
INSERT INTO myPhoto VALUES(12,'b.jpg');
CREATE TABLE migrationRecord(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stage TEXT NOT NULL,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  rowId INTEGER,
  "row" TEXT,
  survivorId INTEGER
) STRICT;
INSERT INTO migrationRecord VALUES(1,'V1toV2','normalized','trip',2,'{"id":2,"name":"Paris ","destination":"","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(2,'V1toV2','normalized','trip',6,'{"id":6,"name":"Café","destination":"Łódź","startDate":"0001-01-01","endDate":"0001-01-01"}',NULL);
INSERT INTO migrationRecord VALUES(3,'V1toV2','normalized','trip',10,'{"id":10,"name":"o''Brien \"%_*\\","destination":" ","startDate":"2024-02-29","endDate":"2024-03-01"}',NULL);
INSERT INTO migrationRecord VALUES(4,'V1toV2','normalized','bucketListItem',4,'{"id":4,"tripId":2,"title":" Taxi","details":"","hasReservation":0,"isInPlan":0}',NULL);
INSERT INTO migrationRecord VALUES(5,'V1toV2','normalized','bucketListItem',11,'{"id":11,"tripId":4,"title":"Café","details":"","hasReservation":0,"isInPlan":0}',NULL);
INSERT INTO migrationRecord VALUES(6,'V1toV2','normalized','livingAccommodation',6,'{"id":6,"tripId":9,"placeName":"H1 ","address":"","isConfirmed":0}',NULL);
INSERT INTO migrationRecord VALUES(7,'V1toV2','orphaned','bucketListItem',8,'{"id":8,"tripId":null,"title":"Lost","details":"","hasReservation":0,"isInPlan":0}',NULL);
INSERT INTO migrationRecord VALUES(8,'V1toV2','orphaned','bucketListItem',9,'{"id":9,"tripId":999,"title":"Dangling","details":"","hasReservation":1,"isInPlan":1}',NULL);
INSERT INTO migrationRecord VALUES(9,'V1toV2','orphaned','livingAccommodation',7,'{"id":7,"tripId":null,"placeName":"H9","address":"","isConfirmed":0}',NULL);
INSERT INTO migrationRecord VALUES(10,'V1toV2','orphaned','livingAccommodation',8,'{"id":8,"tripId":0,"placeName":"H0","address":"","isConfirmed":0}',NULL);
INSERT INTO migrationRecord VALUES(11,'V1toV2','merged','bucketListItem',2,'{"id":2,"tripId":2,"title":"Louvre","details":"","hasReservation":1,"isInPlan":0}',1);
INSERT INTO migrationRecord VALUES(12,'V1toV2','moved','bucketListItem',3,'{"id":3,"tripId":2,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}',1);
INSERT INTO migrationRecord VALUES(13,'V1toV2','moved','bucketListItem',4,'{"id":4,"tripId":2,"title":"Taxi","details":"","hasReservation":0,"isInPlan":0}',1);
INSERT INTO migrationRecord VALUES(14,'V1toV2','moved','bucketListItem',5,'{"id":5,"tripId":2,"title":"Taxi","details":"","hasReservation":0,"isInPlan":0}',1);
INSERT INTO migrationRecord VALUES(15,'V1toV2','merged','livingAccommodation',2,'{"id":2,"tripId":2,"placeName":"H1","address":"","isConfirmed":0}',1);
INSERT INTO migrationRecord VALUES(16,'V1toV2','moved','livingAccommodation',3,'{"id":3,"tripId":2,"placeName":"H2","address":"a","isConfirmed":1}',1);
INSERT INTO migrationRecord VALUES(17,'V1toV2','merged','bucketListItem',6,'{"id":6,"tripId":3,"title":"Taxi","details":"","hasReservation":0,"isInPlan":0}',4);
INSERT INTO migrationRecord VALUES(18,'V1toV2','moved','livingAccommodation',4,'{"id":4,"tripId":3,"placeName":"H1","address":"","isConfirmed":1}',1);
INSERT INTO migrationRecord VALUES(19,'V1toV2','updated','trip',1,'{"id":1,"name":"Paris","destination":"France","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(20,'V1toV2','merged','trip',2,'{"id":2,"name":"Paris","destination":"","startDate":"2026-05-01","endDate":"2026-05-03"}',1);
INSERT INTO migrationRecord VALUES(21,'V1toV2','merged','trip',3,'{"id":3,"name":"Paris","destination":"Île-de-France","startDate":"2026-05-01","endDate":"2026-05-03"}',1);
INSERT INTO migrationRecord VALUES(22,'V1toV2','moved','bucketListItem',7,'{"id":7,"tripId":7,"title":"Canal","details":"x","hasReservation":0,"isInPlan":1}',6);
INSERT INTO migrationRecord VALUES(23,'V1toV2','merged','trip',7,'{"id":7,"name":"Café","destination":"","startDate":"0001-01-01","endDate":"0001-01-01"}',6);
INSERT INTO migrationRecord VALUES(24,'V1toV2','renamed','trip',1,'{"id":1,"name":"Paris","destination":"Île-de-France","startDate":"2026-05-01","endDate":"2026-05-03","givenName":"Paris (3)"}',NULL);
INSERT INTO migrationRecord VALUES(25,'V1toV2','renamed','trip',9,'{"id":9,"name":"Café","destination":"x","startDate":"9999-12-31","endDate":"9999-12-31","givenName":"Café (2)"}',NULL);
INSERT INTO migrationRecord VALUES(26,'V2toV3','restored','trip',1,'{"id":1,"name":"Paris (3)","destination":"Île-de-France","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(27,'V2toV3','normalized','trip',15,'{"id":15,"name":"Paris ","destination":"Paris, France","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(28,'V2toV3','normalized','livingAccommodation',9,'{"id":9,"tripId":15,"placeName":" H3","address":"","isConfirmed":0}',NULL);
INSERT INTO migrationRecord VALUES(29,'V2toV3','orphaned','bucketListItem',15,'{"id":15,"tripId":777,"title":"Dangling in V2","details":"","hasReservation":0,"isInPlan":0}',NULL);
INSERT INTO migrationRecord VALUES(30,'V2toV3','merged','bucketListItem',13,'{"id":13,"tripId":15,"title":"Louvre","details":"","hasReservation":1,"isInPlan":0}',1);
INSERT INTO migrationRecord VALUES(31,'V2toV3','moved','bucketListItem',14,'{"id":14,"tripId":15,"title":"Musée d''Orsay","details":"","hasReservation":0,"isInPlan":0}',1);
INSERT INTO migrationRecord VALUES(32,'V2toV3','moved','livingAccommodation',9,'{"id":9,"tripId":15,"placeName":"H3","address":"","isConfirmed":0}',1);
INSERT INTO migrationRecord VALUES(33,'V2toV3','updated','trip',1,'{"id":1,"name":"Paris","destination":"Île-de-France","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(34,'V2toV3','merged','trip',15,'{"id":15,"name":"Paris","destination":"Paris, France","startDate":"2026-05-01","endDate":"2026-05-03"}',1);
CREATE TABLE historyTransaction(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  timestamp TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  author TEXT NOT NULL,
  command TEXT NOT NULL,
  reverts INTEGER
) STRICT;
INSERT INTO historyTransaction VALUES(1,'2026-11-28T16:20:26.217Z','anna','add',NULL);
INSERT INTO historyTransaction VALUES(2,'2026-11-28T16:20:26.217Z','external','',NULL);
INSERT INTO historyTransaction VALUES(3,'2026-11-28T16:20:26.218Z','anna','edit',NULL);
INSERT INTO historyTransaction VALUES(4,'2026-11-28T16:20:26.219Z','external','',NULL);
INSERT INTO historyTransaction VALUES(5,'2026-11-28T16:20:26.220Z','external','',NULL);
INSERT INTO historyTransaction VALUES(6,'2026-11-28T16:20:26.220Z','anna','undo',3);
INSERT INTO historyTransaction VALUES(7,'2026-11-28T16:20:26.221Z','external','',NULL);
CREATE TABLE historyChange(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  transactionId INTEGER NOT NULL,
  entity TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('insert', 'update', 'delete')),
  nonce TEXT NOT NULL DEFAULT (lower(hex(randomblob(6))))
    CHECK (length(nonce) = 12 AND nonce NOT GLOB '*[^0-9a-f]*')
) STRICT;
INSERT INTO historyChange VALUES(2,1,'bucketListItem',16,'insert','97062d2e609f');
INSERT INTO historyChange VALUES(3,2,'bucketListItem',1,'update','42ee911a2499');
INSERT INTO historyChange VALUES(4,2,'bucketListItem',3,'update','12f4e5924d01');
INSERT INTO historyChange VALUES(5,3,'trip',21,'update','df22f776d520');
INSERT INTO historyChange VALUES(6,3,'trip',21,'update','fc3b6df774dd');
INSERT INTO historyChange VALUES(7,4,'bucketListItem',12,'delete','09871a1e9a38');
INSERT INTO historyChange VALUES(8,4,'trip',5,'delete','7e01b22958bc');
INSERT INTO historyChange VALUES(9,4,'livingAccommodation',10,'insert','fcdd26c7c7d6');
INSERT INTO historyChange VALUES(10,5,'livingAccommodation',7,'delete','3a6785162e36');
INSERT INTO historyChange VALUES(11,6,'trip',21,'update','71e0116115df');
INSERT INTO historyChange VALUES(12,7,'trip',40,'insert','ae4fa85f7303');
INSERT INTO historyChange VALUES(13,7,'trip',40,'delete','a8fa72c4ba0c');
CREATE TABLE tripPast(
  changeId INTEGER PRIMARY KEY, id INTEGER NOT NULL, name TEXT, destination TEXT, startDate TEXT,
  endDate TEXT
) STRICT;
INSERT INTO tripPast VALUES(5,21,'Oslo','Norway','2027-01-01','2027-01-03');
INSERT INTO tripPast VALUES(6,21,'Oslo','Oslo, Norway','2027-01-01','2027-01-03');
INSERT INTO tripPast VALUES(8,5,'Paris (2)','France','2026-06-01','2026-06-01');
INSERT INTO tripPast VALUES(11,21,'Oslo','Oslo, Norway','2027-01-01','2027-01-04');
INSERT INTO tripPast VALUES(13,40,'İstanbul',CAST(x'FF41' AS TEXT),'2027-02-01','2027-02-01');
CREATE TABLE bucketListItemPast(
  changeId INTEGER PRIMARY KEY, id INTEGER NOT NULL, tripId INTEGER, title TEXT, details TEXT,
  hasReservation INTEGER, isInPlan INTEGER
) STRICT;
INSERT INTO bucketListItemPast VALUES(3,1,1,'Louvre','',1,0);
INSERT INTO bucketListItemPast VALUES(4,3,1,'Louvre','',0,0);
INSERT INTO bucketListItemPast VALUES(7,12,5,'','',0,0);
CREATE TABLE livingAccommodationPast(
  changeId INTEGER PRIMARY KEY, id INTEGER NOT NULL, tripId INTEGER, placeName TEXT, address TEXT,
  isConfirmed INTEGER
) STRICT;
INSERT INTO livingAccommodationPast VALUES(10,7,NULL,'H9','',0);
CREATE TABLE historyState(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  storeId TEXT NOT NULL DEFAULT (lower(hex(randomblob(16))))
    CHECK (length(storeId) = 32 AND storeId NOT GLOB '*[^0-9a-f]*'),
  author TEXT, command TEXT, reverts INTEGER,
  currentTransaction INTEGER, statementTime TEXT,
  purgedThrough INTEGER NOT NULL DEFAULT 0, purgedNonce TEXT, knownSince TEXT,
  CHECK ((author IS NULL) = (command IS NULL))
) STRICT;
INSERT INTO historyState VALUES(1,'07a20d95b14f6e5e77cbbde5343e8868',NULL,NULL,NULL,7,'2461373.18085904',1,'daa98da7e2fb','2026-11-28T16:20:26.217Z');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('trip',40);
INSERT INTO sqlite_sequence VALUES('bucketListItem',16);
INSERT INTO sqlite_sequence VALUES('livingAccommodation',10);
INSERT INTO sqlite_sequence VALUES('migrationRecord',34);
INSERT INTO sqlite_sequence VALUES('historyChange',13);
INSERT INTO sqlite_sequence VALUES('historyTransaction',7);
CREATE INDEX myIndex ON trip(destination, endDate);
CREATE VIEW myTrips AS SELECT name, startDate FROM trip;
CREATE TRIGGER myTrigger AFTER INSERT ON myPhoto BEGIN
  UPDATE myPhoto SET path = path || (SELECT endDate FROM trip WHERE id = new.tripId)
  WHERE rowid = new.rowid;
END;
CREATE INDEX bucketListItem_tripId ON bucketListItem(tripId);
CREATE INDEX livingAccommodation_tripId ON livingAccommodation(tripId);
CREATE UNIQUE INDEX trip_name_startDate_endDate ON trip(name, startDate, endDate);
CREATE INDEX trip_startDate ON trip(startDate);
CREATE INDEX trip_endDate ON trip(endDate);
CREATE INDEX historyChange_transactionId ON historyChange(transactionId);
CREATE INDEX historyChange_row ON historyChange(entity, rowId);
CREATE VIEW historyEntry(entity, rowId, kind) AS SELECT NULL, NULL, NULL;
CREATE TRIGGER historyEntry_insert INSTEAD OF INSERT ON historyEntry
BEGIN
  UPDATE historyState SET currentTransaction = NULL
  WHERE author IS NULL AND statementTime IS NOT strftime('%J', 'now');
  INSERT INTO historyTransaction(author, command, reverts)
  SELECT ifnull(author, 'external'), ifnull(command, ''), reverts
  FROM historyState WHERE currentTransaction IS NULL;
  UPDATE historyState SET statementTime = strftime('%J', 'now'),
    currentTransaction = (SELECT max(id) FROM historyTransaction)
  WHERE currentTransaction IS NULL;
  INSERT INTO historyChange(transactionId, entity, rowId, kind)
  SELECT currentTransaction, new.entity, new.rowId, new.kind FROM historyState;
END;
CREATE TRIGGER trip_refuseInsert BEFORE INSERT ON trip
BEGIN
  SELECT raise(ABORT, 'a trip with this id, or this name and these dates already exists; use UPDATE')
  FROM trip WHERE id = new.id
    OR (name, startDate, endDate) = (new.name, new.startDate, new.endDate);
END;
CREATE TRIGGER trip_refuseUpdate BEFORE UPDATE ON trip
BEGIN
  SELECT raise(ABORT, 'the id of a trip cannot change; insert a new trip') WHERE new.id <> old.id;
  SELECT raise(ABORT, 'another trip has this name and these dates; update that trip')
  FROM trip WHERE id <> old.id
    AND (name, startDate, endDate) = (new.name, new.startDate, new.endDate);
END;
CREATE TRIGGER trip_inserted AFTER INSERT ON trip
BEGIN INSERT INTO historyEntry VALUES ('trip', new.id, 'insert'); END;
CREATE TRIGGER trip_updated AFTER UPDATE ON trip
WHEN (old.name, old.destination, old.startDate, old.endDate) IS NOT (
  new.name, new.destination, new.startDate, new.endDate)
BEGIN
  INSERT INTO historyEntry VALUES ('trip', old.id, 'update');
  INSERT INTO tripPast
  SELECT max(id), old.id, old.name, old.destination, old.startDate, old.endDate
  FROM historyChange;
END;
CREATE TRIGGER trip_deleted AFTER DELETE ON trip
BEGIN
  DELETE FROM bucketListItem WHERE tripId = old.id;
  DELETE FROM livingAccommodation WHERE tripId = old.id;
  INSERT INTO historyEntry VALUES ('trip', old.id, 'delete');
  INSERT INTO tripPast
  SELECT max(id), old.id, old.name, old.destination, old.startDate, old.endDate
  FROM historyChange;
END;
CREATE TRIGGER bucketListItem_refuseInsert BEFORE INSERT ON bucketListItem
BEGIN
  SELECT raise(ABORT, 'an item with this id already exists; use UPDATE')
  FROM bucketListItem WHERE id = new.id;
END;
CREATE TRIGGER bucketListItem_refuseUpdate BEFORE UPDATE ON bucketListItem
BEGIN
  SELECT raise(ABORT, 'the id of an item cannot change; insert a new item') WHERE new.id <> old.id;
END;
CREATE TRIGGER bucketListItem_inserted AFTER INSERT ON bucketListItem
BEGIN INSERT INTO historyEntry VALUES ('bucketListItem', new.id, 'insert'); END;
CREATE TRIGGER bucketListItem_updated AFTER UPDATE ON bucketListItem
WHEN (old.tripId, old.title, old.details, old.hasReservation, old.isInPlan) IS NOT (
  new.tripId, new.title, new.details, new.hasReservation, new.isInPlan)
BEGIN
  INSERT INTO historyEntry VALUES ('bucketListItem', old.id, 'update');
  INSERT INTO bucketListItemPast
  SELECT max(id), old.id, old.tripId, old.title, old.details, old.hasReservation, old.isInPlan
  FROM historyChange;
END;
CREATE TRIGGER bucketListItem_deleted AFTER DELETE ON bucketListItem
BEGIN
  INSERT INTO historyEntry VALUES ('bucketListItem', old.id, 'delete');
  INSERT INTO bucketListItemPast
  SELECT max(id), old.id, old.tripId, old.title, old.details, old.hasReservation, old.isInPlan
  FROM historyChange;
END;
CREATE TRIGGER livingAccommodation_refuseInsert BEFORE INSERT ON livingAccommodation
BEGIN
  SELECT raise(ABORT, 'a stay with this id already exists; use UPDATE')
  FROM livingAccommodation WHERE id = new.id;
END;
CREATE TRIGGER livingAccommodation_refuseUpdate BEFORE UPDATE ON livingAccommodation
BEGIN
  SELECT raise(ABORT, 'the id of a stay cannot change; insert a new stay') WHERE new.id <> old.id;
END;
CREATE TRIGGER livingAccommodation_inserted AFTER INSERT ON livingAccommodation
BEGIN INSERT INTO historyEntry VALUES ('livingAccommodation', new.id, 'insert'); END;
CREATE TRIGGER livingAccommodation_updated AFTER UPDATE ON livingAccommodation
WHEN (old.tripId, old.placeName, old.address, old.isConfirmed) IS NOT (
  new.tripId, new.placeName, new.address, new.isConfirmed)
BEGIN
  INSERT INTO historyEntry VALUES ('livingAccommodation', old.id, 'update');
  INSERT INTO livingAccommodationPast
  SELECT max(id), old.id, old.tripId, old.placeName, old.address, old.isConfirmed
  FROM historyChange;
END;
CREATE TRIGGER livingAccommodation_deleted AFTER DELETE ON livingAccommodation
BEGIN
  INSERT INTO historyEntry VALUES ('livingAccommodation', old.id, 'delete');
  INSERT INTO livingAccommodationPast
  SELECT max(id), old.id, old.tripId, old.placeName, old.address, old.isConfirmed
  FROM historyChange;
END;
COMMIT;
PRAGMA application_id = 0x54524950;
PRAGMA user_version = 3;
