-- A store of V2, migrated from V1.sql and changed since. Frozen: never edited.
BEGIN TRANSACTION;
CREATE TABLE trip(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  name TEXT NOT NULL CHECK (name <> '' AND instr(name, char(0)) = 0),
  destination TEXT NOT NULL CHECK (instr(destination, char(0)) = 0),
  startDate TEXT NOT NULL CHECK (startDate >= '0001' AND startDate IS date(startDate, '+0 days')),
  endDate TEXT NOT NULL CHECK (endDate >= startDate AND endDate IS date(endDate, '+0 days'))
) STRICT;
INSERT INTO trip VALUES(1,'Paris (3)','Île-de-France','2026-05-01','2026-05-03');
INSERT INTO trip VALUES(4,'Paris','France','2025-04-01','2025-04-08');
INSERT INTO trip VALUES(5,'Paris (2)','France','2026-06-01','2026-06-01');
INSERT INTO trip VALUES(6,'Café','Łódź','0001-01-01','0001-01-01');
INSERT INTO trip VALUES(9,'mine now','x','9999-12-31','9999-12-31');
INSERT INTO trip VALUES(10,'o''Brien "%_*\','','2024-02-29','2024-03-01');
INSERT INTO trip VALUES(11,'paris','','2026-05-01','2026-05-03');
INSERT INTO trip VALUES(12,'東京',replace('d\ne','\n',char(10)),'2026-05-01','2026-05-03');
INSERT INTO trip VALUES(14,'‮evil[31m','','2026-05-01','2026-05-03');
INSERT INTO trip VALUES(15,'Paris ','Paris, France','2026-05-01','2026-05-03');
CREATE TABLE bucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (instr(title, char(0)) = 0),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  hasReservation INTEGER NOT NULL DEFAULT 0 CHECK (hasReservation IN (0, 1)),
  isInPlan INTEGER NOT NULL DEFAULT 0 CHECK (isInPlan IN (0, 1))
) STRICT;
INSERT INTO bucketListItem VALUES(1,1,'Louvre','',1,0);
INSERT INTO bucketListItem VALUES(3,1,'Louvre','',0,0);
INSERT INTO bucketListItem VALUES(4,1,'Taxi','',0,0);
INSERT INTO bucketListItem VALUES(5,1,'Taxi','',0,0);
INSERT INTO bucketListItem VALUES(7,6,'Canal','x',0,1);
INSERT INTO bucketListItem VALUES(8,NULL,'Lost','',0,0);
INSERT INTO bucketListItem VALUES(9,NULL,'Dangling','',1,1);
INSERT INTO bucketListItem VALUES(11,4,'Café','',0,0);
INSERT INTO bucketListItem VALUES(12,5,'','',0,0);
INSERT INTO bucketListItem VALUES(13,15,'Louvre','',1,0);
INSERT INTO bucketListItem VALUES(14,15,'Musée d''Orsay','',0,0);
INSERT INTO bucketListItem VALUES(15,777,'Dangling in V2','',0,0);
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
INSERT INTO livingAccommodation VALUES(7,NULL,'H9','',0);
INSERT INTO livingAccommodation VALUES(8,NULL,'H0','',0);
INSERT INTO livingAccommodation VALUES(9,15,' H3','',0);
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
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('trip',20);
INSERT INTO sqlite_sequence VALUES('bucketListItem',15);
INSERT INTO sqlite_sequence VALUES('livingAccommodation',9);
INSERT INTO sqlite_sequence VALUES('migrationRecord',25);
CREATE INDEX myIndex ON trip(destination, endDate);
CREATE VIEW myTrips AS SELECT name, startDate FROM trip;
CREATE TRIGGER myTrigger AFTER INSERT ON myPhoto BEGIN
  UPDATE myPhoto SET path = path || (SELECT endDate FROM trip WHERE id = new.tripId)
  WHERE rowid = new.rowid;
END;
CREATE INDEX bucketListItem_tripId ON bucketListItem(tripId);
CREATE INDEX livingAccommodation_tripId ON livingAccommodation(tripId);
CREATE UNIQUE INDEX trip_name ON trip(name);
CREATE TRIGGER trip_deleteChildren AFTER DELETE ON trip
BEGIN
  DELETE FROM bucketListItem WHERE tripId = old.id;
  DELETE FROM livingAccommodation WHERE tripId = old.id;
END;
COMMIT;
PRAGMA application_id = 0x54524950;
PRAGMA user_version = 2;
