-- Written by Scripts/generate-history-sql from the columns of the entities.
-- It makes anew what the new columns and keys change.

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
