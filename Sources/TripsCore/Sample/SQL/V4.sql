-- What V4 adds to the sample: kinds of trip, notes, what is done, and a trip with days, bookings and
-- costs.

UPDATE trip SET type = 'personal', reason = column2, notes = column3
FROM (VALUES
  ('Lisbon', NULL, 'Trams are best before nine.'),
  ('Kyoto in autumn', 'wellness', ''),
  ('Grandma in Łódź', 'family', 'Bring the photo album.'),
  ('Family reunion', 'reunion', ''))
WHERE name = column1;

UPDATE trip SET type = 'business', perdiemMinor = column2, perdiemCurrency = column3,
  perdiemRule = column4
FROM (VALUES
  ('Team week', 2800, 'EUR', 'first-last:14.00'),
  ('Client visit', 7500, 'CHF', 'nights'),
  ('Conference', 12000, 'CAD', NULL))
WHERE name = column1;

UPDATE bucketListItem SET isDone = 1
WHERE title IN ('Philosopher''s Path', 'Fushimi Inari', 'Golden Circle');

-- Their uids are like those of the other rows, so that the sample is the same each time.
INSERT INTO trip(id, uid, name, destination, startDate, endDate, type, reason, notes, tags)
SELECT 13, 'trip-' || storeId || '-13', 'Japan by train', 'Japan', date(today, '150 days'),
  date(today, '163 days'), 'personal', 'family', 'Rail passes are picked up at the airport.',
  'rail'
FROM sample, historyState;

INSERT INTO bucketListItem(id, uid, tripId, title, details, hasReservation, isInPlan, date, time,
  endDate, endTime, place, reference, isPaid, costMinor, costCurrency)
SELECT column1, 'item-' || storeId || '-' || column1, 13, column2, column3, column4, column5,
  date(today, column6 || ' days'), column7, date(today, column8 || ' days'), column9, column10,
  column11, column12, column13, column14
FROM sample, historyState, (VALUES
  (19, 'Flight to Tokyo', 'seats 31A to 31D', 1, 1, 150, '11:40', 151, '07:55', 'Frankfurt',
    'X4QK9P', 1, 312000, 'EUR'),
  (20, 'Sumo', '', 1, 1, 152, '14:00', NULL, NULL, 'Ryōgoku', '', 1, 15200, 'JPY'),
  (21, 'Ueno park', 'if the cherries are out', 0, 1, 153, NULL, NULL, NULL, '', '', 0, NULL, NULL),
  (22, 'Train to Kanazawa', '', 1, 1, 155, '09:24', 155, '11:56', 'Tokyo', '', 0, 42480, 'JPY'),
  (23, 'Kenroku-en', '', 0, 1, 156, '08:00', NULL, NULL, '', '', 0, NULL, NULL),
  (24, 'Fushimi Inari', 'at sunrise', 0, 0, 159, NULL, NULL, NULL, '', '', 0, NULL, NULL),
  (25, 'A bath with a view', '', 0, 0, NULL, NULL, NULL, NULL, '', '', 0, NULL, NULL));

INSERT INTO livingAccommodation(id, uid, tripId, placeName, address, isConfirmed, startDate, endDate,
  reference, isPaid, costMinor, costCurrency)
SELECT column1, 'stay-' || storeId || '-' || column1, 13, column2, column3, column4,
  date(today, column5 || ' days'), date(today, column6 || ' days'), column7, column8, column9,
  column10
FROM sample, historyState, (VALUES
  (9, 'Hotel Asakusa', '3-2-1 Asakusa, Taito, Tokyo', 1, 150, 155, '7731-204', 1, 98000, 'JPY'),
  (10, 'Guesthouse Higashi', 'Higashiyama, Kanazawa', 1, 155, 158, '', 0, 54000, 'JPY'),
  (11, 'Machiya Gion', '', 0, 159, 163, '', 0, 104000, 'EUR'));
