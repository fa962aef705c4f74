// The terminal: its size, writing to it, and restoring it at any end of the process, also from a signal handler.
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

// Returns the columns and rows of a terminal; 0 on success.
int terminal_get_size(int descriptor, int *columns, int *rows);

// Stores the size of a cell in pixels, rounded down; 0 where the terminal does not report it.
int terminal_get_cell_size(int descriptor, int *width, int *height);

int terminal_duplicate(int descriptor);

// Opens the same terminal again for non-blocking writes, because copies of a descriptor share the flag. Returns a
// blocking copy if the terminal cannot be opened.
int terminal_open_again(int descriptor);

// Sets the largest pipe buffer that is allowed for unprivileged processes; keeps the default if that is refused.
void terminal_widen_pipe(int descriptor);

// Writes all bytes, even if another program has made the descriptor non-blocking. Async-signal-safe.
int terminal_write_all(int descriptor, const void *bytes, size_t count);

// MARK: Restoring the terminal

#define TERMINAL_JOURNAL_CAPACITY 65536
#define TERMINAL_SEQUENCES_CAPACITY 512

// The data for restoring the terminal at any instruction.
typedef struct {
  volatile sig_atomic_t armed;
  // The descriptor for control sequences, and the one whose line settings are restored.
  int terminal;
  int line;
  int keeps_type_ahead;
  struct termios saved;
  // The control sequences, in one of two places: the other one can be changed at any time.
  volatile sig_atomic_t current;
  size_t sequences_length[2];
  char sequences[2][TERMINAL_SEQUENCES_CAPACITY];
  // Whether the terminal still owes the last answer to queries (`ESC [ ? ... c`).
  volatile sig_atomic_t awaits_answer;
  // The process that restores the terminal if this one is killed; 0 if there is none.
  volatile pid_t watcher;
  // The original standard streams that were replaced, and the pipe that captures output; -1 for none.
  int standard[3];
  int captured;
  // The state of the journal's text between two pieces.
  visible_text text;
  size_t journal_length;
  char journal[TERMINAL_JOURNAL_CAPACITY];
  struct sigaction previous[65];
  // The handlers installed for faults when the program started: Swift's backtracer.
  struct sigaction backtracer[65];
} terminal_rescue;

terminal_rescue *terminal_rescue_new(void);

// Sets the control sequences that restore the terminal. Longer ones than the capacity are cut.
void terminal_rescue_set_sequences(terminal_rescue *rescue, const void *bytes, size_t count);

void terminal_rescue_keep_action(terminal_rescue *rescue, int number, const struct sigaction *action);

struct sigaction terminal_rescue_kept_action(const terminal_rescue *rescue, int number);

// Keeps the most recent output written while the terminal was in use, in a form that is safe for a terminal.
void terminal_rescue_remember(terminal_rescue *rescue, const char *bytes, size_t count);

// Restores the terminal. A second call has no effect.
void terminal_rescue_restore(terminal_rescue *rescue);

// Restores the terminal and raises the signal again for the previous handler, so that Swift's backtrace and the exit
// status are kept. The signal is blocked until the handler returns; its next handler then sees the registers of the
// failed instruction.
void terminal_rescue_fatal(terminal_rescue *rescue, int number);

// Handles a fault. Swift's backtracer expects the faulty instruction to fail again when its handler returns. A fault
// sent by `kill` has no such instruction, so the process would continue although it was asked to exit.
void terminal_rescue_fault(terminal_rescue *rescue, int number, siginfo_t *info, void *context);

int terminal_rescue_watch_fault(
    terminal_rescue *rescue, int number, void (*handler)(int, siginfo_t *, void *));

// Provides an alternate signal stack, so that handlers can run after a stack overflow. Keeps an existing one.
void terminal_rescue_prepare_stack(void);
