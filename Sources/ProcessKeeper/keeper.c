// The keeper.
//
// It starts as a copy of a process that may have many threads, with locks that will never be released. So it calls no
// function of the C library but `syscall`, through a pointer looked up before the copy was made, and uses no memory but
// its own area. Memory that this process has allocated is returned to the system, including the data that the dynamic
// linker needs to resolve functions. Therefore no code here may compile to a call of one, such as the `memset` that
// initializes larger variables.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "ProcessKeeper.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifndef SYS_pidfd_send_signal
#define SYS_pidfd_send_signal 424
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

enum { SESSIONS = 2048, PROCESSES = 512, BUFFER = 8192, TOKEN = 128, AREA = 128 << 10 };
// The keeper's descriptors: its end of the pipe that this process writes to, and a pidfd of this process.
enum { PIPE = 0, HOST = 1 };
// Time limits in milliseconds: for a child to hold the pipe before it executes a program, and for a process to be
// without an environment, as during `execve`, or to exit.
enum { HOLDING = 100, EXECUTING = 500 };

typedef struct {
  long (*call)(long number, ...);
  int pipe, host;      // the descriptors before the keeper moves them
  pid_t self, group;   // the keeper, and this process's group
  int *error;          // `errno`, which is in the thread's memory
  size_t token_length;
  char token[TOKEN];
  int session_count;
  int32_t sessions[SESSIONS];
  // Single processes with their start times, as a process number may be reused.
  int process_count;
  struct { pid_t process; long start; } processes[PROCESSES];
  char entries[BUFFER], inner[BUFFER], bytes[BUFFER];
} keeper;

// MARK: Files of /proc

typedef struct {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
} entry;

// Parses the number at the start of a text; -1 if there is none.
static long number(const char *text) {
  long value = 0;
  if (*text < '0' || *text > '9') return -1;
  while (*text >= '0' && *text <= '9') value = value * 10 + (*text++ - '0');
  return value;
}

// Opens /proc/PROCESS/NAME; -1 if it cannot be read.
static int open_file(keeper *k, pid_t process, const char *name, int flags) {
  char path[64], digits[16], *end = path;
  int count = 0;
  for (const char *c = "/proc/"; *c; c++) *end++ = *c;
  do { digits[count++] = (char)('0' + process % 10); } while ((process /= 10) > 0);
  while (count > 0) *end++ = digits[--count];
  *end++ = '/';
  while (*name) *end++ = *name++;
  *end = '\0';
  return (int)k->call(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC | flags);
}

static long read_some(keeper *k, int file, char *bytes, size_t size) {
  long count;
  do { count = k->call(SYS_read, file, bytes, size); } while (count < 0 && *k->error == EINTR);
  return count;
}

// Returns the text after the name in /proc/PROCESS/stat, starting at the state; NULL if the process is gone.
static const char *status(keeper *k, pid_t process) {
  int file = open_file(k, process, "stat", 0);
  if (file < 0) return NULL;
  long count = read_some(k, file, k->bytes, BUFFER - 1);
  k->call(SYS_close, file);
  if (count <= 0) return NULL;
  k->bytes[count] = '\0';
  const char *text = NULL;
  for (long i = 0; i + 2 < count; i++)
    if (k->bytes[i] == ')') text = k->bytes + i + 2;
  return text;
}

// Returns a field of that text; the state is number 3, as in proc(5).
static const char *field(const char *text, int wanted) {
  for (int i = 3; i < wanted; i++) {
    while (*text && *text != ' ') text++;
    if (*text) text++;
  }
  return text;
}

// Returns 1 if a process runs a program, -1 if it is exiting, and 0 if it is a zombie, gone, or a kernel thread.
static int is_running(keeper *k, pid_t process) {
  const char *text = status(k, process);
  enum { EXITING = 0x4, KERNEL = 0x200000 };
  if (!text || *text == 'Z' || *text == 'X' || number(field(text, 9)) & KERNEL) return 0;
  return number(field(text, 9)) & EXITING ? -1 : 1;
}

// MARK: Processes to kill

// Returns whether a process is in one of the sessions (1 or 0); -1 if it is, and is exiting.
static int is_in_session(keeper *k, pid_t process) {
  long session = k->call(SYS_getsid, process);
  for (int i = 0; session > 0 && i < k->session_count; i++)
    if (k->sessions[i] == session) return is_running(k, process);
  return 0;
}

// Returns the start time of a process by the system's clock; 0 if it is gone.
static long start_time(keeper *k, pid_t process) {
  const char *text = status(k, process);
  return text && *text != 'Z' && *text != 'X' ? number(field(text, 22)) : 0;
}

static int is_announced(keeper *k, pid_t process) {
  for (int i = 0; i < k->process_count && i < PROCESSES; i++)
    if (k->processes[i].process == process) {
      long start = start_time(k, process);
      if (start && start == k->processes[i].start) return 1;
    }
  return 0;
}

// Returns whether a process has the token (1 or 0); -1 if it has no environment now, as during `execve` and exit.
static int has_token(keeper *k, pid_t process) {
  int file = open_file(k, process, "environ", 0);
  if (file < 0) return 0;
  int result = -1;
  size_t kept = 0;
  while (result != 1) {
    long count = read_some(k, file, k->bytes + kept, BUFFER - kept);
    if (count <= 0) break;
    result = 0;
    size_t size = kept + (size_t)count;
    for (size_t i = 0; i + k->token_length <= size && result != 1; i++) {
      size_t same = 0;
      while (same < k->token_length && k->bytes[i + same] == k->token[same]) same++;
      if (same == k->token_length) result = 1;
    }
    // The token may begin in these bytes and end in the next.
    kept = size < k->token_length ? size : k->token_length - 1;
    for (size_t i = 0; i < kept; i++) k->bytes[i] = k->bytes[size - kept + i];
  }
  k->call(SYS_close, file);
  return result < 0 && !is_running(k, process) ? 0 : result;
}

// Returns whether to kill a process (1 or 0); -1 if that is not known yet, or the process is exiting, for which the
// keeper waits.
static int concerns(keeper *k, pid_t process) {
  int answer = is_in_session(k, process);
  if (!answer) answer = is_announced(k, process);
  return answer ? answer : has_token(k, process);
}

// Kills a process, if its number still refers to a process to kill.
static void end(keeper *k, pid_t process) {
  int descriptor = (int)k->call(SYS_pidfd_open, process, 0);
  if (descriptor < 0) return;
  if (concerns(k, process) == 1) {
    // Kill the whole group at once, as its processes may multiply. A group other than this process's own was created by
    // a descendant.
    long group = k->call(SYS_getpgid, process);
    if (group > 1 && group != k->group && group != k->self) k->call(SYS_kill, -group, SIGKILL);
    k->call(SYS_pidfd_send_signal, descriptor, SIGKILL, NULL, 0);
  }
  k->call(SYS_close, descriptor);
}

// Whether a process holds an end of the keeper's pipe. Such a process is a copy of this one that has not executed a
// program.
static int holds_pipe(keeper *k, pid_t process, uint64_t inode) {
  int folder = open_file(k, process, "fd", O_DIRECTORY), found = 0;
  if (folder < 0) return 0;
  long size;
  while (!found && (size = k->call(SYS_getdents64, folder, k->inner, BUFFER)) > 0)
    for (long at = 0; at < size && !found; at += ((entry *)(k->inner + at))->length) {
      char target[64];
      long length = k->call(SYS_readlinkat, folder, ((entry *)(k->inner + at))->name, target, sizeof target - 1);
      if (length < 7) continue;
      target[length] = '\0';
      found = target[0] == 'p' && target[4] == ':' && (uint64_t)number(target + 6) == inode;
    }
  k->call(SYS_close, folder);
  return found;
}

// MARK: Killing

typedef struct {
  int found, undecided;
} outcome;

// Kills all processes found now. With `inode`, also those that hold the pipe with this number.
static outcome end_present(keeper *k, uint64_t inode) {
  outcome outcome;
  outcome.found = outcome.undecided = 0;
  for (int i = 0; i < k->session_count; i++) k->call(SYS_kill, -k->sessions[i], SIGKILL);
  int folder = (int)k->call(SYS_openat, AT_FDCWD, "/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return outcome;
  long size;
  while ((size = k->call(SYS_getdents64, folder, k->entries, BUFFER)) > 0)
    for (long at = 0; at < size; at += ((entry *)(k->entries + at))->length) {
      pid_t process = (pid_t)number(((entry *)(k->entries + at))->name);
      if (process <= 1 || process == k->self) continue;
      int answer = concerns(k, process);
      if (answer == 1) {
        outcome.found++;
        end(k, process);
      } else if (inode && holds_pipe(k, process, inode)) {
        outcome.found++;
        k->call(SYS_kill, process, SIGKILL);
      } else if (answer < 0) {
        outcome.undecided++;
      }
    }
  k->call(SYS_close, folder);
  return outcome;
}

static void pause_for(keeper *k, int milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  k->call(SYS_nanosleep, &time, NULL);
}

// Handles a message from the pipe. Returns 1 if more can follow, 0 at the end, -1 if there is none now.
static int take_message(keeper *k) {
  int32_t message;
  long count = read_some(k, PIPE, (char *)&message, sizeof message);
  if (count != sizeof message) return count < 0 ? -1 : 0;
  if (message > KEEPER_PROCESS) {
    int place = k->process_count++ % PROCESSES;
    k->processes[place].process = message - KEEPER_PROCESS;
    k->processes[place].start = start_time(k, message - KEEPER_PROCESS);
    return 1;
  }
  if (message > 0 && k->session_count < SESSIONS) k->sessions[k->session_count++] = message;
  for (int i = 0; message < 0 && i < k->session_count; i++)
    if (k->sessions[i] == -message) k->sessions[i] = k->sessions[--k->session_count];
  return 1;
}

// Kills processes until none is left.
static void end_all(keeper *k) {
  k->call(SYS_fcntl, PIPE, F_SETFL, O_NONBLOCK);
  struct stat pipe;
  int is_known = k->call(SYS_fstat, PIPE, &pipe) == 0;
  for (int none = 0, pause = 1, waited = 0;; waited += pause) {
    // The pipe ends when its other end is closed everywhere: every child has executed a program.
    int is_held;
    while ((is_held = take_message(k)) == 1) {}
    outcome outcome = end_present(k, is_held && is_known && waited >= HOLDING ? pipe.st_ino : 0);
    none = outcome.found ? 0 : none + 1;
    if (none >= 3 && !is_held && (!outcome.undecided || waited >= EXECUTING)) return;
    // Without a pause if they multiply.
    pause = none == 0 && waited < 1000 ? 1 : 10;
    pause_for(k, pause);
  }
}

// MARK: Becoming the keeper

// Returns the start of the page that contains an address.
static char *page(char *address) { return (char *)((uintptr_t)address & ~(uintptr_t)4095); }

// Discards the memory between two addresses, except the keeper's area and the thread's. It reads as zeros afterwards.
static void forget(keeper *k, char *start, char *end) {
  struct { char *start, *end; } kept[2] = {
      {(char *)k, (char *)k + AREA}, {page((char *)k->error) - 65536, page((char *)k->error) + 65536}};
  if (kept[1].start < kept[0].start) {
    char *first = kept[1].start, *last = kept[1].end;
    kept[1].start = kept[0].start, kept[1].end = kept[0].end;
    kept[0].start = first, kept[0].end = last;
  }
  for (int i = 0; i < 2; i++) {
    if (kept[i].end <= start || kept[i].start >= end) continue;
    if (kept[i].start > start) k->call(SYS_madvise, start, kept[i].start - start, MADV_DONTNEED);
    start = kept[i].end;
  }
  if (start < end) k->call(SYS_madvise, start, end - start, MADV_DONTNEED);
}

static char *address(const char **text) {
  uintptr_t value = 0;
  for (;; (*text)++) {
    char c = **text;
    if (c >= '0' && c <= '9') value = value * 16 + (uintptr_t)(c - '0');
    else if (c >= 'a' && c <= 'f') value = value * 16 + (uintptr_t)(c - 'a' + 10);
    else return (char *)value;
  }
}

// Discards heaps, stacks and all other memory that this process has allocated. `arguments` is the address of the
// command line on the stack.
static void forget_memory(keeper *k, char *arguments) {
  int file = open_file(k, k->self, "maps", 0);
  if (file < 0) return;
  // Each line is START-END PERMISSIONS OFFSET DEVICE INODE NAME.
  char *line = k->inner, *last_end = NULL;
  int length = 0, was_file = 0;
  long count;
  while ((count = read_some(k, file, k->bytes, BUFFER)) > 0)
    for (long i = 0; i < count; i++) {
      if (k->bytes[i] != '\n') {
        if (length < BUFFER - 1) line[length++] = k->bytes[i];
        continue;
      }
      line[length] = '\0';
      length = 0;
      const char *text = line;
      char *start = address(&text), *end = (text++, address(&text));
      const char *permissions = text + 1, *name = permissions;
      for (int i = 0; i < 4; i++) {
        while (*name && *name != ' ') name++;
        while (*name == ' ') name++;
      }
      int is_file = *name == '/';
      // An anonymous mapping directly after a file of the program contains the rest of its variables.
      int is_variables = was_file && start == last_end;
      if (permissions[0] == 'r' && permissions[1] == 'w' && permissions[3] == 'p' && !is_file && !is_variables) {
        if (arguments >= start && arguments < end) end = page(arguments);
        forget(k, start, end);
      }
      was_file = is_file;
      last_end = end;
    }
  k->call(SYS_close, file);
}

// Sets the name shown in process lists, and hides the environment of this process. Returns the address of the command
// line.
static char *rename_process(keeper *k) {
  k->call(SYS_prctl, PR_SET_NAME, "luahost-keeper", 0, 0, 0);
  const char *text = status(k, k->self);
  if (!text) return NULL;
  char *start = (char *)number(field(text, 48)), *end = (char *)number(field(text, 49));
  char *environment_end = (char *)number(field(text, 51));
  if (!start || end <= start) return NULL;
  if (environment_end > end) end = environment_end;
  // Discarding whole pages takes no memory; the rest is overwritten.
  char *first = page(start + 4095), *last = page(end);
  if (last > first) k->call(SYS_madvise, first, last - first, MADV_DONTNEED);
  for (volatile char *c = start; c < end; c++)
    if ((char *)c == first && last > first) c = last - 1;
    else *c = 0;
  const char *name = "luahost-keeper";
  for (volatile char *c = start; *name && c + 1 < end; c++) *c = *name++;
  return start;
}

static void ignore_signals(keeper *k) {
  for (int number = 1; number < 65; number++) {
    int is_fault = number == SIGILL || number == SIGTRAP || number == SIGABRT || number == SIGBUS || number == SIGFPE
      || number == SIGSEGV || number == SIGSYS;
    // The kernel's own structure, which begins with the action.
    unsigned long action[8];
    for (volatile unsigned long *word = action; word < action + 8; word++) *word = 0;
    if (!is_fault && number != SIGKILL && number != SIGSTOP && number != SIGCONT) action[0] = (unsigned long)SIG_IGN;
    k->call(SYS_rt_sigaction, number, action, NULL, 8);
  }
  uint64_t none = 0;
  k->call(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof none);
}

static int keep(void *argument) {
  keeper *k = argument;
  k->self = (pid_t)k->call(SYS_getpid);
  // First, because an open descriptor would keep a lock of the app or the other end of a pipe.
  k->call(SYS_dup3, k->pipe, PIPE, 0);
  k->call(SYS_dup3, k->host, HOST, 0);
  k->call(SYS_close_range, 2, ~0U, 0);
  ignore_signals(k);
  // Its own session receives no signals from keys, and gets its own share if the scheduler groups by session.
  k->call(SYS_setsid);
  k->call(SYS_chdir, "/");
  forget_memory(k, rename_process(k));
  while (1) {
    struct pollfd ready[2] = {{PIPE, POLLIN, 0}, {HOST, POLLIN, 0}};
    if (k->call(SYS_ppoll, ready, 2, NULL, NULL, 8) <= 0) continue;
    // The pipe ends with this process, unless a child holds it that has not executed a program.
    if (ready[0].revents ? take_message(k) != 1 : ready[1].revents) break;
  }
  end_all(k);
  k->call(SYS_exit_group, 0);
  return 0;
}

pid_t keeper_start(const char *token, int *pipe) {
  int ends[2];
  if (syscall(SYS_pipe2, ends, O_CLOEXEC) != 0) return -1;
  void *area = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pid_t process = -1;
  if (area != MAP_FAILED) {
    // At the lower end of the area; the stack is above it.
    keeper *k = area;
    k->call = syscall;
    k->error = &errno;
    k->group = getpgrp();
    while (token[k->token_length] && k->token_length < TOKEN) {
      k->token[k->token_length] = token[k->token_length];
      k->token_length++;
    }
    // Out of the way of the numbers to which they are moved.
    int host = (int)syscall(SYS_pidfd_open, getpid(), 0);
    k->pipe = fcntl(ends[0], F_DUPFD_CLOEXEC, 3);
    k->host = host < 0 ? -1 : fcntl(host, F_DUPFD_CLOEXEC, 3);
    sigset_t all, mask;
    sigfillset(&all);
    // No signal handler of this process may run in the copy.
    pthread_sigmask(SIG_SETMASK, &all, &mask);
    if (k->pipe >= 0) process = clone(keep, (char *)area + AREA, SIGCHLD, k);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    if (k->pipe >= 0) close(k->pipe);
    if (k->host >= 0) close(k->host);
    if (host >= 0) close(host);
    munmap(area, AREA);
  }
  close(ends[0]);
  if (process < 0) close(ends[1]);
  else *pipe = ends[1];
  return process;
}
