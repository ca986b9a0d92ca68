#include <sqlite3.h>

// Swift cannot call a C function of variable arguments.

/// Turns off memory statistics: SQLite takes a mutex for each allocation, a tenth of what a listing
/// executes, and they are never read. To be called before any connection is opened.
///
/// See SQLITE_CONFIG_MEMSTATUS in https://www.sqlite.org/c3ref/c_config_covering_index_scan.html.
static inline void disableMemoryStatistics(void) {
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Like PRAGMA trusted_schema=OFF (https://www.sqlite.org/c3ref/c_dbconfig_defensive.html).
static inline void distrustSchema(sqlite3 *db) {
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
