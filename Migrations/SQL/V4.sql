-- V4: trips inherit (type, and the columns of BusinessTrip and PersonalTrip); every row has a uid;
-- stays have dates, items dates and times, both have costs; and the store remembers the events of
-- syncs and imports. New columns come last, since the rows of V3 are not rewritten (V3toV4.sql).

-- A trip of one kind has no values of another; an amount has a currency. singleDays: other amounts
-- and meals of single days, as JSON. tags: words separated by spaces.
CREATE TABLE trip(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  name TEXT NOT NULL CHECK (name <> '' AND instr(name, char(0)) = 0),
  destination TEXT NOT NULL CHECK (instr(destination, char(0)) = 0),
  startDate TEXT NOT NULL CHECK (startDate >= '0001' AND startDate IS date(startDate, '+0 days')),
  endDate TEXT NOT NULL CHECK (endDate >= startDate AND endDate IS date(endDate, '+0 days')),
  uid TEXT NOT NULL DEFAULT ('trip-' || lower(hex(randomblob(16))))
    CHECK (uid <> '' AND instr(uid, char(0)) = 0),
  type TEXT NOT NULL DEFAULT 'plain' CHECK (type IN ('plain', 'business', 'personal')),
  perdiemMinor INTEGER CHECK (perdiemMinor >= 0),
  perdiemCurrency TEXT CHECK (
    perdiemCurrency GLOB '[A-Z][A-Z][A-Z]' AND instr(perdiemCurrency, char(0)) = 0),
  perdiemRule TEXT CHECK (perdiemRule <> '' AND instr(perdiemRule, char(0)) = 0),
  singleDays TEXT CHECK (singleDays <> '' AND instr(singleDays, char(0)) = 0),
  reason TEXT CHECK (reason IN ('family', 'reunion', 'wellness')),
  notes TEXT NOT NULL DEFAULT '' CHECK (instr(notes, char(0)) = 0),
  tags TEXT NOT NULL DEFAULT '' CHECK (instr(tags, char(0)) = 0),
  CHECK ((perdiemMinor IS NULL) = (perdiemCurrency IS NULL)),
  CHECK (singleDays IS NULL OR perdiemMinor IS NOT NULL),
  CHECK (type = 'business' OR (perdiemMinor IS NULL AND perdiemRule IS NULL)),
  CHECK (type = 'personal' OR reason IS NULL)
) STRICT;

-- An item has a time only on a day. It may end on another day, on the clock of the place where it
-- ends: at most a day before it begins (the date line), with a time if and only if the start has one.
CREATE TABLE bucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (instr(title, char(0)) = 0),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  hasReservation INTEGER NOT NULL DEFAULT 0 CHECK (hasReservation IN (0, 1)),
  isInPlan INTEGER NOT NULL DEFAULT 0 CHECK (isInPlan IN (0, 1)),
  uid TEXT NOT NULL DEFAULT ('item-' || lower(hex(randomblob(16))))
    CHECK (uid <> '' AND instr(uid, char(0)) = 0),
  isDone INTEGER NOT NULL DEFAULT 0 CHECK (isDone IN (0, 1)),
  isPaid INTEGER NOT NULL DEFAULT 0 CHECK (isPaid IN (0, 1)),
  date TEXT CHECK (date >= '0001' AND date IS date(date, '+0 days')),
  time TEXT CHECK (
    time GLOB '[0-2][0-9]:[0-5][0-9]' AND time < '24' AND instr(time, char(0)) = 0),
  endDate TEXT CHECK (endDate >= '0001' AND endDate IS date(endDate, '+0 days')),
  endTime TEXT CHECK (
    endTime GLOB '[0-2][0-9]:[0-5][0-9]' AND endTime < '24' AND instr(endTime, char(0)) = 0),
  place TEXT NOT NULL DEFAULT '' CHECK (instr(place, char(0)) = 0),
  reference TEXT NOT NULL DEFAULT '' CHECK (instr(reference, char(0)) = 0),
  costMinor INTEGER CHECK (costMinor >= 0),
  costCurrency TEXT CHECK (
    costCurrency GLOB '[A-Z][A-Z][A-Z]' AND instr(costCurrency, char(0)) = 0),
  CHECK (time IS NULL OR date IS NOT NULL),
  CHECK (endTime IS NULL OR endDate IS NOT NULL),
  CHECK (endDate IS NULL OR (date IS NOT NULL AND (time IS NULL) = (endTime IS NULL)
    AND julianday(endDate) >= julianday(date) - 1)),
  CHECK ((costMinor IS NULL) = (costCurrency IS NULL))
) STRICT;

-- A stay has both dates, or covers the whole trip.
CREATE TABLE livingAccommodation(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  tripId INTEGER REFERENCES trip(id) ON DELETE CASCADE,
  placeName TEXT NOT NULL CHECK (instr(placeName, char(0)) = 0),
  address TEXT NOT NULL DEFAULT '' CHECK (instr(address, char(0)) = 0),
  isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1)),
  uid TEXT NOT NULL DEFAULT ('stay-' || lower(hex(randomblob(16))))
    CHECK (uid <> '' AND instr(uid, char(0)) = 0),
  startDate TEXT CHECK (startDate >= '0001' AND startDate IS date(startDate, '+0 days')),
  endDate TEXT CHECK (endDate >= '0001' AND endDate IS date(endDate, '+0 days')),
  details TEXT NOT NULL DEFAULT '' CHECK (instr(details, char(0)) = 0),
  reference TEXT NOT NULL DEFAULT '' CHECK (instr(reference, char(0)) = 0),
  isPaid INTEGER NOT NULL DEFAULT 0 CHECK (isPaid IN (0, 1)),
  costMinor INTEGER CHECK (costMinor >= 0),
  costCurrency TEXT CHECK (
    costCurrency GLOB '[A-Z][A-Z][A-Z]' AND instr(costCurrency, char(0)) = 0),
  CHECK ((startDate IS NULL) = (endDate IS NULL)),
  CHECK (endDate >= startDate),
  CHECK ((costMinor IS NULL) = (costCurrency IS NULL))
) STRICT;

-- What each migration did to rows. entity is the row's table, "row" the row before as JSON.
CREATE TABLE migrationRecord(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  stage TEXT NOT NULL,
  action TEXT NOT NULL,
  entity TEXT NOT NULL,
  rowId INTEGER,
  "row" TEXT,
  survivorId INTEGER
) STRICT;

-- Two trips may share a name, but not name and dates. Fetches by name use this index too.
CREATE UNIQUE INDEX trip_name_startDate_endDate ON trip(name, startDate, endDate);

-- Trips are listed by start and id. The end and the type are compared in the index, before the row
-- is read.
CREATE INDEX trip_startDate_id_endDate_type ON trip(startDate, id, endDate, type);

-- 'next', and past and current trips, are found by end.
CREATE INDEX trip_endDate ON trip(endDate);

-- Trips that run on a day began in the 31 days before it, or are among the few in this index.
CREATE INDEX trip_long ON trip(startDate, id, endDate) WHERE endDate > date(startDate, '+31 days');

-- Trips are listed by destination.
CREATE INDEX trip_destination ON trip(destination);

-- A uid belongs to one row, which an import and a sync find by it.
CREATE UNIQUE INDEX trip_uid ON trip(uid);
CREATE UNIQUE INDEX bucketListItem_uid ON bucketListItem(uid);
CREATE UNIQUE INDEX livingAccommodation_uid ON livingAccommodation(uid);

-- Without these, each cascade and each fetch of a trip's children would scan the whole table.
CREATE INDEX bucketListItem_tripId ON bucketListItem(tripId);
CREATE INDEX livingAccommodation_tripId ON livingAccommodation(tripId);

-- The base of each synced event: its facts after that sync. Not part of the history.
-- uid: the event's UID. file, stamp: its file's name, and the file's size, time and inode in one
--   number. hash: a hash of the file's bytes.
-- transactionId: the sync that changed the row; NULL if no row changed. A base whose transaction was
--   undone does not count.
-- shown: the event's DTSTART and DTEND, and its mark if another program wrote it, as content lines.
-- facts: the row's values, as a JSON object by the names of the columns, with its trip's uid.
CREATE TABLE syncedEvent(
  uid TEXT PRIMARY KEY,
  file TEXT NOT NULL,
  stamp INTEGER NOT NULL,
  hash INTEGER NOT NULL,
  entity TEXT NOT NULL CHECK (entity IN ('trip', 'bucketListItem', 'livingAccommodation')),
  rowId INTEGER NOT NULL,
  transactionId INTEGER,
  shown TEXT NOT NULL,
  facts TEXT NOT NULL,
  CHECK (instr(file || uid || shown || facts, char(0)) = 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX syncedEvent_row ON syncedEvent(entity, rowId);

-- The imported events, bookings and rows of CSV. Not part of the history.
-- source, key: the kind of record, and what identifies it: an event's UID, a booking's number and
--   route, a row's uid.
-- entity, rowId: the row made from it.
-- transactionId: the import's transaction; NULL if no row changed. A record whose transaction was
--   undone does not count.
-- sequence, stamp, modified: an event's version.
-- facts: the values that it stated, as a JSON object by the names of the columns.
CREATE TABLE importedRecord(
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL CHECK (source IN ('event', 'booking', 'csv')),
  key TEXT NOT NULL,
  entity TEXT NOT NULL CHECK (entity IN ('trip', 'bucketListItem', 'livingAccommodation')),
  rowId INTEGER NOT NULL,
  transactionId INTEGER,
  sequence INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  modified TEXT NOT NULL,
  facts TEXT NOT NULL,
  CHECK (instr(key || stamp || modified || facts, char(0)) = 0)
) STRICT;
CREATE INDEX importedRecord_key ON importedRecord(source, key);
CREATE INDEX importedRecord_row ON importedRecord(entity, rowId);

-- The history, which other programs only read. Triggers record the changes of every program: they
-- use only functions that SQLite 3.40 has built in, and run with trusted_schema=0 too. Programs parse
-- them each time they open the store, so they are short, with the comments outside.

-- One row for each transaction of 'trips', and for each statement of another program (author
-- 'external'; statements within one millisecond may share a transaction). The ids give the order of commits.
-- reverts: the transaction that an undo or a redo reverts, which may have been purged.
CREATE TABLE historyTransaction(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  timestamp TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  author TEXT NOT NULL,
  command TEXT NOT NULL,
  reverts INTEGER,
  kind TEXT NOT NULL DEFAULT 'change' CHECK (kind IN ('change', 'undo', 'redo')),
  CHECK (kind <> 'change' OR reverts IS NULL)
) STRICT;

-- One row for each changed row. entity is the name of its table. A token names a change by its id
-- and its nonce, which distinguishes it from the change with this id in a restored copy.
CREATE TABLE historyChange(
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 9007199254740991),
  transactionId INTEGER NOT NULL,
  entity TEXT NOT NULL CHECK (entity IN ('trip', 'bucketListItem', 'livingAccommodation')),
  rowId INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('insert', 'update', 'delete')),
  nonce TEXT NOT NULL DEFAULT (lower(hex(randomblob(6))))
    CHECK (length(nonce) = 12 AND nonce NOT GLOB '*[^0-9a-f]*')
) STRICT;

-- Finds the changes of a transaction, to show and undo it.
CREATE INDEX historyChange_transactionId ON historyChange(transactionId);

-- Finds the next change of a row, and its first change after a given one.
CREATE INDEX historyChange_row ON historyChange(entity, rowId);

-- Past rows: each row as it was before an update or a delete, with the id of that change.
CREATE TABLE tripPast(
  changeId INTEGER PRIMARY KEY, id INTEGER NOT NULL, name TEXT, destination TEXT, startDate TEXT,
  endDate TEXT, uid TEXT, type TEXT, perdiemMinor INTEGER, perdiemCurrency TEXT, perdiemRule TEXT,
  singleDays TEXT, reason TEXT, notes TEXT, tags TEXT
) STRICT;

CREATE TABLE bucketListItemPast(
  changeId INTEGER PRIMARY KEY, id INTEGER NOT NULL, tripId INTEGER, title TEXT, details TEXT,
  hasReservation INTEGER, isInPlan INTEGER, uid TEXT, isDone INTEGER, isPaid INTEGER, date TEXT,
  time TEXT, endDate TEXT, endTime TEXT, place TEXT, reference TEXT, costMinor INTEGER,
  costCurrency TEXT
) STRICT;

CREATE TABLE livingAccommodationPast(
  changeId INTEGER PRIMARY KEY, id INTEGER NOT NULL, tripId INTEGER, placeName TEXT, address TEXT,
  isConfirmed INTEGER, uid TEXT, startDate TEXT, endDate TEXT, details TEXT, reference TEXT,
  isPaid INTEGER, costMinor INTEGER, costCurrency TEXT
) STRICT;

-- The one row that the triggers share.
-- storeId: the identity of this history, which tokens name.
-- author, command, kind, reverts: of the transaction that 'trips' is writing. They are set after
--   BEGIN, and NULL before COMMIT and for other programs.
-- currentTransaction: the transaction of the next change; NULL if the change begins a new one.
-- statementTime: the Julian day of the statement that began it; 'now' is constant in a statement.
-- purgedThrough, purgedNonce: the last change that was purged.
-- knownSince: the time of the first known state: of the migration from V2, or of the last purged
--   transaction. NULL: the history begins with an empty store.
CREATE TABLE historyState(
  id INTEGER PRIMARY KEY CHECK (id = 1),
  storeId TEXT NOT NULL DEFAULT (lower(hex(randomblob(16))))
    CHECK (length(storeId) = 32 AND storeId NOT GLOB '*[^0-9a-f]*'),
  author TEXT, command TEXT, reverts INTEGER,
  currentTransaction INTEGER, statementTime TEXT,
  purgedThrough INTEGER NOT NULL DEFAULT 0, purgedNonce TEXT, knownSince TEXT,
  kind TEXT,
  CHECK ((author IS NULL) = (command IS NULL))
) STRICT;
INSERT INTO historyState(id) VALUES (1);

-- Changes are inserted here: the trigger begins a transaction if necessary, and adds the change.
CREATE VIEW historyEntry(entity, rowId, kind) AS SELECT NULL, NULL, NULL;

CREATE TRIGGER historyEntry_insert INSTEAD OF INSERT ON historyEntry
BEGIN
  UPDATE historyState SET currentTransaction = NULL
  WHERE author IS NULL AND statementTime IS NOT strftime('%J', 'now');
  INSERT INTO historyTransaction(author, command, kind, reverts)
  SELECT ifnull(author, 'external'), ifnull(command, ''), ifnull(kind, 'change'), reverts
  FROM historyState WHERE currentTransaction IS NULL;
  UPDATE historyState SET statementTime = strftime('%J', 'now'),
    currentTransaction = (SELECT max(id) FROM historyTransaction)
  WHERE currentTransaction IS NULL;
  INSERT INTO historyChange(transactionId, entity, rowId, kind)
  SELECT currentTransaction, new.entity, new.rowId, new.kind FROM historyState;
END;

-- If an OR or ON CONFLICT clause replaced a row, no trigger would record it. So an insert or update
-- that collides with another row is refused, and so is a changed id. (UPDATE OF id would not fire
-- for SET rowid.) A deleted trip's items and stays are deleted even if foreign keys are off. An update
-- without a change is not recorded.

CREATE TRIGGER trip_refuseInsert BEFORE INSERT ON trip
BEGIN
  SELECT raise(ABORT, 'a trip with this id, uid, or name and dates already exists; use UPDATE')
  FROM trip WHERE id = new.id OR uid = new.uid
    OR (name, startDate, endDate) = (new.name, new.startDate, new.endDate);
END;

CREATE TRIGGER trip_refuseUpdate BEFORE UPDATE ON trip
BEGIN
  SELECT raise(ABORT, 'the id of a trip cannot change; insert a new trip') WHERE new.id <> old.id;
  SELECT raise(ABORT, 'another trip has this uid, or this name and these dates; update that trip')
  FROM trip WHERE id <> old.id AND (uid = new.uid
    OR (name, startDate, endDate) = (new.name, new.startDate, new.endDate));
END;

CREATE TRIGGER trip_inserted AFTER INSERT ON trip
BEGIN INSERT INTO historyEntry VALUES ('trip', new.id, 'insert'); END;

CREATE TRIGGER trip_updated AFTER UPDATE ON trip
WHEN (
  old.name, old.destination, old.startDate, old.endDate, old.uid, old.type, old.perdiemMinor,
  old.perdiemCurrency, old.perdiemRule, old.singleDays, old.reason, old.notes, old.tags) IS NOT (
  new.name, new.destination, new.startDate, new.endDate, new.uid, new.type, new.perdiemMinor,
  new.perdiemCurrency, new.perdiemRule, new.singleDays, new.reason, new.notes, new.tags)
BEGIN
  INSERT INTO historyEntry VALUES ('trip', old.id, 'update');
  INSERT INTO tripPast
  SELECT
    max(id), old.id, old.name, old.destination, old.startDate, old.endDate, old.uid, old.type,
    old.perdiemMinor, old.perdiemCurrency, old.perdiemRule, old.singleDays, old.reason, old.notes,
    old.tags
  FROM historyChange;
END;

CREATE TRIGGER trip_deleted AFTER DELETE ON trip
BEGIN
  DELETE FROM bucketListItem WHERE tripId = old.id;
  DELETE FROM livingAccommodation WHERE tripId = old.id;
  INSERT INTO historyEntry VALUES ('trip', old.id, 'delete');
  INSERT INTO tripPast
  SELECT
    max(id), old.id, old.name, old.destination, old.startDate, old.endDate, old.uid, old.type,
    old.perdiemMinor, old.perdiemCurrency, old.perdiemRule, old.singleDays, old.reason, old.notes,
    old.tags
  FROM historyChange;
END;

CREATE TRIGGER bucketListItem_refuseInsert BEFORE INSERT ON bucketListItem
BEGIN
  SELECT raise(ABORT, 'an item with this id or uid already exists; use UPDATE')
  FROM bucketListItem WHERE id = new.id OR uid = new.uid;
END;

CREATE TRIGGER bucketListItem_refuseUpdate BEFORE UPDATE ON bucketListItem
BEGIN
  SELECT raise(ABORT, 'the id of an item cannot change; insert a new item') WHERE new.id <> old.id;
  SELECT raise(ABORT, 'another item has this uid; update that item')
  FROM bucketListItem WHERE id <> old.id AND uid = new.uid;
END;

CREATE TRIGGER bucketListItem_inserted AFTER INSERT ON bucketListItem
BEGIN INSERT INTO historyEntry VALUES ('bucketListItem', new.id, 'insert'); END;

CREATE TRIGGER bucketListItem_updated AFTER UPDATE ON bucketListItem
WHEN (
  old.tripId, old.title, old.details, old.hasReservation, old.isInPlan, old.uid, old.isDone,
  old.isPaid, old.date, old.time, old.endDate, old.endTime, old.place, old.reference,
  old.costMinor, old.costCurrency) IS NOT (
  new.tripId, new.title, new.details, new.hasReservation, new.isInPlan, new.uid, new.isDone,
  new.isPaid, new.date, new.time, new.endDate, new.endTime, new.place, new.reference,
  new.costMinor, new.costCurrency)
BEGIN
  INSERT INTO historyEntry VALUES ('bucketListItem', old.id, 'update');
  INSERT INTO bucketListItemPast
  SELECT
    max(id), old.id, old.tripId, old.title, old.details, old.hasReservation, old.isInPlan,
    old.uid, old.isDone, old.isPaid, old.date, old.time, old.endDate, old.endTime, old.place,
    old.reference, old.costMinor, old.costCurrency
  FROM historyChange;
END;

CREATE TRIGGER bucketListItem_deleted AFTER DELETE ON bucketListItem
BEGIN
  INSERT INTO historyEntry VALUES ('bucketListItem', old.id, 'delete');
  INSERT INTO bucketListItemPast
  SELECT
    max(id), old.id, old.tripId, old.title, old.details, old.hasReservation, old.isInPlan,
    old.uid, old.isDone, old.isPaid, old.date, old.time, old.endDate, old.endTime, old.place,
    old.reference, old.costMinor, old.costCurrency
  FROM historyChange;
END;

CREATE TRIGGER livingAccommodation_refuseInsert BEFORE INSERT ON livingAccommodation
BEGIN
  SELECT raise(ABORT, 'a stay with this id or uid already exists; use UPDATE')
  FROM livingAccommodation WHERE id = new.id OR uid = new.uid;
END;

CREATE TRIGGER livingAccommodation_refuseUpdate BEFORE UPDATE ON livingAccommodation
BEGIN
  SELECT raise(ABORT, 'the id of a stay cannot change; insert a new stay') WHERE new.id <> old.id;
  SELECT raise(ABORT, 'another stay has this uid; update that stay')
  FROM livingAccommodation WHERE id <> old.id AND uid = new.uid;
END;

CREATE TRIGGER livingAccommodation_inserted AFTER INSERT ON livingAccommodation
BEGIN INSERT INTO historyEntry VALUES ('livingAccommodation', new.id, 'insert'); END;

CREATE TRIGGER livingAccommodation_updated AFTER UPDATE ON livingAccommodation
WHEN (
  old.tripId, old.placeName, old.address, old.isConfirmed, old.uid, old.startDate, old.endDate,
  old.details, old.reference, old.isPaid, old.costMinor, old.costCurrency) IS NOT (
  new.tripId, new.placeName, new.address, new.isConfirmed, new.uid, new.startDate, new.endDate,
  new.details, new.reference, new.isPaid, new.costMinor, new.costCurrency)
BEGIN
  INSERT INTO historyEntry VALUES ('livingAccommodation', old.id, 'update');
  INSERT INTO livingAccommodationPast
  SELECT
    max(id), old.id, old.tripId, old.placeName, old.address, old.isConfirmed, old.uid,
    old.startDate, old.endDate, old.details, old.reference, old.isPaid, old.costMinor,
    old.costCurrency
  FROM historyChange;
END;

CREATE TRIGGER livingAccommodation_deleted AFTER DELETE ON livingAccommodation
BEGIN
  INSERT INTO historyEntry VALUES ('livingAccommodation', old.id, 'delete');
  INSERT INTO livingAccommodationPast
  SELECT
    max(id), old.id, old.tripId, old.placeName, old.address, old.isConfirmed, old.uid,
    old.startDate, old.endDate, old.details, old.reference, old.isPaid, old.costMinor,
    old.costCurrency
  FROM historyChange;
END;
