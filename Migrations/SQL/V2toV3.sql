-- What V3 has and rows of V2 lack: a history that begins here. V2toV3.swift sets its identity.
INSERT INTO historyState(id, knownSince) VALUES (1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
