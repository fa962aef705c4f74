// What Swift cannot import by itself (variadics, macros), and what must not run as Swift: signal handlers.
//
// A signal handler may interrupt the program anywhere, also between two instructions of Swift's runtime. The bodies
// below therefore use nothing but async-signal-safe calls and memory that was set up before the handler was installed.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#include "visible.h"

// MARK: Descriptors

// Writes what the C library still holds for standard output and error.
static inline void system_flush_output(void) {
  fflush(stdout);
  fflush(stderr);
}

// Writes bytes to standard output, or error, by the C library: in one order with what it still holds.
static inline void system_write_output(const void *bytes, size_t count, int is_error) {
  fwrite(bytes, 1, count, is_error ? stderr : stdout);
}

// Lets the C library write standard output line by line, as to a terminal, wherever it goes.
static inline void system_write_output_by_lines(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }

static inline int system_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

// A pipe whose ends are not handed to programs that are started.
static inline int system_make_pipe(int ends[2], int blocks) {
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    if (!blocks) system_set_nonblocking(ends[i]);
  }
  return 0;
}

// Reads once; 0 where nothing is there now, -1 where the other side is gone.
static inline ssize_t system_read_some(int descriptor, void *bytes, size_t limit) {
  ssize_t count;
  do {
    count = read(descriptor, bytes, limit);
  } while (count < 0 && errno == EINTR);
  if (count > 0) return count;
  return count < 0 && errno == EAGAIN ? 0 : -1;
}

// MARK: Threads

static inline void *system_wait_at(void *gate) {
  pthread_mutex_lock((pthread_mutex_t *)gate);
  pthread_mutex_unlock((pthread_mutex_t *)gate);
  return NULL;
}

// Looks whether so many threads, 8 at most, can run beside this one at the same time. Returns 0, or why not.
static inline int system_check_threads(int count) {
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[8];
  int started = 0, code = 0;
  pthread_mutex_lock(&gate);
  while (started < count && started < 8 && (code = pthread_create(&threads[started], NULL, system_wait_at, &gate)) == 0)
    started++;
  pthread_mutex_unlock(&gate);
  while (started > 0) pthread_join(threads[--started], NULL);
  return code;
}

// MARK: Signals

static inline int system_signal_install(int number, void (*handler)(int), int flags, struct sigaction *previous) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigfillset(&action.sa_mask);
  return sigaction(number, &action, previous);
}

static inline int system_signal_set(int number, const struct sigaction *action) {
  return sigaction(number, action, NULL);
}

static inline int system_signal_is_default(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL;
}

// Whether the signal was ignored by who started us (nohup does that with SIGHUP): such a wish is kept.
static inline int system_signal_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
}

static inline int system_signal_has_handler(int number, void (*handler)(int)) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == handler;
}

// Lets the system do what it does by default for a signal, now, whatever is installed and blocked.
static inline void system_signal_raise_default(int number) {
  struct sigaction fallback, previous;
  sigset_t only, mask;
  memset(&fallback, 0, sizeof fallback);
  fallback.sa_handler = SIG_DFL;
  sigemptyset(&fallback.sa_mask);
  sigemptyset(&only);
  sigaddset(&only, number);
  sigaction(number, &fallback, &previous);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &only, &mask);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  sigaction(number, &previous, NULL);
}

// Where signals are noted for the main loop.
typedef struct {
  volatile int pipe;
  // Where those that end a process are noted too, for a thread that hears them while the loop is busy; -1 for nowhere.
  volatile int ends;
  volatile sig_atomic_t interrupted;
  // The signal that asked the process to end; 0 for none.
  volatile sig_atomic_t ended;
} system_signal_notes;

static inline void system_signal_note(system_signal_notes *notes, int number) {
  int error = errno;
  unsigned char byte = (unsigned char)number;
  if (number == SIGINT) notes->interrupted = 1;
  if (number == SIGTERM || number == SIGHUP) notes->ended = number;
  // A full pipe already holds what wakes the loop.
  if (notes->pipe >= 0 && write(notes->pipe, &byte, 1) < 0) {}
  int ends = number == SIGTERM || number == SIGHUP || number == SIGINT;
  if (ends && notes->ends >= 0 && write(notes->ends, &byte, 1) < 0) {}
  errno = error;
}
