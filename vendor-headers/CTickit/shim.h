// What Swift cannot import by itself (variadics, macros, unions), and what must not run as Swift: signal handlers.
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
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <tickit.h>
#include <unistd.h>
#include "../CSystem/visible.h"

// MARK: Descriptors

// Columns and rows of a terminal; 0 on success.
static inline int terminal_get_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

static inline int terminal_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

// The same terminal, whose writing never waits: opened anew, because others share the flag with a copy of a descriptor. A
// copy that waits, where it cannot be opened.
static inline int terminal_open_again(int descriptor) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int opened = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (opened < 0) return terminal_duplicate(descriptor);
  int copy = terminal_duplicate(opened);
  close(opened);
  return copy;
}

// As much room as an unprivileged process may ask for; the default is kept where that is refused.
static inline void terminal_widen_pipe(int descriptor) {
#ifdef F_SETPIPE_SZ
  fcntl(descriptor, F_SETPIPE_SZ, 1 << 20);
#endif
}

// All of it, also when the descriptor was made non-blocking by another program. Async-signal-safe.
static inline int terminal_write_all(int descriptor, const void *bytes, size_t count) {
  const char *next = (const char *)bytes;
  while (count > 0) {
    ssize_t written = write(descriptor, next, count);
    if (written >= 0) {
      next += written;
      count -= (size_t)written;
    } else if (errno == EAGAIN) {
      struct pollfd wait = {descriptor, POLLOUT, 0};
      if (poll(&wait, 1, 500) == 0) return -1;
    } else if (errno != EINTR) {
      return -1;
    }
  }
  return 0;
}

// MARK: Leaving the terminal usable

#define TERMINAL_JOURNAL_CAPACITY 65536
#define TERMINAL_SEQUENCES_CAPACITY 512

// What is needed to give the terminal back, at any instruction.
typedef struct {
  volatile sig_atomic_t armed;
  // What sequences are written to, and whose line is set.
  int terminal;
  int line;
  int keeps_type_ahead;
  struct termios saved;
  size_t sequences_length;
  char sequences[TERMINAL_SEQUENCES_CAPACITY];
  // A process that would restore the terminal after this one is gone; 0 if there is none.
  volatile pid_t watcher;
  // Standard output and error as they were, and the pipe they are kept in; -1 where they were left alone.
  int standard[3];
  int captured;
  // Where the text of the journal is cut between two pieces.
  visible_text text;
  size_t journal_length;
  char journal[TERMINAL_JOURNAL_CAPACITY];
  struct sigaction previous[65];
  // What was installed for faults when the program began: Swift's backtracer.
  struct sigaction backtracer[65];
} terminal_rescue;

static inline terminal_rescue *terminal_rescue_new(void) {
  terminal_rescue *rescue = (terminal_rescue *)calloc(1, sizeof *rescue);
  if (rescue) {
    rescue->terminal = rescue->line = rescue->captured = -1;
    rescue->standard[0] = rescue->standard[1] = rescue->standard[2] = -1;
  }
  return rescue;
}

static inline void terminal_rescue_keep_action(terminal_rescue *rescue, int number, const struct sigaction *action) {
  rescue->previous[number] = *action;
}

static inline struct sigaction terminal_rescue_kept_action(const terminal_rescue *rescue, int number) {
  return rescue->previous[number];
}

static inline void terminal_rescue_append(terminal_rescue *rescue, const char *bytes, size_t count) {
  if (rescue->journal_length + count > TERMINAL_JOURNAL_CAPACITY) {
    size_t surplus = rescue->journal_length + count - TERMINAL_JOURNAL_CAPACITY;
    rescue->journal_length -= surplus;
    memmove(rescue->journal, rescue->journal + surplus, rescue->journal_length);
  }
  memcpy(rescue->journal + rescue->journal_length, bytes, count);
  rescue->journal_length += count;
}

// Keeps the newest of what was written while the terminal was taken, as a terminal may be sent it.
static inline void terminal_rescue_remember(terminal_rescue *rescue, const char *bytes, size_t count) {
  if (count > TERMINAL_JOURNAL_CAPACITY) {
    bytes += count - TERMINAL_JOURNAL_CAPACITY;
    count = TERMINAL_JOURNAL_CAPACITY;
  }
  char shown[VISIBLE_TEXT_CAPACITY(1024)];
  while (count > 0) {
    size_t piece = count < 1024 ? count : 1024;
    terminal_rescue_append(rescue, shown, visible_text_take(&rescue->text, bytes, piece, shown));
    bytes += piece;
    count -= piece;
  }
}

// Gives back standard output and error, and writes to the terminal what had been kept from it.
// A terminal that does not read gets nothing.
static inline void terminal_rescue_release_output(terminal_rescue *rescue, int is_read) {
  if (rescue->captured < 0) return;
  int captured = rescue->captured;
  rescue->captured = -1;
  for (int i = 1; i <= 2; i++) {
    if (rescue->standard[i] < 0) continue;
    dup2(rescue->standard[i], i);
    close(rescue->standard[i]);
    rescue->standard[i] = -1;
  }
  // The oldest of it may have been cut in the middle of a character.
  size_t start = 0;
  while (start < rescue->journal_length && ((unsigned char)rescue->journal[start] & 0xc0) == 0x80) start++;
  is_read =
      is_read && terminal_write_all(rescue->terminal, rescue->journal + start, rescue->journal_length - start) == 0;
  rescue->journal_length = 0;
  char chunk[512], shown[VISIBLE_TEXT_CAPACITY(512)];
  ssize_t count;
  while (is_read && (count = read(captured, chunk, sizeof chunk)) > 0)
    is_read =
        terminal_write_all(rescue->terminal, shown, visible_text_take(&rescue->text, chunk, (size_t)count, shown)) == 0;
  size_t rest = visible_text_end(&rescue->text, shown);
  if (is_read && rest > 0) terminal_write_all(rescue->terminal, shown, rest);
  close(captured);
}

// Does nothing the second time.
static inline void terminal_rescue_restore(terminal_rescue *rescue) {
  if (!rescue->armed) return;
  rescue->armed = 0;
  int error = errno;
  // A background process that sets a terminal would be stopped by SIGTTOU.
  sigset_t tty, mask;
  sigemptyset(&tty);
  sigaddset(&tty, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &tty, &mask);
  int is_read = terminal_write_all(rescue->terminal, rescue->sequences, rescue->sequences_length) == 0;
  // Mouse reports that are still on their way would be typed at the shell.
  if (!rescue->keeps_type_ahead) tcflush(rescue->line, TCIFLUSH);
  tcsetattr(rescue->line, TCSANOW, &rescue->saved);
  // It would move the cursor again, behind what is still printed.
  if (is_read && rescue->watcher > 0) kill(rescue->watcher, SIGKILL);
  rescue->watcher = 0;
  terminal_rescue_release_output(rescue, is_read);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  errno = error;
}

// The signal is raised again for whoever had it before, so that Swift's backtrace and the exit status are kept. It is
// blocked until the handler returns; its next owner then sees the registers of the instruction that failed.
static inline void terminal_rescue_fatal(terminal_rescue *rescue, int number) {
  terminal_rescue_restore(rescue);
  sigaction(number, &rescue->previous[number], NULL);
  raise(number);
}

// Swift's backtracer expects a faulty instruction to fail again when its handler returns. A fault that was sent by `kill`
// has no such instruction: the process would go on, though someone wanted it dead.
static inline void terminal_rescue_fault(terminal_rescue *rescue, int number, siginfo_t *info, void *context) {
  struct sigaction *previous = &rescue->backtracer[number], fallback;
  // Swift's backtracer asks the person at a terminal what to do next: it finds nobody to ask.
  if (isatty(STDIN_FILENO)) {
    int nobody = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nobody >= 0) dup2(nobody, STDIN_FILENO);
  }
  if (previous->sa_flags & SA_SIGINFO) {
    previous->sa_sigaction(number, info, context);
  } else if (previous->sa_handler != SIG_DFL && previous->sa_handler != SIG_IGN) {
    previous->sa_handler(number);
  }
  memset(&fallback, 0, sizeof fallback);
  fallback.sa_handler = SIG_DFL;
  sigaction(number, &fallback, NULL);
  if (info->si_code <= 0) raise(number);
}

static inline int terminal_rescue_watch_fault(
    terminal_rescue *rescue, int number, void (*handler)(int, siginfo_t *, void *)) {
  if (sigaction(number, NULL, &rescue->backtracer[number]) != 0) return -1;
  // Its own mask and flags: the backtracer has our memory read by a thread that must be able to fail at it.
  struct sigaction action = rescue->backtracer[number];
  action.sa_sigaction = handler;
  action.sa_flags |= SA_SIGINFO | SA_ONSTACK;
  return sigaction(number, &action, NULL);
}

// A stack for handlers, so that they can run after a stack overflow; one that is there already is kept.
static inline void terminal_rescue_prepare_stack(void) {
  stack_t current, stack;
  if (sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  memset(&stack, 0, sizeof stack);
  stack.ss_size = 65536;
  stack.ss_sp = malloc(stack.ss_size);
  if (stack.ss_sp && sigaltstack(&stack, NULL) != 0) free(stack.ss_sp);
}

// MARK: libtickit

// Terminfo as libtickit and libtermkey should see it:
// - newer databases give `ESC [ <` for the mouse, which libtermkey would take for the prefix of X10 reports;
// - function keys above 12 are shifted ones, and the modifiers are wanted, not a number;
// - a string that is missing makes libtickit write to standard error and give up, though we only read keys with it.
static inline const char *terminal_terminfo_string(const char *name, const char *value, void *data) {
  (void)data;
  if (strcmp(name, "key_mouse") == 0) return "\033[M";
  if (strncmp(name, "key_f", 5) == 0 && atoi(name + 5) > 12) return NULL;
  if (strncmp(name, "key_", 4) == 0) return value;
  return value ? value : "";
}

static inline void terminal_discard_output(TickitTerm *term, const char *bytes, size_t length, void *user) {
  (void)term; (void)bytes; (void)length; (void)user;
}

// A terminal that reads no descriptor and writes nowhere: bytes are pushed into it. NULL if the type is not known.
static inline TickitTerm *terminal_make_parser(const char *termtype) {
  static const struct TickitTerminfoHook hook = {terminal_terminfo_string, NULL};
  struct TickitTermBuilder builder;
  memset(&builder, 0, sizeof builder);
  builder.termtype = termtype;
  builder.open = TICKIT_NO_OPEN;
  builder.input_fd = builder.output_fd = -1;
  builder.output_func = terminal_discard_output;
  builder.ti_hook = &hook;
  return tickit_term_build(&builder);
}
