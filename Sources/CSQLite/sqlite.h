#include <sqlite3.h>

/// Has SQLite allocate memory without counting it, which it does under a lock: a tenth of what a listing
/// executes, for numbers that are never read. To be called before any connection is opened.
///
/// See SQLITE_CONFIG_MEMSTATUS in https://www.sqlite.org/c3ref/c_config_covering_index_scan.html;
/// Swift cannot call a C function of variable arguments.
static inline void leaveMemoryUncounted(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
