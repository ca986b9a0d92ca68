-- Makes the tables of the first release. Nothing is unique, and a deleted trip leaves its
-- bucket list and accommodation behind with tripId NULL.
-- Not to be tidied: stores made by hand have exactly this schema.

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
