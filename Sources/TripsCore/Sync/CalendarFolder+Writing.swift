import Platform

extension CalendarFolder {
  /// What is to become of one file.
  struct Change {
    /// Nil for a new file, which takes its name from the UID.
    let name: String?
    /// Of the event.
    let eventUID: String
    /// Of the trip.
    let uid: String
    /// The bytes that were read; nil for a new file.
    let old: [UInt8]?
    /// Nil deletes it.
    let new: [UInt8]?

    init(name: String?, eventUID: String = "", uid: String, old: [UInt8]?, new: [UInt8]?) {
      self.name = name
      self.eventUID = eventUID
      self.uid = uid
      self.old = old
      self.new = new
    }
  }

  /// Writes what files are to hold, each to the disk under a passing name, as far as that has not been
  /// done: all that takes long, while nobody else need wait.
  ///
  /// - Throws: `FileError` where the disk refuses.
  func stage(_ changes: [Change]) throws(FileError) {
    for change in changes {
      guard let bytes = change.new, staged[bytes] == nil else { continue }
      do {
        let name = name(for: change)
        if change.name == nil { newNames[name] = change.uid }
        let file = try OutputFile(
          path: path + "/" + name, replacing: change.old != nil, sweeps: false)
        if change.old != nil { file.takePermissions() }
        try file.write(bytes)
        try file.sync()
        file.close()
        staged[bytes] = file
      } catch .exists {
        // Somebody has just made it: it is left to the next sync.
      }
    }
  }

  /// Makes changes that were staged, each whole or not at all, and on the disk when it returns. Of a
  /// trip the first file that stays as it is keeps those after it.
  ///
  /// - Returns: why files stay as they are, by the UIDs of their trips.
  /// - Throws: `FileError` where the disk refuses; some changes may have been made then.
  func make(_ changes: [Change]) throws(FileError) -> [String: String] {
    var refused: [String: String] = [:]
    for change in changes where refused[change.uid] == nil {
      do {
        if try !make(change) { refused[change.uid] = "its file was changed meanwhile" }
      } catch .exists {
        refused[change.uid] = "its file was changed meanwhile"
      } catch .cannot(let verb, let file, let reason, isDenied: true)
        where access(path, W_OK) == 0
      {
        // One file of somebody else keeps nobody from the rest.
        refused[change.uid] = "cannot \(verb) '\(Self.fileName(of: file))': \(reason)"
      }
    }
    staged = [:]
    newNames = [:]
    if !changes.isEmpty { OutputFile.syncFolder(of: path + "/.") }
    return refused
  }

  /// - Returns: false where the file is no longer as it was read.
  private func make(_ change: Change) throws(FileError) -> Bool {
    guard let name = change.name, let old = change.old else {
      guard let file = change.new.flatMap({ staged[$0] }) else { return false }
      try file.takeName()
      return true
    }
    guard bytes(of: name) == old else { return false }
    guard let new = change.new else { return try delete(name, holding: old) }
    guard let file = staged[new] else { return false }
    let place = UnfinishedFile.path(beside: file.path, holding: [old, new])
    try file.leave(as: place)
    let passing = Self.fileName(of: place)
    defer { discard(passing) }
    if let isDone = try exchange(name, holding: old, passing, holding: new) { return isDone }
    guard renameat(descriptor, passing, descriptor, name) == 0 else {
      throw .failed("write", file.path, errno)
    }
    return true
  }

  /// Gives a file that was read, and its name, up for one that is on the disk under a passing name. Another
  /// program may write it just then: what it has written is given back.
  ///
  /// What has the passing name then is not wanted any more.
  ///
  /// - Returns: whether the file was as it was read; nil where the file system knows no exchange.
  func exchange(
    _ name: String, holding old: [UInt8], _ passing: String, holding new: [UInt8]
  ) throws(FileError) -> Bool? {
    guard SystemFile.exchange(passing, name, in: descriptor) else {
      if errno == ENOENT { return false }
      if [EINVAL, ENOSYS, ENOTSUP].contains(errno) { return nil }
      throw .failed("write", "\(path)/\(name)", errno)
    }
    var (given, found) = (Optional(new), bytes(of: passing))
    while found != old || given != new {
      // Once more, should the file have been written again meanwhile.
      guard SystemFile.exchange(passing, name, in: descriptor) else { return false }
      let back = bytes(of: passing)
      if back == given { return false }
      (given, found) = (found, back)
    }
    return true
  }

  /// Not by its path: another folder may have that by now.
  func delete(_ name: String, holding old: [UInt8]) throws(FileError) -> Bool {
    let passing = UnfinishedFile.path(beside: "\(path)/\(name)", holding: [old])
    let passingName = Self.fileName(of: passing)
    guard renameat(descriptor, name, descriptor, passingName) == 0 else {
      if errno == ENOENT { return false }
      throw .failed("delete", "\(path)/\(name)", errno)
    }
    let isAsRead = bytes(of: passingName) == old
    if !isAsRead {
      if UnfinishedFile.rename(passing, to: "\(path)/\(name)") { return false }
      // A newer one that has come meanwhile stays; nothing else is reason enough to delete this one.
      guard errno == EEXIST else { throw .failed("write", "\(path)/\(name)", errno) }
    }
    unlinkat(descriptor, passingName, 0)
    return isAsRead
  }

  /// Takes a file with a passing name away, unless another program has written what it holds.
  ///
  /// - Returns: whether nobody needs it.
  @discardableResult
  private func discard(_ passing: String) -> Bool {
    guard let bytes = bytes(of: passing),
      UnfinishedFile.sums(of: passing).contains(Substring(UnfinishedFile.sum(of: bytes)))
    else { return false }
    return unlinkat(descriptor, passing, 0) == 0
  }

  /// Takes away what a killed sync has left. What another program wrote in that instant, and now has a
  /// passing name alone, gets its place again, or, where that has been written since, one beside it.
  ///
  /// - Returns: whether there was any such.
  func clearLeftovers() throws -> Bool {
    guard hasLeftovers else { return false }
    UnfinishedFile.removeLeftovers(in: path)
    var leftovers: [String] = []
    UnfinishedFile.forEachName(in: path) { leftovers.append(Self.fileName(of: $0)) }
    var isAny = false
    for leftover in leftovers where !UnfinishedFile.sums(of: leftover).isEmpty {
      guard !discard(leftover), let bytes = bytes(of: leftover), let event = try? EventFile(bytes)
      else { continue }
      let sums = UnfinishedFile.sums(of: leftover)
      let place = try names().first { name in
        sums.count == 2
          && self.bytes(of: name).map { UnfinishedFile.sum(of: $0) == sums[1] } == true
      }
      if let place, SystemFile.exchange(leftover, place, in: descriptor) {
        discard(leftover)
      } else {
        let change = Change(name: nil, eventUID: event.uid, uid: event.uid, old: nil, new: bytes)
        _ = UnfinishedFile.rename("\(path)/\(leftover)", to: "\(path)/\(name(for: change))")
      }
      isAny = true
    }
    return isAny
  }

  /// By bytes: a mark that combines makes one character of a slash and itself.
  private static func fileName(of path: String) -> String {
    let bytes = path.utf8.split(separator: UInt8(ascii: "/")).last
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// A name that is not a path and that vdirsyncer takes too: the UID where it may be one.
  private func name(for change: Change) -> String {
    if let name = change.name { return name }
    let uid = change.eventUID
    let isSafe =
      uid.utf8.count <= 200 && !uid.hasPrefix(".") && !uid.hasSuffix(".tmp")
      && uid.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-_.+@".utf8.contains(byte)
        }
      }
    var sum = FNV1a()
    sum.add(uid.utf8)
    let stem = isSafe ? uid : "trip-\(sum.digits)"
    var name = "\(stem).ics"
    var count = 1
    while access("\(path)/\(name)", F_OK) == 0 || newNames[name] ?? change.uid != change.uid {
      count += 1
      name = "\(stem)-\(count).ics"
    }
    return name
  }
}
