// The terminal. Functions called by handlers are async-signal-safe.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "TerminalState.h"

#include <time.h>

#include "Ending.h"

int terminal_get_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

int terminal_get_cell_size(int descriptor, int *width, int *height) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return 0;
}

int terminal_duplicate(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, 3); }

int terminal_open_again(int descriptor) {
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
  int opened = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (opened < 0) return terminal_duplicate(descriptor);
  int copy = terminal_duplicate(opened);
  close(opened);
  return copy;
}

void terminal_widen_pipe(int descriptor) {
  fcntl(descriptor, F_SETPIPE_SZ, 1 << 20);
}

int terminal_write_all(int descriptor, const void *bytes, size_t count) {
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

terminal_rescue *terminal_rescue_new(void) {
  terminal_rescue *rescue = (terminal_rescue *)calloc(1, sizeof *rescue);
  if (rescue) {
    rescue->terminal = rescue->line = rescue->captured = -1;
    rescue->standard[0] = rescue->standard[1] = rescue->standard[2] = -1;
  }
  return rescue;
}

void terminal_rescue_set_sequences(terminal_rescue *rescue, const void *bytes, size_t count) {
  int next = !rescue->current;
  if (count > TERMINAL_SEQUENCES_CAPACITY) count = TERMINAL_SEQUENCES_CAPACITY;
  memcpy(rescue->sequences[next], bytes, count);
  rescue->sequences_length[next] = count;
  __atomic_store_n(&rescue->current, next, __ATOMIC_SEQ_CST);
}

void terminal_rescue_keep_action(terminal_rescue *rescue, int number, const struct sigaction *action) {
  rescue->previous[number] = *action;
}

struct sigaction terminal_rescue_kept_action(const terminal_rescue *rescue, int number) {
  return rescue->previous[number];
}

static void terminal_rescue_append(terminal_rescue *rescue, const char *bytes, size_t count) {
  if (rescue->journal_length + count > TERMINAL_JOURNAL_CAPACITY) {
    size_t surplus = rescue->journal_length + count - TERMINAL_JOURNAL_CAPACITY;
    rescue->journal_length -= surplus;
    memmove(rescue->journal, rescue->journal + surplus, rescue->journal_length);
  }
  memcpy(rescue->journal + rescue->journal_length, bytes, count);
  rescue->journal_length += count;
}

void terminal_rescue_remember(terminal_rescue *rescue, const char *bytes, size_t count) {
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

// Restores the standard streams, and writes the captured output to the terminal, unless the terminal does not read.
static void terminal_rescue_release_streams(terminal_rescue *rescue, int is_read) {
  for (int i = 0; i <= 2; i++) {
    if (rescue->standard[i] < 0) continue;
    dup2(rescue->standard[i], i);
    close(rescue->standard[i]);
    rescue->standard[i] = -1;
  }
  if (rescue->captured < 0) return;
  int captured = rescue->captured;
  rescue->captured = -1;
  // The oldest bytes may begin in the middle of a character.
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

static long terminal_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

// Reads and discards input up to the last answer to queries, for a limited time: it would appear as input in the shell,
// or in another program.
static void terminal_rescue_await_answer(terminal_rescue *rescue) {
  long end = terminal_milliseconds() + END_ANSWER;
  // 0 outside of a sequence, 1 after the escape, 2 after the bracket, 3 after the question mark.
  int state = 0;
  while (rescue->awaits_answer) {
    long left = end - terminal_milliseconds();
    struct pollfd input = {rescue->line, POLLIN, 0};
    int count = left > 0 ? poll(&input, 1, (int)left) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    char bytes[256];
    ssize_t length = read(rescue->line, bytes, sizeof bytes);
    if (length <= 0) break;
    for (ssize_t i = 0; i < length; i++) {
      char byte = bytes[i];
      if (byte == 27) state = 1;
      else if (state == 1) state = byte == '[' ? 2 : 0;
      else if (state == 2) state = byte == '?' ? 3 : 0;
      else if (state == 3 && byte == 'c') rescue->awaits_answer = 0;
      else if (state == 3 && (byte < '0' || byte > ';')) state = 0;
    }
  }
  rescue->awaits_answer = 0;
}

void terminal_rescue_restore(terminal_rescue *rescue) {
  if (!rescue->armed) return;
  rescue->armed = 0;
  int error = errno;
  // SIGTTOU would stop a background process that changes a terminal's settings.
  sigset_t tty, mask;
  sigemptyset(&tty);
  sigaddset(&tty, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &tty, &mask);
  int current = rescue->current;
  int is_read =
      terminal_write_all(rescue->terminal, rescue->sequences[current], rescue->sequences_length[current]) == 0;
  if (is_read && rescue->awaits_answer) terminal_rescue_await_answer(rescue);
  // Discard mouse reports that are still in transit, which would appear as input in the shell.
  if (!rescue->keeps_type_ahead) tcflush(rescue->line, TCIFLUSH);
  tcsetattr(rescue->line, TCSANOW, &rescue->saved);
  // The watcher would move the cursor again, after later output.
  if (is_read && rescue->watcher > 0) kill(rescue->watcher, SIGKILL);
  rescue->watcher = 0;
  terminal_rescue_release_streams(rescue, is_read);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  errno = error;
}

void terminal_rescue_fatal(terminal_rescue *rescue, int number) {
  terminal_rescue_restore(rescue);
  sigaction(number, &rescue->previous[number], NULL);
  raise(number);
}

void terminal_rescue_fault(terminal_rescue *rescue, int number, siginfo_t *info, void *context) {
  struct sigaction *previous = &rescue->backtracer[number], fallback;
  // Swift's backtracer would ask the user at a terminal what to do next.
  if (isatty(STDIN_FILENO)) {
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null >= 0) dup2(null, STDIN_FILENO);
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

int terminal_rescue_watch_fault(
    terminal_rescue *rescue, int number, void (*handler)(int, siginfo_t *, void *)) {
  if (sigaction(number, NULL, &rescue->backtracer[number]) != 0) return -1;
  // Keep its mask and flags: a thread of the backtracer reads our memory and must be able to fault.
  struct sigaction action = rescue->backtracer[number];
  action.sa_sigaction = handler;
  action.sa_flags |= SA_SIGINFO | SA_ONSTACK;
  return sigaction(number, &action, NULL);
}

void terminal_rescue_prepare_stack(void) {
  stack_t current, stack;
  if (sigaltstack(NULL, &current) != 0 || !(current.ss_flags & SS_DISABLE)) return;
  memset(&stack, 0, sizeof stack);
  stack.ss_size = 65536;
  stack.ss_sp = malloc(stack.ss_size);
  if (stack.ss_sp && sigaltstack(&stack, NULL) != 0) free(stack.ss_sp);
}
