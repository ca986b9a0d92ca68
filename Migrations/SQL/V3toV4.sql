-- The values of V4 that rows of V3 lack. A uid consists of the store's identity and the row's id, so
-- that two copies of a store that migrate separately agree; or, for a row that was added since V3, of
-- the nonce of that change and the row's id. A past row gets the uid of its row.
UPDATE trip SET uid = 'trip-' || coalesce(
  (SELECT nonce FROM historyChange AS c
   WHERE c.entity = 'trip' AND c.rowId = trip.id AND kind = 'insert' ORDER BY c.id LIMIT 1),
  (SELECT storeId FROM historyState)) || '-' || id;
UPDATE tripPast SET type = 'plain', notes = '', tags = '', uid = 'trip-' || coalesce(
  (SELECT nonce FROM historyChange AS c
   WHERE c.entity = 'trip' AND c.rowId = tripPast.id AND kind = 'insert' ORDER BY c.id LIMIT 1),
  (SELECT storeId FROM historyState)) || '-' || id;

UPDATE bucketListItem SET uid = 'item-' || coalesce(
  (SELECT nonce FROM historyChange AS c
   WHERE c.entity = 'bucketListItem' AND c.rowId = bucketListItem.id AND kind = 'insert'
   ORDER BY c.id LIMIT 1),
  (SELECT storeId FROM historyState)) || '-' || id;
UPDATE bucketListItemPast SET isDone = 0, isPaid = 0, place = '', reference = '', uid = 'item-' || coalesce(
  (SELECT nonce FROM historyChange AS c
   WHERE c.entity = 'bucketListItem' AND c.rowId = bucketListItemPast.id AND kind = 'insert'
   ORDER BY c.id LIMIT 1),
  (SELECT storeId FROM historyState)) || '-' || id;

UPDATE livingAccommodation SET uid = 'stay-' || coalesce(
  (SELECT nonce FROM historyChange AS c
   WHERE c.entity = 'livingAccommodation' AND c.rowId = livingAccommodation.id AND kind = 'insert'
   ORDER BY c.id LIMIT 1),
  (SELECT storeId FROM historyState)) || '-' || id;
UPDATE livingAccommodationPast SET details = '', reference = '', isPaid = 0, uid = 'stay-' || coalesce(
  (SELECT nonce FROM historyChange AS c
   WHERE c.entity = 'livingAccommodation' AND c.rowId = livingAccommodationPast.id
     AND kind = 'insert'
   ORDER BY c.id LIMIT 1),
  (SELECT storeId FROM historyState)) || '-' || id;

-- V3 recorded which transaction an undo or a redo reverts, but only its command shows which of the
-- two it is. 'kind' of the shared row is where V3 had a number.
UPDATE historyTransaction SET kind = iif(command LIKE 'redo%', 'redo', 'undo')
WHERE reverts IS NOT NULL;
UPDATE historyState SET kind = NULL;
