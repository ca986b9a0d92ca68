-- What records the history, whatever the entities' columns are: what guards its tables, and where the
-- triggers of the entities (V3history.sql, V4history.sql) put what they have to tell.
--
-- Only built-in functions are used, so that any program can write to the store, with
-- trusted_schema=0 too. All of it is parsed at each start of every program: comments stand outside.

-- Without its row, nothing more would be recorded.
CREATE TRIGGER historyState_noInsert BEFORE INSERT ON historyState
BEGIN
  SELECT raise(ABORT, 'the history has one state');
END;

CREATE TRIGGER historyState_noDelete BEFORE DELETE ON historyState
BEGIN
  SELECT raise(ABORT, 'the history has one state');
END;

-- How a change is told: before a write, each row that it may change or take away is noted as the
-- history knows it; after it, what differs from its note is recorded. The triggers of the entities
-- say only when. A note that is there stays: of a row given up (OR IGNORE, DO NOTHING)
-- it is still true, and of a row that a trigger writes to once more it is what the history knows.
--
-- REPLACE fires delete triggers only where the writer has recursive_triggers on. So an insert or an
-- update notes the rows that its keys may take away, and tells of those that are gone afterwards; a
-- delete trigger that does fire tells of its row and drops the note, so that nothing is told twice.
-- The ids of notes grow while a statement runs: each adds one to max(id) and to total_changes().
CREATE TABLE historyNote(
  id INTEGER PRIMARY KEY,
  tableName TEXT NOT NULL,
  rowId INTEGER NOT NULL,
  entity TEXT NOT NULL,
  record TEXT NOT NULL,
  UNIQUE (tableName, rowId)
) STRICT;

-- Notes a row, unless it is not there. (OR IGNORE would not keep a note that is: a trigger's
-- statements take the OR clause of the outermost statement.)
CREATE VIEW historyBefore(tableName, rowId) AS SELECT NULL, NULL;

CREATE TRIGGER historyBefore_insert INSTEAD OF INSERT ON historyBefore
BEGIN
  INSERT INTO historyNote(tableName, rowId, entity, record)
  SELECT * FROM historyRecord WHERE tableName = new.tableName AND id = new.rowId AND NOT EXISTS (
    SELECT 1 FROM historyNote WHERE tableName = new.tableName AND rowId = new.rowId);
END;

-- Tells what became of the noted rows of a table, and of the one just written: its id before (NULL
-- for an insert) and after. A trip that is gone takes its children along where foreign keys are off
-- too. A tombstone comes before the change that replaced its row, children's before their trip's. An
-- update without a note has been told of within a trigger of the user's.
-- (A trigger does not fire within itself where recursive_triggers is off: none of these may write to
-- a table whose triggers lead back to it.)
CREATE VIEW historyAfter(tableName, oldId, newId) AS SELECT NULL, NULL, NULL;

CREATE TRIGGER historyAfter_insert INSTEAD OF INSERT ON historyAfter
BEGIN
  DELETE FROM bucketListItem WHERE new.tableName = 'trip'
    AND tripId IN (SELECT rowId FROM historyNoted WHERE isGone AND rowId IS NOT new.oldId);
  DELETE FROM livingAccommodation WHERE new.tableName = 'trip'
    AND tripId IN (SELECT rowId FROM historyNoted WHERE isGone AND rowId IS NOT new.oldId);
  DELETE FROM historyNoted WHERE tableName = new.tableName
    AND rowId IS NOT new.oldId AND (isGone OR rowId = new.newId);
  INSERT INTO historyEntry
  SELECT new.tableName, ifnull(new.oldId, r.id), r.entity, n.record, r.record, 0
  FROM historyRecord AS r
  LEFT JOIN historyNote AS n ON n.tableName = new.tableName AND n.rowId = new.oldId
  WHERE r.tableName = new.tableName AND r.id = new.newId
    AND (new.oldId IS NULL OR n.id IS NOT NULL);
END;

-- The notes. To delete one is to tell that its row is gone. A cascade counts its rows in
-- total_changes() only at its end, so a child that goes with its trip is pending.
CREATE VIEW historyNoted AS
SELECT *, tableName = 'trip' AND rowId NOT IN (SELECT id FROM trip) AS isGone FROM historyNote;

CREATE TRIGGER historyNoted_delete INSTEAD OF DELETE ON historyNoted
BEGIN
  INSERT INTO historyEntry SELECT old.tableName, old.rowId, old.entity, old.record, NULL,
    old.tableName <> 'trip'
      AND EXISTS (SELECT 1 FROM historyNoted WHERE tableName = 'trip' AND isGone);
END;

-- Where all changes go: the row before is NULL for an insert, the row after for a delete.
CREATE VIEW historyEntry(tableName, rowId, entity, was, became, pending) AS
SELECT NULL, NULL, NULL, NULL, NULL, NULL;

-- Adds a change, and its transaction where it is the first of one.
-- A transaction of another program is one statement, in which 'now' stands still. Two in one
-- millisecond are told apart by total_changes(): the steps of triggers add to it as they end, the
-- statement itself only when it is over. So the next change of the same statement finds the number
-- kept here, or, after a cascade, that plus pendingChanges; the notes made since are taken out of it.
-- Triggers and cascades of the user's own add what nobody here can tell from the end of a
-- statement: where there are any (more than the 32 of ours), the millisecond alone decides.
-- The JSON is put together by hand: SQLite 3.40 wrongly calls its JSON functions unsafe in triggers
-- under trusted_schema=0. The view of the records escapes \ and ", control characters are left to
-- this one. (No text here holds a NUL; the tables' checks see to that.)
CREATE TRIGGER historyEntry_insert INSTEAD OF INSERT ON historyEntry
BEGIN
  UPDATE historyState SET (currentTransaction, pendingChanges) = (
    SELECT
      iif(statementTime = strftime('%J', 'now')
          AND (total IN (statementChanges, statementChanges + pendingChanges)
            OR (SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'
                OR type = 'table' AND instr(upper(sql), ' REFERENCES ')) > 32),
        currentTransaction, NULL),
      iif(total = statementChanges, pendingChanges, 0)
    FROM (SELECT total_changes() - ifnull(max(id), 0) AS total FROM historyNote))
  WHERE author IS NULL;

  INSERT INTO historyTransaction(author, command)
  SELECT ifnull(author, 'external'), ifnull(command, '') FROM historyState
  WHERE currentTransaction IS NULL AND new.was IS NOT new.became;

  INSERT INTO historyChange(transactionId, entity, rowId, kind, oldValues, newValues)
  SELECT (SELECT max(id) FROM historyTransaction), new.entity, new.rowId,
    iif(new.was IS NULL, 'insert', iif(new.became IS NULL, 'delete', 'update')),
    iif(new.was GLOB '*[' || char(1) || '-' || char(31) || ']*', (
      WITH RECURSIVE escaped(code, json) AS (
        SELECT 1, new.was
        UNION ALL
        SELECT code + 1, replace(json, char(code), format('\u%04x', code))
        FROM escaped WHERE code < 32)
      SELECT json FROM escaped WHERE code = 32), new.was),
    iif(new.became GLOB '*[' || char(1) || '-' || char(31) || ']*', (
      WITH RECURSIVE escaped(code, json) AS (
        SELECT 1, new.became
        UNION ALL
        SELECT code + 1, replace(json, char(code), format('\u%04x', code))
        FROM escaped WHERE code < 32)
      SELECT json FROM escaped WHERE code = 32), new.became)
  WHERE new.was IS NOT new.became;

  DELETE FROM historyNote WHERE tableName = new.tableName
    AND (new.became IS NOT NULL OR rowId = new.rowId);

  UPDATE historyState
  SET currentTransaction = iif(new.was IS new.became, currentTransaction,
      (SELECT max(id) FROM historyTransaction)),
    statementTime = strftime('%J', 'now'),
    statementChanges = total_changes() + 1 - ifnull((SELECT max(id) FROM historyNote), 0),
    pendingChanges = pendingChanges + new.pending
  WHERE author IS NULL OR currentTransaction IS NULL;
END;

-- The log is append-only for everyone. A reader that has seen id n must never find a smaller one
-- later, nor a changed row, and a leap in the ids would use them up. The check for the id is
-- made after the insert, because NEW.id is not known before it; a row that took the last one's
-- place does not follow the mark in sqlite_sequence, which an insert moves at its end.
-- 'trips history purge' may delete: inside a transaction of ours whose command begins so.
CREATE TRIGGER historyTransaction_insertLast AFTER INSERT ON historyTransaction
WHEN new.id <> 1 + max(
  ifnull((SELECT max(id) FROM historyTransaction WHERE id <> new.id), 0),
  ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'historyTransaction'), 0))
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyTransaction_noUpdate BEFORE UPDATE ON historyTransaction
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyTransaction_purgeOnly BEFORE DELETE ON historyTransaction
WHEN ifnull((SELECT command FROM historyState), '') NOT GLOB 'history purge*'
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyChange_insertLast AFTER INSERT ON historyChange
WHEN new.id <> 1 + max(
  ifnull((SELECT max(id) FROM historyChange WHERE id <> new.id), 0),
  ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'historyChange'), 0))
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyChange_noUpdate BEFORE UPDATE ON historyChange
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;

CREATE TRIGGER historyChange_purgeOnly BEFORE DELETE ON historyChange
WHEN ifnull((SELECT command FROM historyState), '') NOT GLOB 'history purge*'
BEGIN
  SELECT raise(ABORT, 'history is append-only');
END;
