-- Written by Scripts/generate-history-sql from the columns of the entities.

-- The record of each row: its JSON by the names of the columns, with control characters as they are.
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

-- When a row is noted and told of: see historyBefore and historyAfter. No column is named: an
-- UPDATE OF id would not fire for 'SET rowid = '.
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
