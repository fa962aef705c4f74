// The parent's side: the child process, its limits, and the transfer of the picture.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ImageDecoding.h"

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

// Returns the size of the address space in bytes; 0 if it is unknown.
static size_t address_space(void) {
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[32] = {0};
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  size_t pages = 0;
  for (ssize_t i = 0; i < length && text[i] >= '0' && text[i] <= '9'; i++) pages = pages * 10 + (size_t)(text[i] - '0');
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void limit(int resource, rlim_t value) {
  struct rlimit limit = {value, value};
  setrlimit((__rlimit_resource_t)resource, &limit);
}

// Prepares a copy of this process for code that is not trusted. `output` becomes descriptor 3, the only one left.
static void prepare_child(int output, pid_t parent) {
  // The parent's handlers would restore its terminal.
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  // Messages of libraries must not reach the terminal.
  int null = open("/dev/null", O_RDWR);
  if (output != 3) dup2(output, 3);
  for (int descriptor = 0; descriptor < 3; descriptor++) dup2(null, descriptor);
  syscall(SYS_close_range, 4, ~0U, 0);
  // The copied memory does not count.
  limit(RLIMIT_AS, address_space() + IMAGE_DECODING_MEMORY);
  limit(RLIMIT_CPU, IMAGE_DECODING_SECONDS);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
}

// Reads from the child. Returns 0 if it has ended or its time is over.
static int read_all(image_decoding *decoding, void *target, size_t count) {
  char *bytes = target;
  while (count > 0) {
    long left = decoding->deadline - milliseconds();
    struct pollfd input = {decoding->pipe, POLLIN, 0};
    int ready = left > 0 ? poll(&input, 1, (int)left) : 0;
    if (ready < 0 && errno == EINTR) continue;
    ssize_t length = ready > 0 ? read(decoding->pipe, bytes, count) : 0;
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) {
      decoding->header.status = IMAGE_OVER_LIMITS;
      return 0;
    }
    bytes += length;
    count -= (size_t)length;
  }
  return 1;
}

static void fail(image_decoding *decoding, image_decoding_status status, const char *message) {
  decoding->header.status = status;
  snprintf(decoding->header.message, sizeof decoding->header.message, "%s", message);
}

// Reads a header. Returns 0 if it reports a failure.
static int read_header(image_decoding *decoding) {
  image_decoding_header header;
  if (!read_all(decoding, &header, sizeof header)) return 0;
  // A library with a fault may have written anything.
  header.format[sizeof header.format - 1] = header.message[sizeof header.message - 1] = 0;
  decoding->header = header;
  if (header.status != IMAGE_DECODED) return 0;
  if (header.width > 0 && header.height > 0 && header.width <= decoding->maximum_pixels / header.height) return 1;
  fail(decoding, IMAGE_DAMAGED, "it has no valid size");
  return 0;
}

void image_decoding_begin(image_decoding *decoding, const void *bytes, size_t count, long maximum_pixels) {
  memset(decoding, 0, sizeof *decoding);
  decoding->deadline = milliseconds() + IMAGE_DECODING_SECONDS * 1000L;
  decoding->pipe = -1;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail(decoding, IMAGE_WITHOUT_CHILD, strerror(errno));
  // No handler of the parent may run in the child.
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pid_t parent = getpid();
  pid_t child = fork();
  int error = errno;
  if (child == 0) {
    prepare_child(ends[1], parent);
    image_decode(bytes, count, maximum_pixels, 3);
    _exit(0);
  }
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    return fail(decoding, IMAGE_WITHOUT_CHILD, strerror(error));
  }
  decoding->child = child;
  decoding->pipe = ends[0];
  decoding->maximum_pixels = maximum_pixels;
  read_header(decoding);
}

int image_decoding_finish(image_decoding *decoding, void *pixels, size_t count) {
  if (!read_header(decoding)) return 0;
  if ((size_t)decoding->header.width * (size_t)decoding->header.height * 4 != count) {
    fail(decoding, IMAGE_DAMAGED, "it has no valid size");
    return 0;
  }
  return read_all(decoding, pixels, count);
}

void image_decoding_end(image_decoding *decoding) {
  if (decoding->pipe >= 0) close(decoding->pipe);
  if (decoding->child > 0) {
    kill(decoding->child, SIGKILL);
    while (waitpid(decoding->child, NULL, 0) < 0 && errno == EINTR) continue;
  }
  decoding->pipe = -1;
  decoding->child = 0;
}
