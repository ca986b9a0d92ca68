// Makes the calls fail that change files, from outside the program: an LD_PRELOAD library.
//
// It counts the calls that create, write, sync, truncate, rename, link or unlink below the folder
// FAULT_FOLDER, and does FAULT_ACTION at call number FAULT_AT:
//
//   kill    SIGKILL instead of the call        torn    half of the write, then SIGKILL
//   stop    SIGSTOP before the call            eio     this call fails with EIO
//   full    this call and every later one that needs room fails with ENOSPC
//   broken  this call and every later one fails with EIO
//
// FAULT_LOG takes a line `CALL NAME` for each call, and `! CALL NAME` for one tampered with.
//
// FAULT_DISK is a folder with what a power cut would leave: at each sync of a file its contents, at
// each sync of a folder its names, in a file that has the number of their inode. See disk.py.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum action { NONE, KILL, TORN, STOP, EIO_ONCE, FULL, BROKEN };
enum verdict { GO_ON, FAIL, HALF };

static const char *folder, *disk;
static enum action action;
static long at, count;
static int log_file = -1;

#define REAL(type, name, parameters) \
  static type(*real_##name) parameters; \
  if (!real_##name) real_##name = dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start(void) {
  static const char *names[] = {"", "kill", "torn", "stop", "eio", "full", "broken"};
  const char *wanted = getenv("FAULT_ACTION"), *number = getenv("FAULT_AT");
  const char *log = getenv("FAULT_LOG");
  folder = getenv("FAULT_FOLDER");
  disk = getenv("FAULT_DISK");
  at = number ? atol(number) : 0;
  for (int i = 1; wanted && i <= BROKEN; i++)
    if (!strcmp(wanted, names[i])) action = i;
  if (log) log_file = (int)open(log, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
}

static int is_below(const char *path) {
  return folder && path && !strncmp(path, folder, strlen(folder));
}

static int path_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

static void note(const char *mark, const char *call, const char *path) {
  static ssize_t (*real_write)(int, const void *, size_t);
  if (log_file < 0) return;
  if (!real_write) real_write = dlsym(RTLD_NEXT, "write");
  char line[4300];
  const char *name = path + strlen(folder);
  int length = snprintf(line, sizeof line, "%s%s %s\n", mark, call, *name ? name : "/");
  if (real_write(log_file, line, length) < 0) abort();
}

// Puts what fd refers to on the disk, unless the sync failed.
static int put_on_disk(int fd, int result) {
  char path[4096], target[4200], data[65536];
  struct stat status;
  if (result != 0 || !disk || !path_of(fd, path) || fstat(fd, &status)) return result;
  snprintf(target, sizeof target, "%s/%lu", disk, (unsigned long)status.st_ino);
  FILE *copy = fopen(target, "w");
  if (!copy) abort();
  if (S_ISDIR(status.st_mode)) {
    DIR *names = opendir(path);
    for (struct dirent *one; names && (one = readdir(names));)
      if (strcmp(one->d_name, ".") && strcmp(one->d_name, ".."))
        fprintf(copy, "%lu %d %s\n", (unsigned long)one->d_ino, one->d_type == DT_DIR, one->d_name);
    if (names) closedir(names);
  } else {
    // Another descriptor of the file may not be closed: that would drop SQLite's locks.
    if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_WRONLY) {
      snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
      fd = open(path, O_RDONLY | O_CLOEXEC);
    }
    ssize_t length;
    for (off_t from = 0; (length = pread(fd, data, sizeof data, from)) > 0; from += length)
      fwrite(data, 1, length, copy);
  }
  fclose(copy);
  return result;
}

// Keeps the inode of a file that loses its name from becoming that of another file.
static void hold(int at_folder, const char *path) {
  static int (*real_openat)(int, const char *, int, ...);
  if (!real_openat) real_openat = dlsym(RTLD_NEXT, "openat");
  int error = errno;
  if (disk) real_openat(at_folder, path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  errno = error;
}

// Counts one call and returns what to do with it; needs_room: whether a full disk stops it.
static enum verdict strike(const char *call, const char *path, int needs_room) {
  long number = __sync_add_and_fetch(&count, 1);
  note("", call, path);
  if (!at || number < at) return GO_ON;
  if (number > at && action != FULL && action != BROKEN) return GO_ON;
  if (action == FULL && !needs_room) return GO_ON;
  note("! ", call, path);
  switch (action) {
  case KILL: kill(getpid(), SIGKILL); break;
  case STOP: raise(SIGSTOP); break;
  case TORN: return HALF;
  case EIO_ONCE: case BROKEN: errno = EIO; return FAIL;
  case FULL: errno = ENOSPC; return FAIL;
  case NONE: break;
  }
  return GO_ON;
}

#define WRITE(call, half, whole) \
  char path[4096]; \
  if (path_of(fd, path)) switch (strike(call, path, 1)) { \
    case FAIL: return -1; \
    case HALF: if (half >= 0) kill(getpid(), SIGKILL); break; \
    case GO_ON: break; \
  } \
  return whole

ssize_t write(int fd, const void *data, size_t length) {
  REAL(ssize_t, write, (int, const void *, size_t));
  WRITE("write", real_write(fd, data, length / 2), real_write(fd, data, length));
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  REAL(ssize_t, pwrite64, (int, const void *, size_t, off64_t));
  WRITE("write", real_pwrite64(fd, data, length / 2, offset),
        real_pwrite64(fd, data, length, offset));
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
  return pwrite64(fd, data, length, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int number) {
  REAL(ssize_t, writev, (int, const struct iovec *, int));
  WRITE("write", real_writev(fd, parts, number / 2), real_writev(fd, parts, number));
}

ssize_t copy_file_range(int from, off64_t *in, int fd, off64_t *out, size_t size, unsigned flags) {
  REAL(ssize_t, copy_file_range, (int, off64_t *, int, off64_t *, size_t, unsigned));
  WRITE("write", real_copy_file_range(from, in, fd, out, size / 2, flags),
        real_copy_file_range(from, in, fd, out, size, flags));
}

ssize_t sendfile64(int fd, int from, off64_t *offset, size_t size) {
  REAL(ssize_t, sendfile64, (int, int, off64_t *, size_t));
  WRITE("write", real_sendfile64(fd, from, offset, size / 2),
        real_sendfile64(fd, from, offset, size));
}

ssize_t sendfile(int fd, int from, off_t *offset, size_t size) {
  return sendfile64(fd, from, offset, size);
}

#define ON_FILE(call, needs_room, whole) \
  char path[4096]; \
  if (path_of(fd, path) && strike(call, path, needs_room) == FAIL) return -1; \
  return whole

int fsync(int fd) {
  REAL(int, fsync, (int));
  ON_FILE("sync", 0, put_on_disk(fd, real_fsync(fd)));
}

int fdatasync(int fd) {
  REAL(int, fdatasync, (int));
  ON_FILE("sync", 0, put_on_disk(fd, real_fdatasync(fd)));
}

int ftruncate64(int fd, off64_t length) {
  REAL(int, ftruncate64, (int, off64_t));
  ON_FILE("truncate", 0, real_ftruncate64(fd, length));
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int fallocate64(int fd, int mode, off64_t offset, off64_t length) {
  REAL(int, fallocate64, (int, int, off64_t, off64_t));
  ON_FILE("allocate", 1, real_fallocate64(fd, mode, offset, length));
}

#define ON_PATH(call, path, needs_room, whole) \
  if (is_below(path) && strike(call, path, needs_room) == FAIL) return -1; \
  return whole

int unlink(const char *path) {
  REAL(int, unlink, (const char *));
  hold(AT_FDCWD, path);
  ON_PATH("unlink", path, 0, real_unlink(path));
}

int rmdir(const char *path) {
  REAL(int, rmdir, (const char *));
  ON_PATH("unlink", path, 0, real_rmdir(path));
}

int rename(const char *from, const char *path) {
  REAL(int, rename, (const char *, const char *));
  hold(AT_FDCWD, path);
  ON_PATH("rename", path, 1, real_rename(from, path));
}

// By a folder that is open, and a name in it.
int renameat(int one, const char *from, int fd, const char *name) {
  REAL(int, renameat, (int, const char *, int, const char *));
  hold(fd, name);
  ON_FILE("rename", 1, real_renameat(one, from, fd, name));
}

int unlinkat(int fd, const char *name, int flags) {
  REAL(int, unlinkat, (int, const char *, int));
  hold(fd, name);
  ON_FILE("unlink", 0, real_unlinkat(fd, name, flags));
}

// renameat2, by its number.
long syscall(long number, ...) {
  REAL(long, syscall, (long, ...));
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), fd = va_arg(rest, long),
       c = va_arg(rest, long), d = va_arg(rest, long), e = va_arg(rest, long);
  va_end(rest);
  if (number != SYS_renameat2) return real_syscall(number, a, b, fd, c, d, e);
  hold(fd, (const char *)c);
  ON_FILE("rename", 1, real_syscall(number, a, b, fd, c, d));
}

int link(const char *from, const char *path) {
  REAL(int, link, (const char *, const char *));
  ON_PATH("link", path, 1, real_link(from, path));
}

int linkat(int one, const char *from, int other, const char *path, int flags) {
  REAL(int, linkat, (int, const char *, int, const char *, int));
  ON_PATH("link", path, 1, real_linkat(one, from, other, path, flags));
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, (const char *, mode_t));
  ON_PATH("create", path, 1, real_mkdir(path, mode));
}

#define OPEN(whole) \
  mode_t mode = 0; \
  if (flags & (O_CREAT | __O_TMPFILE)) { \
    va_list rest; \
    va_start(rest, flags); \
    mode = va_arg(rest, mode_t); \
    va_end(rest); \
    struct stat status; \
    if (is_below(path) && ((flags & __O_TMPFILE) == __O_TMPFILE || stat(path, &status)) && \
        strike("create", path, 1) == FAIL) \
      return -1; \
  } \
  return whole

int open(const char *path, int flags, ...) {
  REAL(int, open, (const char *, int, ...));
  OPEN(real_open(path, flags, mode));
}

int open64(const char *path, int flags, ...) {
  REAL(int, open64, (const char *, int, ...));
  OPEN(real_open64(path, flags, mode));
}

int openat(int at_folder, const char *path, int flags, ...) {
  REAL(int, openat, (int, const char *, int, ...));
  OPEN(real_openat(at_folder, path, flags, mode));
}

int openat64(int at_folder, const char *path, int flags, ...) {
  REAL(int, openat64, (int, const char *, int, ...));
  OPEN(real_openat64(at_folder, path, flags, mode));
}
