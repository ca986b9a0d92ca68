-- The history begins here. V2toV3.swift sets its identity.
INSERT INTO historyState(id, knownSince) VALUES (1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
