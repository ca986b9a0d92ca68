#if os(Linux)
  /// Replaces the runtime's search for its backtrace program, when `Scripts/build` links the
  /// binary. The search fails the process without /proc, and costs every start a walk through
  /// folders that a single binary does not have.
  @_cdecl("__wrap_swift_copyAuxiliaryExecutablePath")
  func noCrashReporter(_ name: UnsafePointer<CChar>?) -> UnsafePointer<CChar>? { nil }
#endif
