// The terminal: its size, writing to it, and restoring it at any end of the process, from a signal handler too.
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
#include <unistd.h>
#include "VisibleText.h"

// MARK: Descriptors

// Columns and rows of a terminal; 0 on success.
int terminal_get_size(int descriptor, int *columns, int *rows);

int terminal_duplicate(int descriptor);

// The same terminal, whose writing never waits: opened again, because others share the flag with a copy of a descriptor. A
// copy that waits, where it cannot be opened.
int terminal_open_again(int descriptor);

// As much room as an unprivileged process may ask for; the default is kept where that is refused.
void terminal_widen_pipe(int descriptor);

// All of it, also when the descriptor was made non-blocking by another program. Async-signal-safe.
int terminal_write_all(int descriptor, const void *bytes, size_t count);

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

terminal_rescue *terminal_rescue_new(void);

void terminal_rescue_keep_action(terminal_rescue *rescue, int number, const struct sigaction *action);

struct sigaction terminal_rescue_kept_action(const terminal_rescue *rescue, int number);

// Keeps the newest of what was written while the terminal was taken, as a terminal may be sent it.
void terminal_rescue_remember(terminal_rescue *rescue, const char *bytes, size_t count);

// Does nothing the second time.
void terminal_rescue_restore(terminal_rescue *rescue);

// The signal is raised again for whoever had it before, so that Swift's backtrace and the exit status are kept. It is
// blocked until the handler returns; its next owner then sees the registers of the instruction that failed.
void terminal_rescue_fatal(terminal_rescue *rescue, int number);

// Swift's backtracer expects a faulty instruction to fail again when its handler returns. A fault that was sent by `kill`
// has no such instruction: the process would go on, though someone wanted it dead.
void terminal_rescue_fault(terminal_rescue *rescue, int number, siginfo_t *info, void *context);

int terminal_rescue_watch_fault(
    terminal_rescue *rescue, int number, void (*handler)(int, siginfo_t *, void *));

// A stack for handlers, so that they can run after a stack overflow; one that is there already is kept.
void terminal_rescue_prepare_stack(void);
