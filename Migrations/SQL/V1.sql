-- V1, the original. Nothing is unique, and deleting a trip leaves its items and accommodations
-- behind without a trip. Stores made by hand have exactly these tables.

CREATE TABLE trip(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  destination TEXT NOT NULL,
  start_date TEXT NOT NULL,
  end_date TEXT NOT NULL
);

CREATE TABLE bucketListItem(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tripId INTEGER REFERENCES trip(id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '',
  hasReservation INTEGER NOT NULL DEFAULT 0,
  isInPlan INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE livingAccommodation(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  tripId INTEGER REFERENCES trip(id) ON DELETE SET NULL,
  placeName TEXT NOT NULL,
  address TEXT NOT NULL DEFAULT '',
  isConfirmed INTEGER NOT NULL DEFAULT 0
);
