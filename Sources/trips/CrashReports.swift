#if os(Linux)
  /// Stands in for the runtime's search for the program that prints stack traces of a crash, where
  /// `Scripts/build` links the binary: the search needs /proc and ends the process without it, and
  /// costs each start a walk through folders that the binary alone does not have.
  @_cdecl("__wrap_swift_copyAuxiliaryExecutablePath")
  func noCrashReporter(_ name: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? { nil }
#endif
