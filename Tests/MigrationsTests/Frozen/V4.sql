-- A store of V4 with nasty data, as release 1.0.0 made it. Frozen: never edited.
PRAGMA foreign_keys=OFF;
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
  type TEXT NOT NULL DEFAULT 'trip' CHECK (type IN ('trip', 'business', 'personal')),
  perdiemMinor INTEGER CHECK (perdiemMinor >= 0),
  perdiemCurrency TEXT CHECK (
    perdiemCurrency GLOB '[A-Z][A-Z][A-Z]' AND instr(perdiemCurrency, char(0)) = 0),
  perdiemRule TEXT CHECK (perdiemRule <> '' AND instr(perdiemRule, char(0)) = 0),
  reason TEXT CHECK (reason IN ('family', 'reunion', 'wellness')),
  uid TEXT NOT NULL DEFAULT (
    lower(hex(randomblob(4))) || '-' || lower(hex(randomblob(2)))
    || '-4' || substr(lower(hex(randomblob(2))), 2)
    || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2)
    || '-' || lower(hex(randomblob(6)))
  ) CHECK (uid <> '' AND instr(uid, char(0)) = 0),
  notes TEXT NOT NULL DEFAULT '' CHECK (instr(notes, char(0)) = 0),
  CHECK (endDate >= startDate),
  CHECK ((perdiemMinor IS NULL) = (perdiemCurrency IS NULL)),
  CHECK (type = 'business' OR (perdiemMinor IS NULL AND perdiemRule IS NULL)),
  CHECK (type = 'personal' OR reason IS NULL)
) STRICT;
INSERT INTO trip VALUES(1,' Paris',replace('d\ne','\n',char(10)),'2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000001','changed');
INSERT INTO trip VALUES(5,' Paris',replace('d\ne','\n',char(10)),'0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000005','');
INSERT INTO trip VALUES(8,' Paris',replace('d\ne','\n',char(10)),'9999-12-31','9999-12-31','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000008','');
INSERT INTO trip VALUES(12,'Café',replace('d\ne','\n',char(10)),'0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000000c','');
INSERT INTO trip VALUES(18,'Café',replace('d\ne','\n',char(10)),'9999-12-31','9999-12-31','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000012','');
INSERT INTO trip VALUES(21,'Paris (3)',replace('x\ny','\n',char(10)),'2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000015','');
INSERT INTO trip VALUES(23,'Paris (3)','Łódź','0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000017','');
INSERT INTO trip VALUES(24,'o''Brien "%_*\',replace('d\ne','\n',char(10)),'2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000018','');
INSERT INTO trip VALUES(25,'o''Brien "%_*\',replace('d\ne','\n',char(10)),'0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000019','');
INSERT INTO trip VALUES(26,'o''Brien "%_*\',replace('d\ne','\n',char(10)),'9999-12-31','9999-12-31','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000001a','');
INSERT INTO trip VALUES(28,'東京',replace('x\ny','\n',char(10)),'2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000001c','');
INSERT INTO trip VALUES(29,'‮evil','Łódź','2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000001d','');
INSERT INTO trip VALUES(30,'‮evil','Łódź','0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000001e','');
INSERT INTO trip VALUES(32,'tab	here',replace('d\ne','\n',char(10)),'2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000020','');
INSERT INTO trip VALUES(34,'tab	here',replace('d\ne','\n',char(10)),'0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000022','');
INSERT INTO trip VALUES(36,'tab	here',replace('d\ne','\n',char(10)),'9999-12-31','9999-12-31','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000024','');
INSERT INTO trip VALUES(37,'[31mred','','2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000025','');
INSERT INTO trip VALUES(39,replace('line\nbreak','\n',char(10)),'Łódź','2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000027','');
INSERT INTO trip VALUES(41,replace('line\nbreak','\n',char(10)),'Łódź','0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000029','');
INSERT INTO trip VALUES(42,'=1+2',replace('x\ny','\n',char(10)),'2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000002a','');
INSERT INTO trip VALUES(43,'=1+2',replace('d\ne','\n',char(10)),'0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000002b','');
INSERT INTO trip VALUES(44,'=1+2',replace('d\ne','\n',char(10)),'9999-12-31','9999-12-31','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000002c','');
INSERT INTO trip VALUES(46,'a​b','','2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000002e','');
INSERT INTO trip VALUES(47,'👨‍👩‍👧 trip','Łódź','2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-00000000002f','');
INSERT INTO trip VALUES(48,'👨‍👩‍👧 trip','Łódź','0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000030','');
INSERT INTO trip VALUES(50,'İstanbul',replace('d\ne','\n',char(10)),'2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000032','');
INSERT INTO trip VALUES(52,'İstanbul',replace('d\ne','\n',char(10)),'0001-01-01','0001-01-01','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000034','');
INSERT INTO trip VALUES(54,'İstanbul',replace('d\ne','\n',char(10)),'9999-12-31','9999-12-31','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000036','');
INSERT INTO trip VALUES(55,'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx','','2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'682b77d5-6583-45a2-8a8e-000000000037','');
INSERT INTO trip VALUES(401,'New "in" V3','a\b','2027-01-01','2027-01-02','trip',NULL,NULL,NULL,NULL,'b7f579ed-fc6d-45a2-8a8e-000000000191','');
INSERT INTO trip VALUES(901,'Café','again','2026-05-01','2026-05-03','trip',NULL,NULL,NULL,NULL,'df58cd7d-fd83-45a2-8a8e-000000000385','');
INSERT INTO trip VALUES(902,'Büro "x"\','Łódź','2027-02-01','2027-02-04','business',12050,'EUR','first-last:75%',NULL,'610d016d-f6fe-4b52-826a-8946db926a39',replace('line\n\n[ ] no item	tab','\n',char(10)));
INSERT INTO trip VALUES(903,'Wellness','','2027-03-01','2027-03-02','personal',NULL,NULL,NULL,'wellness','7b7a5325-0065-46f8-bcb6-b2638e266e4a','');
CREATE TABLE bucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (instr(title, char(0)) = 0),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  hasReservation INTEGER NOT NULL DEFAULT 0 CHECK (hasReservation IN (0, 1)),
  isInPlan INTEGER NOT NULL DEFAULT 0 CHECK (isInPlan IN (0, 1)),
  isDone INTEGER NOT NULL DEFAULT 0 CHECK (isDone IN (0, 1))
) STRICT;
INSERT INTO bucketListItem VALUES(1,1,'Louvre','',0,0,0);
INSERT INTO bucketListItem VALUES(2,1,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(3,1,'Café',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(4,5,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(5,5,'Café','',0,1,0);
INSERT INTO bucketListItem VALUES(6,5,'','',0,1,0);
INSERT INTO bucketListItem VALUES(10,8,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(11,8,'Café',replace('multi\nline','\n',char(10)),1,1,0);
INSERT INTO bucketListItem VALUES(12,8,'','\ "	',1,1,0);
INSERT INTO bucketListItem VALUES(14,NULL,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(15,NULL,'Café',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(16,12,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(17,12,'Café','',0,1,0);
INSERT INTO bucketListItem VALUES(18,12,'','',0,1,0);
INSERT INTO bucketListItem VALUES(22,18,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(23,18,'Café',replace('multi\nline','\n',char(10)),1,1,0);
INSERT INTO bucketListItem VALUES(24,18,'','\ "	',1,1,0);
INSERT INTO bucketListItem VALUES(26,21,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(27,21,'Café',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(28,23,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(29,23,'Café','',0,1,0);
INSERT INTO bucketListItem VALUES(30,23,'','',0,1,0);
INSERT INTO bucketListItem VALUES(31,24,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(32,25,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(33,25,'Café','',0,0,0);
INSERT INTO bucketListItem VALUES(34,26,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(35,26,'Café',replace('multi\nline','\n',char(10)),1,1,0);
INSERT INTO bucketListItem VALUES(36,26,'','\ "	',1,1,0);
INSERT INTO bucketListItem VALUES(37,28,'Louvre','',0,0,0);
INSERT INTO bucketListItem VALUES(38,29,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(39,29,'Café',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(40,30,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(41,30,'Café','',0,1,0);
INSERT INTO bucketListItem VALUES(42,30,'','',0,1,0);
INSERT INTO bucketListItem VALUES(43,32,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(44,34,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(45,34,'Café','',0,0,0);
INSERT INTO bucketListItem VALUES(46,36,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(47,36,'Café',replace('multi\nline','\n',char(10)),1,1,0);
INSERT INTO bucketListItem VALUES(48,36,'','\ "	',1,1,0);
INSERT INTO bucketListItem VALUES(49,37,'Louvre','',0,0,0);
INSERT INTO bucketListItem VALUES(50,39,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(51,39,'Café',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(52,41,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(53,41,'Café','',0,1,0);
INSERT INTO bucketListItem VALUES(54,41,'','',0,1,0);
INSERT INTO bucketListItem VALUES(55,42,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(56,43,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(57,43,'Café','',0,0,0);
INSERT INTO bucketListItem VALUES(58,44,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(59,44,'Café',replace('multi\nline','\n',char(10)),1,1,0);
INSERT INTO bucketListItem VALUES(60,44,'','\ "	',1,1,0);
INSERT INTO bucketListItem VALUES(61,46,'Louvre','',0,0,0);
INSERT INTO bucketListItem VALUES(62,47,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(63,47,'Café',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(64,48,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(65,48,'Café','',0,1,0);
INSERT INTO bucketListItem VALUES(66,48,'','',0,1,0);
INSERT INTO bucketListItem VALUES(67,50,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(68,52,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(69,52,'Café','',0,0,0);
INSERT INTO bucketListItem VALUES(70,54,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(71,54,'Café',replace('multi\nline','\n',char(10)),1,1,0);
INSERT INTO bucketListItem VALUES(72,54,'','\ "	',1,1,0);
INSERT INTO bucketListItem VALUES(73,55,'Louvre','',0,0,0);
INSERT INTO bucketListItem VALUES(74,NULL,'Louvre',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(75,NULL,'Café',replace('multi\nline','\n',char(10)),1,0,0);
INSERT INTO bucketListItem VALUES(76,NULL,'Louvre','\ "	',0,0,0);
INSERT INTO bucketListItem VALUES(77,NULL,'Café','',0,1,0);
INSERT INTO bucketListItem VALUES(78,NULL,'','',0,1,0);
INSERT INTO bucketListItem VALUES(81,1,'Café','',0,0,0);
INSERT INTO bucketListItem VALUES(85,903,'Sauna','',0,0,0);
INSERT INTO bucketListItem VALUES(86,903,'Bad','',0,0,1);
INSERT INTO bucketListItem VALUES(87,903,'Sauna "2"','',0,0,0);
CREATE TABLE livingAccommodation(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  placeName TEXT NOT NULL CHECK (instr(placeName, char(0)) = 0),
  address TEXT NOT NULL DEFAULT '' CHECK (instr(address, char(0)) = 0),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1))
) STRICT;
INSERT INTO livingAccommodation VALUES(2,NULL,'Zweites','',1);
INSERT INTO livingAccommodation VALUES(7,5,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(8,8,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(13,NULL,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(14,NULL,'Zweites','',0);
INSERT INTO livingAccommodation VALUES(15,12,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(16,18,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(19,21,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(20,23,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(21,24,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(22,24,'Zweites','',0);
INSERT INTO livingAccommodation VALUES(23,25,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(24,26,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(25,28,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(26,28,'Zweites','',1);
INSERT INTO livingAccommodation VALUES(27,29,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(28,30,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(29,32,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(30,32,'Zweites','',0);
INSERT INTO livingAccommodation VALUES(31,34,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(32,36,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(33,37,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(34,37,'Zweites','',1);
INSERT INTO livingAccommodation VALUES(35,39,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(36,41,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(37,42,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(38,42,'Zweites','',0);
INSERT INTO livingAccommodation VALUES(39,43,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(40,44,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(41,46,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(42,46,'Zweites','',1);
INSERT INTO livingAccommodation VALUES(43,47,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(44,48,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(45,50,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(46,50,'Zweites','',0);
INSERT INTO livingAccommodation VALUES(47,52,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(48,54,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(49,55,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(50,55,'Zweites','',1);
INSERT INTO livingAccommodation VALUES(51,NULL,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(52,NULL,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(54,NULL,'Zweites','',0);
INSERT INTO livingAccommodation VALUES(55,NULL,'Hôtel','',0);
INSERT INTO livingAccommodation VALUES(56,1,'Zelt','',1);
INSERT INTO livingAccommodation VALUES(57,NULL,'without a trip','',0);
INSERT INTO livingAccommodation VALUES(58,903,'Hotel',replace('Weg 1\nOrt','\n',char(10)),1);
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
INSERT INTO migrationRecord VALUES(1,'V1toV2','orphaned','BucketListItem',76,'{"id":76,"tripId":999,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}',NULL);
INSERT INTO migrationRecord VALUES(2,'V1toV2','orphaned','BucketListItem',77,'{"id":77,"tripId":999,"title":"Café","details":"","hasReservation":0,"isInPlan":1}',NULL);
INSERT INTO migrationRecord VALUES(3,'V1toV2','orphaned','BucketListItem',78,'{"id":78,"tripId":999,"title":"","details":"","hasReservation":0,"isInPlan":0}',NULL);
INSERT INTO migrationRecord VALUES(4,'V1toV2','orphaned','LivingAccommodation',52,'{"id":52,"tripId":999,"placeName":"Hôtel","address":"","isConfirmed":0}',NULL);
INSERT INTO migrationRecord VALUES(5,'V1toV2','merged','BucketListItem',7,'{"id":7,"tripId":6,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}',2);
INSERT INTO migrationRecord VALUES(6,'V1toV2','merged','BucketListItem',8,'{"id":8,"tripId":7,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}',4);
INSERT INTO migrationRecord VALUES(7,'V1toV2','merged','BucketListItem',9,'{"id":9,"tripId":7,"title":"Café","details":"","hasReservation":0,"isInPlan":1}',5);
INSERT INTO migrationRecord VALUES(8,'V1toV2','merged','BucketListItem',19,'{"id":19,"tripId":14,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}',14);
INSERT INTO migrationRecord VALUES(9,'V1toV2','merged','BucketListItem',20,'{"id":20,"tripId":16,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}',16);
INSERT INTO migrationRecord VALUES(10,'V1toV2','merged','BucketListItem',21,'{"id":21,"tripId":16,"title":"Café","details":"","hasReservation":0,"isInPlan":1}',17);
INSERT INTO migrationRecord VALUES(11,'V1toV2','merged','BucketListItem',79,'{"id":79,"tripId":1,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}',2);
INSERT INTO migrationRecord VALUES(12,'V1toV2','merged','BucketListItem',80,'{"id":80,"tripId":1,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}',1);
INSERT INTO migrationRecord VALUES(13,'V1toV2','merged','BucketListItem',82,'{"id":82,"tripId":3,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}',2);
INSERT INTO migrationRecord VALUES(14,'V1toV2','merged','BucketListItem',83,'{"id":83,"tripId":3,"title":"Café","details":"multi\nline","hasReservation":1,"isInPlan":1}',3);
INSERT INTO migrationRecord VALUES(15,'V1toV2','reassigned','BucketListItem',2,'{"id":2,"tripId":3,"title":"Louvre","details":"multi\nline","hasReservation":1,"isInPlan":0}',1);
INSERT INTO migrationRecord VALUES(16,'V1toV2','reassigned','BucketListItem',3,'{"id":3,"tripId":3,"title":"Café","details":"multi\nline","hasReservation":1,"isInPlan":1}',1);
INSERT INTO migrationRecord VALUES(17,'V1toV2','merged','LivingAccommodation',1,'{"id":1,"tripId":1,"placeName":"Hôtel","address":"","isConfirmed":0}',55);
INSERT INTO migrationRecord VALUES(18,'V1toV2','merged','LivingAccommodation',3,'{"id":3,"tripId":3,"placeName":"Zelt","address":"","isConfirmed":1}',56);
INSERT INTO migrationRecord VALUES(19,'V1toV2','merged','LivingAccommodation',4,'{"id":4,"tripId":5,"placeName":"Hôtel","address":"","isConfirmed":0}',7);
INSERT INTO migrationRecord VALUES(20,'V1toV2','merged','LivingAccommodation',5,'{"id":5,"tripId":6,"placeName":"Zelt","address":"","isConfirmed":1}',56);
INSERT INTO migrationRecord VALUES(21,'V1toV2','merged','LivingAccommodation',6,'{"id":6,"tripId":6,"placeName":"Zweites","address":"","isConfirmed":0}',54);
INSERT INTO migrationRecord VALUES(22,'V1toV2','merged','LivingAccommodation',11,'{"id":11,"tripId":11,"placeName":"Zelt","address":"","isConfirmed":1}',13);
INSERT INTO migrationRecord VALUES(23,'V1toV2','merged','LivingAccommodation',12,'{"id":12,"tripId":12,"placeName":"Hôtel","address":"","isConfirmed":0}',15);
INSERT INTO migrationRecord VALUES(24,'V1toV2','merged','LivingAccommodation',53,'{"id":53,"tripId":1,"placeName":"Zelt","address":"","isConfirmed":1}',56);
INSERT INTO migrationRecord VALUES(25,'V1toV2','reassigned','LivingAccommodation',7,'{"id":7,"tripId":7,"placeName":"Hôtel","address":"","isConfirmed":0}',5);
INSERT INTO migrationRecord VALUES(26,'V1toV2','reassigned','LivingAccommodation',13,'{"id":13,"tripId":14,"placeName":"Zelt","address":"","isConfirmed":1}',11);
INSERT INTO migrationRecord VALUES(27,'V1toV2','reassigned','LivingAccommodation',15,'{"id":15,"tripId":16,"placeName":"Hôtel","address":"","isConfirmed":0}',12);
INSERT INTO migrationRecord VALUES(28,'V1toV2','reassigned','LivingAccommodation',56,'{"id":56,"tripId":3,"placeName":"Zelt","address":"","isConfirmed":1}',1);
INSERT INTO migrationRecord VALUES(29,'V1toV2','orphaned','LivingAccommodation',2,'{"id":2,"tripId":1,"placeName":"Zweites","address":"","isConfirmed":1}',NULL);
INSERT INTO migrationRecord VALUES(30,'V1toV2','orphaned','LivingAccommodation',14,'{"id":14,"tripId":14,"placeName":"Zweites","address":"","isConfirmed":0}',NULL);
INSERT INTO migrationRecord VALUES(31,'V1toV2','orphaned','LivingAccommodation',54,'{"id":54,"tripId":1,"placeName":"Zweites","address":"","isConfirmed":0}',NULL);
INSERT INTO migrationRecord VALUES(32,'V1toV2','orphaned','LivingAccommodation',55,'{"id":55,"tripId":1,"placeName":"Hôtel","address":"","isConfirmed":0}',NULL);
INSERT INTO migrationRecord VALUES(33,'V1toV2','updated','Trip',1,'{"id":1,"name":"Paris","destination":"","start_date":"2026-05-01","end_date":"2026-05-03"}',1);
INSERT INTO migrationRecord VALUES(34,'V1toV2','updated','Trip',5,'{"id":5,"name":"Paris ","destination":"Łódź","start_date":"0001-01-01","end_date":"0001-01-01"}',5);
INSERT INTO migrationRecord VALUES(35,'V1toV2','updated','Trip',11,'{"id":11,"name":"Café","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}',11);
INSERT INTO migrationRecord VALUES(36,'V1toV2','updated','Trip',12,'{"id":12,"name":"Café","destination":"Łódź","start_date":"0001-01-01","end_date":"0001-01-01"}',12);
INSERT INTO migrationRecord VALUES(37,'V1toV2','merged','Trip',3,'{"id":3,"name":"Paris ","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}',1);
INSERT INTO migrationRecord VALUES(38,'V1toV2','merged','Trip',6,'{"id":6,"name":" Paris","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}',1);
INSERT INTO migrationRecord VALUES(39,'V1toV2','merged','Trip',7,'{"id":7,"name":" Paris","destination":"d\ne","start_date":"0001-01-01","end_date":"0001-01-01"}',5);
INSERT INTO migrationRecord VALUES(40,'V1toV2','merged','Trip',14,'{"id":14,"name":"Café","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}',11);
INSERT INTO migrationRecord VALUES(41,'V1toV2','merged','Trip',16,'{"id":16,"name":"Café","destination":"d\ne","start_date":"0001-01-01","end_date":"0001-01-01"}',12);
INSERT INTO migrationRecord VALUES(42,'V1toV2','renamed','Trip',1,'{"id":1,"name":" Paris","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(43,'V1toV2','renamed','Trip',8,'{"id":8,"name":" Paris","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(44,'V1toV2','renamed','Trip',11,'{"id":11,"name":"Café","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(45,'V1toV2','renamed','Trip',18,'{"id":18,"name":"Café","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(46,'V1toV2','renamed','Trip',21,'{"id":21,"name":"Paris (3)","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(47,'V1toV2','renamed','Trip',24,'{"id":24,"name":"o''Brien \"%_*\\","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(48,'V1toV2','renamed','Trip',26,'{"id":26,"name":"o''Brien \"%_*\\","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(49,'V1toV2','renamed','Trip',29,'{"id":29,"name":"‮evil","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(50,'V1toV2','renamed','Trip',32,'{"id":32,"name":"tab\there","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(51,'V1toV2','renamed','Trip',36,'{"id":36,"name":"tab\there","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(52,'V1toV2','renamed','Trip',39,'{"id":39,"name":"line\nbreak","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(53,'V1toV2','renamed','Trip',42,'{"id":42,"name":"=1+2","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(54,'V1toV2','renamed','Trip',44,'{"id":44,"name":"=1+2","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(55,'V1toV2','renamed','Trip',47,'{"id":47,"name":"👨‍👩‍👧 trip","destination":"Łódź","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(56,'V1toV2','renamed','Trip',50,'{"id":50,"name":"İstanbul","destination":"d\ne","start_date":"2026-05-01","end_date":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(57,'V1toV2','renamed','Trip',54,'{"id":54,"name":"İstanbul","destination":"d\ne","start_date":"9999-12-31","end_date":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(58,'V1toV2','account','Trip',NULL,'{"before":37,"after":32,"merged":5,"updated":4,"renamed":16,"restored":0,"reassigned":0,"orphaned":0,"quarantined":0}',NULL);
INSERT INTO migrationRecord VALUES(59,'V1toV2','account','BucketListItem',NULL,'{"before":83,"after":73,"merged":10,"updated":0,"renamed":0,"restored":0,"reassigned":2,"orphaned":3,"quarantined":0}',NULL);
INSERT INTO migrationRecord VALUES(60,'V1toV2','account','LivingAccommodation',NULL,'{"before":56,"after":48,"merged":8,"updated":0,"renamed":0,"restored":0,"reassigned":4,"orphaned":5,"quarantined":0}',NULL);
INSERT INTO migrationRecord VALUES(61,'V2toV3','restored','Trip',1,'{"id":1,"name":"Paris (4)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(62,'V2toV3','restored','Trip',8,'{"id":8,"name":"Paris (5)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(63,'V2toV3','restored','Trip',11,'{"id":11,"name":"Café (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(64,'V2toV3','restored','Trip',18,'{"id":18,"name":"Café (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(65,'V2toV3','restored','Trip',21,'{"id":21,"name":"Paris (3) (2)","destination":"Łódź","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(66,'V2toV3','restored','Trip',24,'{"id":24,"name":"o''Brien \"%_*\\ (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(67,'V2toV3','restored','Trip',26,'{"id":26,"name":"o''Brien \"%_*\\ (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(68,'V2toV3','restored','Trip',29,'{"id":29,"name":"‮evil (2)","destination":"Łódź","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(69,'V2toV3','restored','Trip',32,'{"id":32,"name":"tab\there (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(70,'V2toV3','restored','Trip',36,'{"id":36,"name":"tab\there (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(71,'V2toV3','restored','Trip',39,'{"id":39,"name":"line\nbreak (2)","destination":"Łódź","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(72,'V2toV3','restored','Trip',42,'{"id":42,"name":"=1+2 (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(73,'V2toV3','restored','Trip',44,'{"id":44,"name":"=1+2 (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(74,'V2toV3','restored','Trip',47,'{"id":47,"name":"👨‍👩‍👧 trip (2)","destination":"Łódź","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(75,'V2toV3','restored','Trip',50,'{"id":50,"name":"İstanbul (2)","destination":"d\ne","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL);
INSERT INTO migrationRecord VALUES(76,'V2toV3','restored','Trip',54,'{"id":54,"name":"İstanbul (3)","destination":"d\ne","startDate":"9999-12-31","endDate":"9999-12-31"}',NULL);
INSERT INTO migrationRecord VALUES(77,'V2toV3','account','Trip',NULL,'{"before":32,"after":32,"merged":0,"updated":0,"renamed":0,"restored":16,"reassigned":0,"orphaned":0,"quarantined":0}',NULL);
INSERT INTO migrationRecord VALUES(78,'V2toV3','account','BucketListItem',NULL,'{"before":73,"after":73,"merged":0,"updated":0,"renamed":0,"restored":0,"reassigned":0,"orphaned":0,"quarantined":0}',NULL);
INSERT INTO migrationRecord VALUES(79,'V2toV3','account','LivingAccommodation',NULL,'{"before":48,"after":48,"merged":0,"updated":0,"renamed":0,"restored":0,"reassigned":0,"orphaned":0,"quarantined":0}',NULL);
INSERT INTO migrationRecord VALUES(80,'V3toV4','account','Trip',NULL,'{"before":31,"after":31,"merged":0,"updated":0,"renamed":0,"restored":0,"reassigned":0,"orphaned":0,"quarantined":0}',NULL);
INSERT INTO migrationRecord VALUES(81,'V3toV4','account','BucketListItem',NULL,'{"before":71,"after":71,"merged":0,"updated":0,"renamed":0,"restored":0,"reassigned":0,"orphaned":0,"quarantined":0}',NULL);
INSERT INTO migrationRecord VALUES(82,'V3toV4','account','LivingAccommodation',NULL,'{"before":45,"after":45,"merged":0,"updated":0,"renamed":0,"restored":0,"reassigned":0,"orphaned":0,"quarantined":0}',NULL);
CREATE TABLE historyTransaction(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  timestamp TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  author TEXT NOT NULL,
  command TEXT NOT NULL
) STRICT;
INSERT INTO historyTransaction VALUES(1,'2026-11-22T01:37:53.258Z','external','');
INSERT INTO historyTransaction VALUES(2,'2026-11-22T01:37:53.259Z','external','');
INSERT INTO historyTransaction VALUES(3,'2026-11-22T01:37:53.261Z','external','');
INSERT INTO historyTransaction VALUES(4,'2026-11-22T01:37:53.263Z','external','');
INSERT INTO historyTransaction VALUES(5,'2026-11-22T01:37:53.264Z','external','');
INSERT INTO historyTransaction VALUES(6,'2026-11-22T01:37:53.266Z','external','');
INSERT INTO historyTransaction VALUES(7,'2026-11-22T02:30:22.931Z','external','');
INSERT INTO historyTransaction VALUES(8,'2026-11-22T02:30:22.945Z','external','');
INSERT INTO historyTransaction VALUES(9,'2026-11-22T02:30:22.946Z','external','');
INSERT INTO historyTransaction VALUES(10,'2026-11-22T02:30:22.947Z','external','');
INSERT INTO historyTransaction VALUES(11,'2026-11-22T02:30:22.965Z','external','');
INSERT INTO historyTransaction VALUES(12,'2026-11-24T02:24:56.051Z','trips','add');
INSERT INTO historyTransaction VALUES(13,'2026-11-24T02:24:56.069Z','trips','add');
INSERT INTO historyTransaction VALUES(14,'2026-11-24T02:24:56.076Z','trips','bucket add');
INSERT INTO historyTransaction VALUES(15,'2026-11-24T02:24:56.086Z','trips','bucket done');
INSERT INTO historyTransaction VALUES(16,'2026-11-24T02:24:56.104Z','trips','stay set');
INSERT INTO historyTransaction VALUES(17,'2026-11-24T02:24:56.128Z','trips','stay confirm');
INSERT INTO historyTransaction VALUES(18,'2026-11-24T02:24:56.139Z','trips','edit');
INSERT INTO historyTransaction VALUES(19,'2026-11-24T02:24:56.154Z','trips','delete');
INSERT INTO historyTransaction VALUES(20,'2026-11-24T02:24:56.178Z','trips','undo 19');
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
INSERT INTO historyChange VALUES(1,1,'Trip',401,'insert',NULL,'{"id":401,"name":"New \"in\" V3","destination":"a\\b","startDate":"2027-01-01","endDate":"2027-01-02"}','b7f579edfc6d');
INSERT INTO historyChange VALUES(2,2,'Trip',21,'update','{"destination":"Łódź"}','{"destination":"x\u000ay"}','b2ec6237d69d');
INSERT INTO historyChange VALUES(3,2,'Trip',28,'update','{"destination":""}','{"destination":"x\u000ay"}','23e3cf9492dc');
INSERT INTO historyChange VALUES(4,2,'Trip',42,'update','{"destination":"d\u000ae"}','{"destination":"x\u000ay"}','f0bbf7535895');
INSERT INTO historyChange VALUES(5,3,'Trip',11,'delete','{"id":11,"name":"Café","destination":"d\u000ae","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL,'5edfa66ac29a');
INSERT INTO historyChange VALUES(6,3,'Trip',11,'insert',NULL,'{"id":11,"name":"Café","destination":"replaced","startDate":"2026-05-01","endDate":"2026-05-03"}','7306e5e07af3');
INSERT INTO historyChange VALUES(7,4,'BucketListItem',3,'update','{"isInPlan":1}','{"isInPlan":0}','983e7f606b58');
INSERT INTO historyChange VALUES(8,4,'BucketListItem',6,'update','{"isInPlan":0}','{"isInPlan":1}','0cf45c9af67c');
INSERT INTO historyChange VALUES(9,4,'BucketListItem',12,'update','{"isInPlan":0}','{"isInPlan":1}','5e0078b14b0b');
INSERT INTO historyChange VALUES(10,4,'BucketListItem',15,'update','{"isInPlan":1}','{"isInPlan":0}','29971f3acb58');
INSERT INTO historyChange VALUES(11,4,'BucketListItem',18,'update','{"isInPlan":0}','{"isInPlan":1}','ed0edd736238');
INSERT INTO historyChange VALUES(12,4,'BucketListItem',24,'update','{"isInPlan":0}','{"isInPlan":1}','5e0eb530d7ed');
INSERT INTO historyChange VALUES(13,4,'BucketListItem',27,'update','{"isInPlan":1}','{"isInPlan":0}','0abb1655af10');
INSERT INTO historyChange VALUES(14,4,'BucketListItem',30,'update','{"isInPlan":0}','{"isInPlan":1}','e274971de69d');
INSERT INTO historyChange VALUES(15,4,'BucketListItem',33,'update','{"isInPlan":1}','{"isInPlan":0}','e55f0d6967fd');
INSERT INTO historyChange VALUES(16,4,'BucketListItem',36,'update','{"isInPlan":0}','{"isInPlan":1}','ed722855886c');
INSERT INTO historyChange VALUES(17,4,'BucketListItem',39,'update','{"isInPlan":1}','{"isInPlan":0}','75baf4bf77d3');
INSERT INTO historyChange VALUES(18,4,'BucketListItem',42,'update','{"isInPlan":0}','{"isInPlan":1}','d37cbd728d8c');
INSERT INTO historyChange VALUES(19,4,'BucketListItem',45,'update','{"isInPlan":1}','{"isInPlan":0}','d80aeeee1f45');
INSERT INTO historyChange VALUES(20,4,'BucketListItem',48,'update','{"isInPlan":0}','{"isInPlan":1}','fbf0f796c746');
INSERT INTO historyChange VALUES(21,4,'BucketListItem',51,'update','{"isInPlan":1}','{"isInPlan":0}','447e600201fb');
INSERT INTO historyChange VALUES(22,4,'BucketListItem',54,'update','{"isInPlan":0}','{"isInPlan":1}','ead2585034bb');
INSERT INTO historyChange VALUES(23,4,'BucketListItem',57,'update','{"isInPlan":1}','{"isInPlan":0}','9a3d7c81d857');
INSERT INTO historyChange VALUES(24,4,'BucketListItem',60,'update','{"isInPlan":0}','{"isInPlan":1}','a285b58c0c01');
INSERT INTO historyChange VALUES(25,4,'BucketListItem',63,'update','{"isInPlan":1}','{"isInPlan":0}','7caa023e0d6e');
INSERT INTO historyChange VALUES(26,4,'BucketListItem',66,'update','{"isInPlan":0}','{"isInPlan":1}','5730fe6c3eea');
INSERT INTO historyChange VALUES(27,4,'BucketListItem',69,'update','{"isInPlan":1}','{"isInPlan":0}','90617c33b4ac');
INSERT INTO historyChange VALUES(28,4,'BucketListItem',72,'update','{"isInPlan":0}','{"isInPlan":1}','18c20a3fb66e');
INSERT INTO historyChange VALUES(29,4,'BucketListItem',75,'update','{"isInPlan":1}','{"isInPlan":0}','76e2b90bde18');
INSERT INTO historyChange VALUES(30,4,'BucketListItem',78,'update','{"isInPlan":0}','{"isInPlan":1}','8d501a73e3ae');
INSERT INTO historyChange VALUES(31,4,'BucketListItem',81,'update','{"isInPlan":1}','{"isInPlan":0}','9374e2a17411');
INSERT INTO historyChange VALUES(32,5,'BucketListItem',25,'delete','{"id":25,"tripId":19,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}',NULL,'db5d3cd82022');
INSERT INTO historyChange VALUES(33,5,'LivingAccommodation',17,'delete','{"id":17,"tripId":19,"placeName":"Hôtel","address":"","isConfirmed":0}',NULL,'8f5693f8775a');
INSERT INTO historyChange VALUES(34,5,'LivingAccommodation',18,'delete','{"id":18,"tripId":19,"placeName":"Zweites","address":"","isConfirmed":1}',NULL,'687bd77a7c7d');
INSERT INTO historyChange VALUES(35,5,'Trip',19,'delete','{"id":19,"name":"Paris (2)","destination":"","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL,'ab9701280b38');
INSERT INTO historyChange VALUES(36,6,'LivingAccommodation',57,'insert',NULL,'{"id":57,"tripId":null,"placeName":"without a trip","address":"","isConfirmed":0}','109a6502beda');
INSERT INTO historyChange VALUES(37,7,'BucketListItem',14,'update','{"id":14,"tripId":11,"title":"Louvre","details":"multi\u000aline","hasReservation":1,"isInPlan":0}','{"id":14,"tripId":null,"title":"Louvre","details":"multi\u000aline","hasReservation":1,"isInPlan":0}','da0e9e8ee8e7');
INSERT INTO historyChange VALUES(38,7,'BucketListItem',15,'update','{"id":15,"tripId":11,"title":"Café","details":"multi\u000aline","hasReservation":1,"isInPlan":0}','{"id":15,"tripId":null,"title":"Café","details":"multi\u000aline","hasReservation":1,"isInPlan":0}','70852f89bba4');
INSERT INTO historyChange VALUES(39,8,'LivingAccommodation',13,'update','{"id":13,"tripId":11,"placeName":"Zelt","address":"","isConfirmed":1}','{"id":13,"tripId":null,"placeName":"Zelt","address":"","isConfirmed":1}','82f8b6cc85b7');
INSERT INTO historyChange VALUES(40,8,'Trip',11,'update','{"id":11,"name":"Café","destination":"replaced","startDate":"2026-05-01","endDate":"2026-05-03"}','{"id":900,"name":"Café","destination":"replaced","startDate":"2026-05-01","endDate":"2026-05-03"}','8ce2ca5782ab');
INSERT INTO historyChange VALUES(41,9,'Trip',900,'delete','{"id":900,"name":"Café","destination":"replaced","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL,'99dffa08baec');
INSERT INTO historyChange VALUES(42,9,'Trip',901,'insert',NULL,'{"id":901,"name":"Café","destination":"again","startDate":"2026-05-01","endDate":"2026-05-03"}','df58cd7dfd83');
INSERT INTO historyChange VALUES(43,10,'BucketListItem',4,'update','{"id":4,"tripId":5,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":4,"tripId":5,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','35d97308cec2');
INSERT INTO historyChange VALUES(44,10,'BucketListItem',12,'update','{"id":12,"tripId":8,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}','{"id":12,"tripId":8,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}','242d8a9fbda1');
INSERT INTO historyChange VALUES(45,10,'BucketListItem',16,'update','{"id":16,"tripId":12,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":16,"tripId":12,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','7f1dab54920a');
INSERT INTO historyChange VALUES(46,10,'BucketListItem',24,'update','{"id":24,"tripId":18,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}','{"id":24,"tripId":18,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}','2ecf1c09da2e');
INSERT INTO historyChange VALUES(47,10,'BucketListItem',28,'update','{"id":28,"tripId":23,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":28,"tripId":23,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','cd8c970bb621');
INSERT INTO historyChange VALUES(48,10,'BucketListItem',32,'update','{"id":32,"tripId":25,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":32,"tripId":25,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','1057fc648d5d');
INSERT INTO historyChange VALUES(49,10,'BucketListItem',36,'update','{"id":36,"tripId":26,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}','{"id":36,"tripId":26,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}','9261e5fa0566');
INSERT INTO historyChange VALUES(50,10,'BucketListItem',40,'update','{"id":40,"tripId":30,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":40,"tripId":30,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','76c2bdfcf92c');
INSERT INTO historyChange VALUES(51,10,'BucketListItem',44,'update','{"id":44,"tripId":34,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":44,"tripId":34,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','dcbdd36a8dc7');
INSERT INTO historyChange VALUES(52,10,'BucketListItem',48,'update','{"id":48,"tripId":36,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}','{"id":48,"tripId":36,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}','26e2d2763187');
INSERT INTO historyChange VALUES(53,10,'BucketListItem',52,'update','{"id":52,"tripId":41,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":52,"tripId":41,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','ca9cd3a8f560');
INSERT INTO historyChange VALUES(54,10,'BucketListItem',56,'update','{"id":56,"tripId":43,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":56,"tripId":43,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','960d4fb59156');
INSERT INTO historyChange VALUES(55,10,'BucketListItem',60,'update','{"id":60,"tripId":44,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}','{"id":60,"tripId":44,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}','58004cf68bd7');
INSERT INTO historyChange VALUES(56,10,'BucketListItem',64,'update','{"id":64,"tripId":48,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":64,"tripId":48,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','4aa046b952cf');
INSERT INTO historyChange VALUES(57,10,'BucketListItem',68,'update','{"id":68,"tripId":52,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":68,"tripId":52,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','e16e047e3bec');
INSERT INTO historyChange VALUES(58,10,'BucketListItem',72,'update','{"id":72,"tripId":54,"title":"","details":"multi\u000aline","hasReservation":1,"isInPlan":1}','{"id":72,"tripId":54,"title":"","details":"\\ \"\u0009","hasReservation":1,"isInPlan":1}','6002d8aa6f25');
INSERT INTO historyChange VALUES(59,10,'BucketListItem',76,'update','{"id":76,"tripId":null,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}','{"id":76,"tripId":null,"title":"Louvre","details":"\\ \"\u0009","hasReservation":0,"isInPlan":0}','5b3b2854663d');
INSERT INTO historyChange VALUES(60,11,'LivingAccommodation',9,'delete','{"id":9,"tripId":10,"placeName":"Hôtel","address":"","isConfirmed":0}',NULL,'69f374109c90');
INSERT INTO historyChange VALUES(61,11,'LivingAccommodation',10,'delete','{"id":10,"tripId":10,"placeName":"Zweites","address":"","isConfirmed":1}',NULL,'9d946ce86cf8');
INSERT INTO historyChange VALUES(62,11,'BucketListItem',13,'delete','{"id":13,"tripId":10,"title":"Louvre","details":"","hasReservation":0,"isInPlan":0}',NULL,'f52d5a38487a');
INSERT INTO historyChange VALUES(63,11,'Trip',10,'delete','{"id":10,"name":"paris","destination":"","startDate":"2026-05-01","endDate":"2026-05-03"}',NULL,'7ef4c31d5cd2');
INSERT INTO historyChange VALUES(64,12,'BusinessTrip',902,'insert',NULL,'{"id":902,"name":"Büro \"x\"\\","destination":"Łódź","startDate":"2027-02-01","endDate":"2027-02-04","type":"business","perdiemMinor":12050,"perdiemCurrency":"EUR","perdiemRule":"first-last:75%","reason":null,"uid":"610d016d-f6fe-4b52-826a-8946db926a39","notes":"line\u000a\u000a[ ] no item\u0009tab"}','211f6b65531c');
INSERT INTO historyChange VALUES(65,13,'PersonalTrip',903,'insert',NULL,'{"id":903,"name":"Wellness","destination":"","startDate":"2027-03-01","endDate":"2027-03-02","type":"personal","perdiemMinor":null,"perdiemCurrency":null,"perdiemRule":null,"reason":"wellness","uid":"7b7a5325-0065-46f8-bcb6-b2638e266e4a","notes":""}','756a3e783d5c');
INSERT INTO historyChange VALUES(66,14,'BucketListItem',85,'insert',NULL,'{"id":85,"tripId":903,"title":"Sauna","details":"","hasReservation":0,"isInPlan":0,"isDone":0}','7d7f50733d65');
INSERT INTO historyChange VALUES(67,14,'BucketListItem',86,'insert',NULL,'{"id":86,"tripId":903,"title":"Bad","details":"","hasReservation":0,"isInPlan":0,"isDone":0}','f14085efe820');
INSERT INTO historyChange VALUES(68,14,'BucketListItem',87,'insert',NULL,'{"id":87,"tripId":903,"title":"Sauna \"2\"","details":"","hasReservation":0,"isInPlan":0,"isDone":0}','8944a908edfd');
INSERT INTO historyChange VALUES(69,15,'BucketListItem',86,'update','{"id":86,"tripId":903,"title":"Bad","details":"","hasReservation":0,"isInPlan":0,"isDone":0}','{"id":86,"tripId":903,"title":"Bad","details":"","hasReservation":0,"isInPlan":0,"isDone":1}','865d0ce06d22');
INSERT INTO historyChange VALUES(70,16,'LivingAccommodation',58,'insert',NULL,'{"id":58,"tripId":903,"placeName":"Hotel","address":"Weg 1\u000aOrt","isConfirmed":0}','273c7244474a');
INSERT INTO historyChange VALUES(71,17,'LivingAccommodation',58,'update','{"id":58,"tripId":903,"placeName":"Hotel","address":"Weg 1\u000aOrt","isConfirmed":0}','{"id":58,"tripId":903,"placeName":"Hotel","address":"Weg 1\u000aOrt","isConfirmed":1}','5beb476c31f2');
INSERT INTO historyChange VALUES(72,18,'Trip',1,'update','{"id":1,"name":" Paris","destination":"d\u000ae","startDate":"2026-05-01","endDate":"2026-05-03","type":"trip","perdiemMinor":null,"perdiemCurrency":null,"perdiemRule":null,"reason":null,"uid":"682b77d5-6583-45a2-8a8e-000000000001","notes":""}','{"id":1,"name":" Paris","destination":"d\u000ae","startDate":"2026-05-01","endDate":"2026-05-03","type":"trip","perdiemMinor":null,"perdiemCurrency":null,"perdiemRule":null,"reason":null,"uid":"682b77d5-6583-45a2-8a8e-000000000001","notes":"changed"}','94831121450a');
INSERT INTO historyChange VALUES(73,19,'LivingAccommodation',58,'delete','{"id":58,"tripId":903,"placeName":"Hotel","address":"Weg 1\u000aOrt","isConfirmed":1}',NULL,'e09ca0a7f4b6');
INSERT INTO historyChange VALUES(74,19,'BucketListItem',85,'delete','{"id":85,"tripId":903,"title":"Sauna","details":"","hasReservation":0,"isInPlan":0,"isDone":0}',NULL,'8886e6dac86c');
INSERT INTO historyChange VALUES(75,19,'BucketListItem',86,'delete','{"id":86,"tripId":903,"title":"Bad","details":"","hasReservation":0,"isInPlan":0,"isDone":1}',NULL,'53c443412b4d');
INSERT INTO historyChange VALUES(76,19,'BucketListItem',87,'delete','{"id":87,"tripId":903,"title":"Sauna \"2\"","details":"","hasReservation":0,"isInPlan":0,"isDone":0}',NULL,'aac4c7914f93');
INSERT INTO historyChange VALUES(77,19,'PersonalTrip',903,'delete','{"id":903,"name":"Wellness","destination":"","startDate":"2027-03-01","endDate":"2027-03-02","type":"personal","perdiemMinor":null,"perdiemCurrency":null,"perdiemRule":null,"reason":"wellness","uid":"7b7a5325-0065-46f8-bcb6-b2638e266e4a","notes":""}',NULL,'4acf794d4366');
INSERT INTO historyChange VALUES(78,20,'PersonalTrip',903,'insert',NULL,'{"id":903,"name":"Wellness","destination":"","startDate":"2027-03-01","endDate":"2027-03-02","type":"personal","perdiemMinor":null,"perdiemCurrency":null,"perdiemRule":null,"reason":"wellness","uid":"7b7a5325-0065-46f8-bcb6-b2638e266e4a","notes":""}','5735c3446542');
INSERT INTO historyChange VALUES(79,20,'BucketListItem',87,'insert',NULL,'{"id":87,"tripId":903,"title":"Sauna \"2\"","details":"","hasReservation":0,"isInPlan":0,"isDone":0}','510578326216');
INSERT INTO historyChange VALUES(80,20,'BucketListItem',86,'insert',NULL,'{"id":86,"tripId":903,"title":"Bad","details":"","hasReservation":0,"isInPlan":0,"isDone":1}','040c2d37fae2');
INSERT INTO historyChange VALUES(81,20,'BucketListItem',85,'insert',NULL,'{"id":85,"tripId":903,"title":"Sauna","details":"","hasReservation":0,"isInPlan":0,"isDone":0}','b23ba59dcb2e');
INSERT INTO historyChange VALUES(82,20,'LivingAccommodation',58,'insert',NULL,'{"id":58,"tripId":903,"placeName":"Hotel","address":"Weg 1\u000aOrt","isConfirmed":1}','d7ad961681e3');
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
  purgedNonce TEXT, packedThrough INTEGER NOT NULL DEFAULT -1, checkedSchema INTEGER,
  CHECK ((author IS NULL) = (command IS NULL))
) STRICT;
INSERT INTO historyState VALUES(1,'682b77d565835a2a8eb325156e59c885',NULL,NULL,NULL,'2461368.600650209',5,1,0,NULL,63,96);
CREATE TABLE historyConsumer(
  name TEXT PRIMARY KEY CHECK (name <> '' AND instr(name, char(0)) = 0),
  token TEXT NOT NULL,
  acknowledged TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT, WITHOUT ROWID;
INSERT INTO historyConsumer VALUES('follower','h1.682b77d565835a2a8eb325156e59c885.82.d7ad961681e3','2026-11-24T02:24:56.205Z');
INSERT INTO historyConsumer VALUES('sync:/home/me/calendar','h1.682b77d565835a2a8eb325156e59c885.82.d7ad961681e3','2026-11-24T02:24:56.234Z');
CREATE TABLE historyNote(
  id INTEGER PRIMARY KEY,
  tableName TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  entity TEXT NOT NULL,
  record TEXT NOT NULL,
  UNIQUE (tableName, rowId)
) STRICT;
CREATE TABLE searchSegment(
  id INTEGER PRIMARY KEY,
  text BLOB NOT NULL
) STRICT;
INSERT INTO searchSegment VALUES(0,X'c2a07061726973ff640a65ff6c6f75767265ff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff63616665ff7a656c74ffc2a07061726973ff640a65ff6c6f75767265ff5c202209ff63616665ff686f74656cffc2a07061726973ff640a65ff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff5c202209ff7a656c74ff63616665ff640a65ff6c6f75767265ff5c202209ff63616665ff686f74656cff63616665ff640a65ff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff5c202209ff7a656c74ff706172697320283329ff780a79ff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff7a656c74ff706172697320283329ff6c6f647aff6c6f75767265ff5c202209ff63616665ff686f74656cff6f27627269656e2022255f2a5cff640a65ff6c6f75767265ff6d756c74690a6c696e65ff7a656c74ff7a776569746573ff6f27627269656e2022255f2a5cff640a65ff6c6f75767265ff5c202209ff63616665ff686f74656cff6f27627269656e2022255f2a5cff640a65ff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff5c202209ff7a656c74ffe69db1e4baacff780a79ff6c6f75767265ff686f74656cff7a776569746573ffe280ae6576696cff6c6f647aff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff7a656c74ffe280ae6576696cff6c6f647aff6c6f75767265ff5c202209ff63616665ff686f74656cff7461620968657265ff640a65ff6c6f75767265ff6d756c74690a6c696e65ff7a656c74ff7a776569746573ff7461620968657265ff640a65ff6c6f75767265ff5c202209ff63616665ff686f74656cff7461620968657265ff640a65ff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff5c202209ff7a656c74ff1b5b33316d726564ff6c6f75767265ff686f74656cff7a776569746573ff6c696e650a627265616bff6c6f647aff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff7a656c74ff6c696e650a627265616bff6c6f647aff6c6f75767265ff5c202209ff63616665ff686f74656cff3d312b32ff780a79ff6c6f75767265ff6d756c74690a6c696e65ff7a656c74ff7a776569746573ff3d312b32ff640a65ff6c6f75767265ff5c202209ff63616665ff686f74656cff3d312b32ff640a65ff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff5c202209ff7a656c74ff61e2808b62ff6c6f75767265ff686f74656cff7a776569746573fff09f91a8e2808df09f91a9e2808df09f91a72074726970ff6c6f647aff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff7a656c74fff09f91a8e2808df09f91a9e2808df09f91a72074726970ff6c6f647aff6c6f75767265ff5c202209ff63616665ff686f74656cff697374616e62756cff640a65ff6c6f75767265ff6d756c74690a6c696e65ff7a656c74ff7a776569746573ff697374616e62756cff640a65ff6c6f75767265ff5c202209ff63616665ff686f74656cff697374616e62756cff640a65ff6c6f75767265ff6d756c74690a6c696e65ff63616665ff6d756c74690a6c696e65ff5c202209ff7a656c74ff78787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878787878ff6c6f75767265ff686f74656cff7a776569746573ff013f0000000562000000089a0000000cba00000012ef0000001524010000174a010000187b01000019a40100001ae20100001c020200001d360200001e5a020000208602000022aa02000024e302000025010300002738030000295f0300002a870300002ba70300002cdc0300002ef70300002f3b040000306f040000329b04000034bf04000036f804000037f60800001d00');
INSERT INTO searchSegment VALUES(1,X'6e65772022696e22207633ff615c62ff91100000000100');
INSERT INTO searchSegment VALUES(3,X'63616665ff616761696eff850b0000000100');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('bucketListItem',87);
INSERT INTO sqlite_sequence VALUES('historyChange',82);
INSERT INTO sqlite_sequence VALUES('historyTransaction',20);
INSERT INTO sqlite_sequence VALUES('livingAccommodation',58);
INSERT INTO sqlite_sequence VALUES('migrationRecord',82);
INSERT INTO sqlite_sequence VALUES('trip',903);
CREATE VIEW myTrips as select name, startDate from trip where endDate > '2025';
CREATE INDEX myIndex on trip(destination, startDate);
CREATE INDEX bucketListItem_tripId ON bucketListItem(tripId);
CREATE INDEX livingAccommodation_tripId ON livingAccommodation(tripId);
CREATE UNIQUE INDEX trip_name_startDate_endDate ON trip(name, startDate, endDate);
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
CREATE TRIGGER trip_beforeDelete BEFORE DELETE ON trip
BEGIN
  INSERT INTO historyBefore VALUES ('trip', old.id);
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
CREATE UNIQUE INDEX trip_uid ON trip(uid);
CREATE INDEX trip_startDate_id_endDate_type ON trip(startDate, id, endDate, type);
CREATE INDEX trip_long ON trip(startDate, id, endDate) WHERE endDate > date(startDate, '+31 days');
CREATE INDEX trip_destination ON trip(destination);
CREATE VIEW historyRecord(tableName, id, entity, record) AS
SELECT 'trip', id, CASE type WHEN 'business' THEN 'BusinessTrip' WHEN 'personal' THEN 'PersonalTrip' ELSE 'Trip' END,
'{"id":' || id
|| ',"name":"' || replace(replace(name, '\', '\\'), '"', '\"')
|| '","destination":"' || replace(replace(destination, '\', '\\'), '"', '\"')
|| '","startDate":"' || startDate
|| '","endDate":"' || endDate
|| '","type":"' || type
|| '","perdiemMinor":' || ifnull(perdiemMinor, 'null')
|| ',"perdiemCurrency":' || ifnull('"' || perdiemCurrency || '"', 'null')
|| ',"perdiemRule":' || ifnull('"' || replace(replace(perdiemRule, '\', '\\'), '"', '\"') || '"', 'null')
|| ',"reason":' || ifnull('"' || reason || '"', 'null')
|| ',"uid":"' || replace(replace(uid, '\', '\\'), '"', '\"')
|| '","notes":"' || replace(replace(notes, '\', '\\'), '"', '\"')
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
|| ',"isDone":' || isDone
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
    OR name = new.name AND startDate = new.startDate AND endDate = new.endDate
    OR uid = new.uid;
END;
CREATE TRIGGER trip_beforeUpdate BEFORE UPDATE ON trip
BEGIN
  INSERT INTO historyBefore SELECT 'trip', id FROM trip
  WHERE id IN (old.id, new.id)
    OR name = new.name AND startDate = new.startDate AND endDate = new.endDate
    OR uid = new.uid;
END;
CREATE TRIGGER myTrigger after update of endDate on trip begin insert into myLog values(new.startDate, new.name); end;
CREATE TRIGGER trip_afterInsert AFTER INSERT ON trip
BEGIN
  INSERT INTO historyAfter VALUES ('trip', NULL, new.id);
END;
CREATE TRIGGER trip_afterDelete AFTER DELETE ON trip
BEGIN
  DELETE FROM bucketListItem WHERE tripId = old.id;
  DELETE FROM livingAccommodation WHERE tripId = old.id;
  DELETE FROM historyNoted WHERE tableName = 'trip' AND rowId = old.id;
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
CREATE TRIGGER trip_afterUpdate AFTER UPDATE ON trip
BEGIN
  INSERT INTO historyAfter VALUES ('trip', old.id, new.id);
END;
COMMIT;
PRAGMA application_id = 1414678864;
PRAGMA user_version = 4;
