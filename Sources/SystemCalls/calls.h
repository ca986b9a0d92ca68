#include <string.h>
#include <unistd.h>

extern void *memmem(const void *, size_t, const void *, size_t);

/// memmem(3), which glibc's header declares only for GNU programs.
static inline const void *findBytes(
    const void *text, size_t length, const void *wanted, size_t wantedLength) {
  return memmem(text, length, wanted, wantedLength);
}

/// mkostemps(3), which glibc's header declares only for GNU programs too.
extern int mkostemps(char *name, int suffixLength, int flags);

/// pipe2(2), likewise.
extern int pipe2(int ends[2], int flags);
