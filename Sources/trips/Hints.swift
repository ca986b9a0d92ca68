import Platform
import TripsCore

// What to do about an error: the only file that names commands, flags and variables for that.
//
// TripsCore reports facts; the advice depends on the command line, so it is here.

extension Context {
  /// What to do next, if anything helps.
  func hint(for error: any Error) -> String? {
    switch error {
    case UsageError.unknownCommand(_, nil, nil), UsageError.missingCommand:
      "'trips --help' lists the commands"
    case UsageError.unknownCommand(_, let group?, nil), UsageError.missingSubcommand(let group):
      "'trips \(group) --help' lists its commands"
    case let error as ContextError: hint(for: error)
    case let error as Refusal: hint(for: error)
    case let error as TripsError: hint(for: error)
    case let error as DoctorFinding: hint(for: error.remedy)
    // Otherwise the user would repeat a change that was made.
    case is OutputError:
      change.isMade.load(ordering: .relaxed) ? "the change itself was made" : nil
    default: nil
    }
  }

  private func hint(for error: ContextError) -> String? {
    switch error {
    case .badVariable, .noArguments: nil
    case .noHome: "set a file with '--db' or TRIPS_DB"
    case .tooFewFiles: "allow more, with 'ulimit -n 64'"
    case .noWorkingDirectory: "change to a folder that exists, or use an absolute path"
    }
  }

  private func hint(for refusal: Refusal) -> String? {
    switch refusal {
    case .needsConfirmation: "run it again with '--yes'"
    case .leftUndone(let conflicts, _) where conflicts > 0:
      "'--prefer store' or '--prefer calendar' settles conflicts; '--trip TRIP' limits it to one trip"
    case .cancelled, .leftUndone: nil
    case .editorFailed, .editorLeftNoFile: "choose another editor with VISUAL or EDITOR"
    }
  }

  private func hint(for error: TripsError) -> String? {
    switch error {
    case .reference(let problem): hint(for: problem)
    case .noOrphan: "\(quoted("doctor")) lists those without a trip"
    case .collision(let other): "\(quoted("show \(other.id)")) shows it"
    case .daysInUse(let problem): hint(for: problem)
    case .store(let problem, let path): hint(for: problem, of: path)
    case .token(let problem): hint(for: problem)
    case .undo(let problem): hint(for: problem)
    case .migration(let problem, _): hint(for: problem)
    case .refused(let refusal): hint(for: refusal)
    case .invalidRecord(let problem) where problem.isDatabase:
      "\(quoted("restore FILE")) restores a backup"
    case .invalidRecord(let problem) where problem.remedy == .mapping:
      "'--map \"Their column=name\"' assigns a column to a field; 'trips help import' lists them"
    case .invalidRecord(let problem) where problem.remedy == .dateFormat:
      "'--date-format %d.%m.%Y' sets the format, with %y for years of two digits; "
        + "'--skip-invalid' imports the rest"
    case .invalidRecord(let problem) where problem.remedy == .decimalMark:
      "'--decimal ,' reads '1.250' as 1250, and '--decimal .' reads '1,250' as 1250"
    case .invalidRecord(let problem) where problem.remedy == .export:
      "\(quoted("export --format csv")) writes the file that an import reads"
    case .invalidRecord(let problem) where problem.remedy == .encoding:
      "'iconv -f ENCODING -t UTF-8 FILE > NEW' converts it, if you know its encoding"
    case .invalidRecord(let problem):
      problem.isFatal ? nil : "'--skip-invalid' imports the rest; with '--dry-run' it lists them"
    case .claim: "\(quoted("perdiem --csv")) writes a claim"
    case .file(.exists): "'--force' replaces it"
    case .file(.leftOver(let paths)):
      "move \(paths.count == 1 ? "it" : "them") away, then run the command again"
    case .sync(let problem): hint(for: problem)
    case .unfit(_, .becoming(let type)): "'--\(type.rawValue)' makes it one"
    case .unfit(_, .takingBack(let day)):
      "\(quoted("edit TRIP --on \(day) --perdiem default")) removes it"
    case .changedMeanwhile: "run the command again to see how it is now"
    case .value, .wouldBeEqual, .file: nil
    }
  }

  private func hint(for problem: ReferenceProblem) -> String? {
    switch (problem.reason, problem.trip) {
    case (.several, _): "use its id"
    case (.part, _): "use its id or its whole name"
    case (.none, nil): "\(quoted("list" + (at.map { " --at \($0)" } ?? ""))) shows all trips"
    case (.none, let trip?) where problem.words == nil:
      "\(quoted("stay add \(trip.id) PLACE")) adds one"
    case (.none, let trip?):
      problem.entity == .stay
        ? "\(quoted("stay list \(trip.id)")) shows its stays"
        : "\(quoted("bucket list \(trip.id)")) shows its items"
    }
  }

  private func hint(for problem: DaysInUse) -> String {
    let (trip, items) = (problem.trip.id, "move or remove the items first, as with ")
    let item = "\(quoted("bucket edit \(trip) ID --on +1d"))"
    let stay = "\(quoted("stay edit \(trip) ID --from DATE --to DATE"))"
    if !problem.hasStays { return items + item }
    return problem.hasItems
      ? "\(items)\(item) and \(stay)"
      : "give the stay other nights or remove it first, as with \(stay)"
  }

  private func hint(for problem: SyncProblem) -> String? {
    switch problem {
    case .missingFolder(let path): "'mkdir -p \(ShellWords.word(path))' makes a new one"
    case .busyFolder: "try again, or wait longer with TRIPS_BUSY_TIMEOUT=30"
    case .filesGone:
      "'--yes' confirms that they were deleted on purpose, '--anew' writes them again; nothing was changed"
    }
  }

  /// - Parameter path: the file, which need not be the store; the store if nil.
  private func hint(for problem: StoreProblem, of path: String?) -> String? {
    switch problem {
    case .needsMigration: "run \(quoted("migrate")) (it makes a backup first)"
    case .lostHeader(let version): "'sqlite3 FILE \(Self.header(version))' sets them"
    case .schemaDiffers(let difference, _) where !difference.drops.isEmpty:
      Self.hint(toRun: difference.drops)
    case .corrupt where !isStore(path), .schemaDiffers where !isStore(path): nil
    case .corrupt, .schemaDiffers, .unknownModel:
      "\(quoted("doctor")) examines the store; \(quoted("restore FILE")) replaces it with a backup"
    case .obstacles(let objects): Self.hint(toRun: objects.map(\.drop))
    case .newer: "install the release of 'trips' that wrote it, or a later one"
    case .locked: "try again, or wait longer with TRIPS_BUSY_TIMEOUT=30"
    case .noBackup:
      "free some space there, or skip the backup with \(quoted("migrate --no-backup"))"
    case .notADatabase, .foreign, .notAFile:
      isStore(path) ? "use another file with '--db'" : nil
    default: nil
    }
  }

  private func isStore(_ path: String?) -> Bool {
    path == nil || path == (try? StoreLocation(self).path)
  }

  private func hint(for problem: MigrationProblem) -> String? {
    switch problem {
    case .unfitRows:
      "fix them, or quarantine those rows with \(quoted("migrate --quarantine"))"
    case .objects(let objects): Self.hint(toRun: objects.map(\.drop))
    case .references(let references): Self.hint(toUpdate: references)
    case .schemaDiffers(let difference, _) where !difference.drops.isEmpty:
      Self.hint(toRun: difference.drops)
    case .obstacle: "drop or rename it, then migrate"
    case .schemaDiffers, .unbalanced, .interrupted: nil
    }
  }

  private func hint(for refusal: MigrationRefusal) -> String? {
    switch refusal {
    case .targetBehind: "\(quoted("migrate --undo")) restores the backup of the last migration"
    case .noBackup: "\(quoted("restore FILE")) restores a backup from elsewhere"
    }
  }

  private func hint(for problem: HistoryTokenProblem) -> String? {
    switch problem {
    case .malformed: "\(quoted("history --token")) prints the newest one"
    case .noTransaction: "\(quoted("history")) lists the transactions"
    case .tooEarly: nil
    case .otherStore, .expired, .future, .diverged:
      "get a new one from \(quoted("history --token")), then read everything again"
    }
  }

  private func hint(for problem: UndoProblem) -> String? {
    switch problem {
    case .alreadyUndone(_, let step): "\(quoted("undo \(step)")) brings it back"
    case .nothingToUndo(_, let newest):
      newest.map { "\(quoted("undo \($0.id)")) undoes it" }
    case .nothingToRedo: nil
    case .changedSinceUndo(let undo, _): "\(quoted("undo \(undo.id)")) reverts that undo"
    case .blocked: "\(quoted("history")) shows what happened; nothing was changed"
    }
  }

  /// The two numbers of a store's header, which an SQL dump does not copy.
  private static func header(_ version: SchemaVersion) -> String {
    "\"PRAGMA application_id=0x54524950\" \"PRAGMA user_version=\(version.rawValue)\""
  }

  private static func hint(toRun statements: [String]) -> String {
    "run '\(statements.joined(separator: "; "))' in sqlite3"
  }

  /// A row that is quarantined has no row that could take its place.
  private static func hint(toUpdate references: [LostReference]) -> String {
    let updates = references.compactMap(\.update)
    return updates.isEmpty
      ? "fix those rows, or let your table refer to others"
      : hint(toRun: updates)
  }

  /// `, such as '/trips.db.v4-20261120T101500Z.backup'`, if there is a backup next to the store.
  private var newestBackup: String {
    let path = try? StoreLocation(self).path
    return path.flatMap(Store.newestBackup(nextTo:)).map { ", such as '\($0)'" } ?? ""
  }

  private func hint(for remedy: StoreDiagnosis.Remedy?) -> String? {
    switch remedy {
    case .repairing: "\(quoted("doctor --fix")) repairs what can be repaired, after a backup"
    case .restoring: "\(quoted("restore FILE")) replaces it with a backup\(newestBackup)"
    // A store whose first page is destroyed also looks like this.
    case .obstacle(.notADatabase):
      "use another file with '--db'; if this was a store, \(quoted("restore FILE")) restores a backup"
    case .obstacle(let problem): hint(for: problem, of: nil)
    case nil: nil
    }
  }
}
