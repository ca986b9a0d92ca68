-- Written by Scripts/generate-history-sql from the columns of the entities.
-- It makes anew what the new columns and keys change.

DROP TRIGGER IF EXISTS trip_beforeInsert;
DROP TRIGGER IF EXISTS trip_beforeUpdate;
DROP TRIGGER IF EXISTS trip_afterUpdate;
DROP VIEW historyRecord;

-- The record of each row: its JSON by the names of the columns, with control characters as they are.
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

-- When a row is noted and told of: see historyBefore and historyAfter. No column is named: an
-- UPDATE OF id would not fire for 'SET rowid = '.
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

CREATE TRIGGER trip_afterUpdate AFTER UPDATE ON trip
BEGIN
  INSERT INTO historyAfter VALUES ('trip', old.id, new.id);
END;
