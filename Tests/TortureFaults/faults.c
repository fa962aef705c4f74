// FAULT_FOLDER names the folder whose files are meant, FAULT what happens:
//   kill:N      SIGKILL inside the Nth write, after a part of it
//   full:N:M    the M writes from the Nth on fail with "no space left on device"
#define _GNU_SOURCE
#include "faults.h"
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static long writes;

static int is_state(int descriptor) {
  const char *folder = getenv("FAULT_FOLDER");
  struct stat status;
  char link[64], path[4096];
  if (!folder || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return strncmp(path, folder, strlen(folder)) == 0;
}

enum { PASS, KILL, FULL };

static int fault(int descriptor) {
  const char *what = getenv("FAULT");
  long first = 0, count = 1;
  if (!what || !is_state(descriptor)) return PASS;
  writes++;
  if (sscanf(what, "kill:%ld", &first) == 1) return writes == first ? KILL : PASS;
  if (sscanf(what, "full:%ld:%ld", &first, &count) == 2) return writes >= first && writes < first + count ? FULL : PASS;
  return PASS;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  switch (fault(descriptor)) {
  case KILL:
    NEXT(pwrite64)(descriptor, bytes, count / 2, offset);
    raise(SIGKILL);
    break;
  case FULL: errno = ENOSPC; return -1;
  }
  return NEXT(pwrite64)(descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite64(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  switch (fault(descriptor)) {
  case KILL:
    NEXT(write)(descriptor, bytes, count / 2);
    raise(SIGKILL);
    break;
  case FULL: errno = ENOSPC; return -1;
  }
  return NEXT(write)(descriptor, bytes, count);
}

int fdatasync(int descriptor) {
  if (fault(descriptor) == KILL) raise(SIGKILL);
  return NEXT(fdatasync)(descriptor);
}

int fsync(int descriptor) {
  if (fault(descriptor) == KILL) raise(SIGKILL);
  return NEXT(fsync)(descriptor);
}

int ftruncate64(int descriptor, off64_t length) {
  if (fault(descriptor) == KILL) raise(SIGKILL);
  return NEXT(ftruncate64)(descriptor, length);
}
