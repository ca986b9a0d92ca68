#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/// Lets two files of a folder change their names with each other in one step; -1 where the system says no
/// (`errno`), as some file systems do.
///
/// See RENAME_EXCHANGE in renameat2(2), and RENAME_SWAP in renamex_np(2); Swift sees neither.
static inline int exchangeFiles(int folder, const char *one, const char *other) {
#ifdef __APPLE__
  return renameatx_np(folder, one, folder, other, RENAME_SWAP);
#else
  return (int)syscall(SYS_renameat2, folder, one, folder, other, 2);
#endif
}

#ifndef __APPLE__
extern void *memmem(const void *, size_t, const void *, size_t);
#endif

/// memmem(3), which glibc's header declares only for GNU programs.
static inline const void *findBytes(
    const void *text, size_t length, const void *wanted, size_t wantedLength) {
  return memmem(text, length, wanted, wantedLength);
}
