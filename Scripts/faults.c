// A library to preload: counts the calls that change files of the path FAULT_PATH and those beside
// it with more in their names, and at the call FAULT_AT kills the process or makes the call fail.
//
//   FAULT_KIND  kill | torn (half of the write, then a kill) | enospc | eio (this call and all later)
//   FAULT_COUNT a file that gets the number of calls when the process ends
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static long calls;

static int is_watched(const char *path) {
  const char *prefix = getenv("FAULT_PATH");
  return prefix && strncmp(path, prefix, strlen(prefix)) == 0;
}

static int is_watched_file(int descriptor) {
  char link[64], path[PATH_MAX + 1];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, PATH_MAX);
  if (length < 0) return 0;
  path[length] = 0;
  return is_watched(path);
}

// Returns 1 where the call must fail with errno, 2 where it must be torn.
static int fault(void) {
  const char *at = getenv("FAULT_AT"), *kind = getenv("FAULT_KIND");
  calls++;
  if (!at || !kind || calls < atol(at)) return 0;
  if (strcmp(kind, "enospc") == 0) return errno = ENOSPC, 1;
  if (strcmp(kind, "eio") == 0) return errno = EIO, 1;
  if (calls > atol(at)) return 0;
  if (strcmp(kind, "torn") == 0) return 2;
  kill(getpid(), SIGKILL);
  return 0;
}

#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

#define WRAP_PWRITE(name, offset_type)                                              \
  ssize_t name(int file, const void *data, size_t length, offset_type offset) {     \
    REAL(name);                                                                     \
    switch (is_watched_file(file) ? fault() : 0) {                                  \
      case 1: return -1;                                                            \
      case 2: real(file, data, length / 2, offset); kill(getpid(), SIGKILL);        \
    }                                                                               \
    return real(file, data, length, offset);                                        \
  }

WRAP_PWRITE(pwrite, off_t)
WRAP_PWRITE(pwrite64, off64_t)

ssize_t write(int file, const void *data, size_t length) {
  REAL(write);
  switch (is_watched_file(file) ? fault() : 0) {
    case 1: return -1;
    case 2: real(file, data, length / 2); kill(getpid(), SIGKILL);
  }
  return real(file, data, length);
}

int fsync(int file) {
  REAL(fsync);
  return is_watched_file(file) && fault() == 1 ? -1 : real(file);
}

int fdatasync(int file) {
  REAL(fdatasync);
  return is_watched_file(file) && fault() == 1 ? -1 : real(file);
}

int ftruncate(int file, off_t length) {
  REAL(ftruncate);
  return is_watched_file(file) && fault() == 1 ? -1 : real(file, length);
}

int ftruncate64(int file, off64_t length) {
  REAL(ftruncate64);
  return is_watched_file(file) && fault() == 1 ? -1 : real(file, length);
}

int unlink(const char *path) {
  REAL(unlink);
  return is_watched(path) && fault() == 1 ? -1 : real(path);
}

int link(const char *old, const char *new) {
  REAL(link);
  return is_watched(new) && fault() == 1 ? -1 : real(old, new);
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAULT_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (file) fprintf(file, "%ld\n", calls), fclose(file);
}
