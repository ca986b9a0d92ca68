/// The resource limits of this process (getrlimit(2)).
package enum ResourceLimit {
  /// The number of files that may be open at once; nil if unlimited.
  package static var openFiles: UInt64? { value(of: RLIMIT_NOFILE) }

  #if canImport(Glibc)
    private static func value(of resource: __rlimit_resource) -> UInt64? {
      value { getrlimit(__rlimit_resource_t(resource.rawValue), &$0) }
    }
  #else
    private static func value(of resource: Int32) -> UInt64? {
      value { getrlimit(resource, &$0) }
    }
  #endif

  private static func value(_ ask: (inout rlimit) -> Int32) -> UInt64? {
    var limit = rlimit()
    // Unlimited is the greatest number, whose type differs between platforms.
    guard ask(&limit) == 0, UInt64(limit.rlim_cur) < UInt64(Int64.max) else { return nil }
    return UInt64(limit.rlim_cur)
  }
}
