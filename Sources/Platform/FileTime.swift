extension stat {
  /// When the file's bytes were changed last, to the nanosecond.
  package var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}
