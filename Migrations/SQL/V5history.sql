-- Written by Scripts/generate-history-sql from the columns of the entities.
-- It makes anew what the new columns and keys change.

DROP TRIGGER IF EXISTS bucketListItem_beforeInsert;
DROP TRIGGER IF EXISTS bucketListItem_beforeUpdate;
DROP TRIGGER IF EXISTS bucketListItem_afterInsert;
DROP TRIGGER IF EXISTS bucketListItem_afterUpdate;
DROP TRIGGER IF EXISTS livingAccommodation_beforeInsert;
DROP TRIGGER IF EXISTS livingAccommodation_beforeUpdate;
DROP TRIGGER IF EXISTS livingAccommodation_afterInsert;
DROP TRIGGER IF EXISTS livingAccommodation_afterUpdate;
DROP VIEW historyRecord;

-- The record of each row: its JSON by the names of the columns, with control characters as they are.
CREATE VIEW historyRecord(tableName, id, entity, record) AS
SELECT 'trip', id, CASE type WHEN 'business' THEN 'BusinessTrip' WHEN 'personal' THEN 'PersonalTrip' ELSE 'Trip' END,
'{"id":' || id
|| ',"name":"' || replace(replace(name, '\', '\\'), '"', '\"')
|| '","destination":"' || replace(replace(destination, '\', '\\'), '"', '\"')
|| '","startDate":"' || replace(replace(startDate, '\', '\\'), '"', '\"')
|| '","endDate":"' || replace(replace(endDate, '\', '\\'), '"', '\"')
|| '","type":"' || replace(replace(type, '\', '\\'), '"', '\"')
|| '","perdiemMinor":' || ifnull(perdiemMinor, 'null')
|| ',"perdiemCurrency":' || ifnull('"' || replace(replace(perdiemCurrency, '\', '\\'), '"', '\"') || '"', 'null')
|| ',"perdiemRule":' || ifnull('"' || replace(replace(perdiemRule, '\', '\\'), '"', '\"') || '"', 'null')
|| ',"reason":' || ifnull('"' || replace(replace(reason, '\', '\\'), '"', '\"') || '"', 'null')
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
|| ',"uid":"' || replace(replace(uid, '\', '\\'), '"', '\"')
|| '","date":' || ifnull('"' || replace(replace(date, '\', '\\'), '"', '\"') || '"', 'null')
|| ',"time":' || ifnull('"' || replace(replace(time, '\', '\\'), '"', '\"') || '"', 'null')
|| ',"costMinor":' || ifnull(costMinor, 'null')
|| ',"costCurrency":' || ifnull('"' || replace(replace(costCurrency, '\', '\\'), '"', '\"') || '"', 'null')
|| '}'
FROM bucketListItem
UNION ALL
SELECT 'livingAccommodation', id, 'LivingAccommodation',
'{"id":' || id
|| ',"tripId":' || ifnull(tripId, 'null')
|| ',"placeName":"' || replace(replace(placeName, '\', '\\'), '"', '\"')
|| '","address":"' || replace(replace(address, '\', '\\'), '"', '\"')
|| '","isConfirmed":' || isConfirmed
|| ',"uid":"' || replace(replace(uid, '\', '\\'), '"', '\"')
|| '","startDate":' || ifnull('"' || replace(replace(startDate, '\', '\\'), '"', '\"') || '"', 'null')
|| ',"endDate":' || ifnull('"' || replace(replace(endDate, '\', '\\'), '"', '\"') || '"', 'null')
|| ',"costMinor":' || ifnull(costMinor, 'null')
|| ',"costCurrency":' || ifnull('"' || replace(replace(costCurrency, '\', '\\'), '"', '\"') || '"', 'null')
|| '}'
FROM livingAccommodation;

-- When a row is noted and told of: see historyBefore and historyAfter. No column is named: an
-- UPDATE OF id would not fire for 'SET rowid = '.
CREATE TRIGGER bucketListItem_beforeInsert BEFORE INSERT ON bucketListItem
BEGIN
  INSERT INTO historyBefore SELECT 'bucketListItem', id FROM bucketListItem
  WHERE id = new.id
    OR uid = new.uid;
END;

CREATE TRIGGER bucketListItem_beforeUpdate BEFORE UPDATE ON bucketListItem
BEGIN
  INSERT INTO historyBefore SELECT 'bucketListItem', id FROM bucketListItem
  WHERE id IN (old.id, new.id)
    OR uid = new.uid;
END;

CREATE TRIGGER bucketListItem_afterInsert AFTER INSERT ON bucketListItem
BEGIN
  DELETE FROM historyNoted WHERE tableName = 'bucketListItem'
    AND rowId NOT IN (SELECT id FROM bucketListItem);
  INSERT INTO historyAfter VALUES ('bucketListItem', NULL, new.id);
END;

CREATE TRIGGER bucketListItem_afterUpdate AFTER UPDATE ON bucketListItem
BEGIN
  DELETE FROM historyNoted WHERE tableName = 'bucketListItem'
    AND rowId NOT IN (SELECT id FROM bucketListItem) AND rowId <> old.id;
  INSERT INTO historyAfter VALUES ('bucketListItem', old.id, new.id);
END;

CREATE TRIGGER livingAccommodation_beforeInsert BEFORE INSERT ON livingAccommodation
BEGIN
  INSERT INTO historyBefore SELECT 'livingAccommodation', id FROM livingAccommodation
  WHERE id = new.id
    OR uid = new.uid;
END;

CREATE TRIGGER livingAccommodation_beforeUpdate BEFORE UPDATE ON livingAccommodation
BEGIN
  INSERT INTO historyBefore SELECT 'livingAccommodation', id FROM livingAccommodation
  WHERE id IN (old.id, new.id)
    OR uid = new.uid;
END;

CREATE TRIGGER livingAccommodation_afterInsert AFTER INSERT ON livingAccommodation
BEGIN
  DELETE FROM historyNoted WHERE tableName = 'livingAccommodation'
    AND rowId NOT IN (SELECT id FROM livingAccommodation);
  INSERT INTO historyAfter VALUES ('livingAccommodation', NULL, new.id);
END;

CREATE TRIGGER livingAccommodation_afterUpdate AFTER UPDATE ON livingAccommodation
BEGIN
  DELETE FROM historyNoted WHERE tableName = 'livingAccommodation'
    AND rowId NOT IN (SELECT id FROM livingAccommodation) AND rowId <> old.id;
  INSERT INTO historyAfter VALUES ('livingAccommodation', old.id, new.id);
END;
