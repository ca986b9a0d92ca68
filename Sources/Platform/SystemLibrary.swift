// The C library under one name: other files only import `Platform`.

#if canImport(Glibc)
  @_exported import Glibc
#else
  @_exported import Musl
#endif
