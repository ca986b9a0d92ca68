-- The trips of the sample, as V1 holds them, with days from today as dates. Later versions get them
-- by migration.

INSERT INTO trip(id, name, destination, start_date, end_date)
SELECT column1, column2, column3,
  date(today, column4 || ' days'), date(today, column5 || ' days')
FROM sample, (VALUES
  (1, 'Lisbon', 'Portugal', 21, 25),
  (2, 'Kyoto in autumn', 'Japan', -340, -329),
  (3, 'Team week', 'Berlin', 5, 8),
  (4, 'Grandma in Łódź', 'Łódź', 40, 42),
  (5, 'Client visit', 'Zürich', -12, -11),
  (6, 'Conference', 'Montréal', 75, 80),
  (7, 'Family reunion', 'Dublin', 120, 123),
  (8, 'Museum day', 'Ghent', 1, 1),
  -- Two trips with one name, which every version but V2 can hold.
  (9, 'Reykjavík', 'Iceland', -400, -395),
  (10, 'Reykjavík', 'Iceland', 200, 207),
  -- Duplicates, which a migration merges; the second has a combining accent.
  (11, 'Lisbon ', 'Lisboa', 21, 25),
  (12, 'Reykjavi' || char(0x301) || 'k', 'Iceland', 200, 207));

INSERT INTO bucketListItem(tripId, title, details, hasReservation, isInPlan) VALUES
  (1, 'Tram 28', 'from Martim Moniz', 0, 0),
  (1, 'Belém', 'pastries first', 0, 1),
  (1, 'Oceanário', '', 1, 1),
  (2, 'Philosopher''s Path', '', 0, 0),
  (2, 'Fushimi Inari', 'at sunrise', 0, 0),
  (3, 'Retrospective', '', 0, 1),
  (3, 'Boat on the Spree', '', 0, 0),
  (4, 'Manufaktura', '', 0, 0),
  (4, 'Cake at four', '', 1, 0),
  (6, 'Talk on Wednesday', '', 0, 1),
  (6, 'Marché Jean-Talon', 'bagels to compare', 0, 0),
  (7, 'Howth cliff walk', '', 0, 0),
  (7, 'Book of Kells', '', 1, 0),
  (9, 'Golden Circle', '', 0, 0),
  (10, 'Northern lights', '', 0, 0),
  (11, 'Tram 28', 'from Martim Moniz', 0, 0),
  (11, 'Fado night', '', 0, 0),
  (NULL, 'Cable car', 'of a trip that was deleted', 0, 0);

INSERT INTO livingAccommodation(tripId, placeName, address, isConfirmed) VALUES
  (1, 'Casa do Bairro', 'Beco Caldeira 1', 1),
  (2, 'Ryokan by the river', '', 1),
  (3, 'Hotel am Ufer', 'Uferweg 4, Berlin', 0),
  (5, 'Limmatblick', '', 1),
  (7, 'The old rectory', '12 Quarry Lane', 0),
  (10, 'Guesthouse Hvammur', '', 0),
  (11, 'Pensão Alfama', '', 0),
  (NULL, 'Hut above the lake', '', 0);
