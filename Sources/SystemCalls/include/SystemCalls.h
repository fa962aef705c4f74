// System calls that Swift cannot make by itself (variadics, macros), and code that must not be Swift: signal handlers,
// and a child process before it executes a program.
//
// A signal handler may interrupt the program anywhere, even between two instructions of Swift's runtime. Functions
// called by handlers therefore only make async-signal-safe calls, and use memory that was set up before the handler was
// installed.
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
#include "Ending.h"
#include "Sockets.h"
#include "Spawning.h"
#include "Standalone.h"
#include "TerminalState.h"
#include "VisibleText.h"

// MARK: Descriptors

// Flushes the C library's buffers for standard output and error.
void system_flush_output(void);

// Whether a write to the C library's standard output has failed.
int system_output_has_failed(void);

// Lets further writes to the C library's standard output begin again after a failure.
void system_forget_output_failure(void);

// Writes bytes to standard output or error through the C library, in order with its buffered output.
void system_write_output(const void *bytes, size_t count, int is_error);

// Makes standard output line-buffered, as for a terminal.
void system_write_output_by_lines(void);

// Creates a pipe whose ends are not inherited by child processes.
int system_make_pipe(int ends[2], int blocks);

// Reads once. Returns 0 if there is nothing to read now, -1 if the other side is closed.
ssize_t system_read_some(int descriptor, void *bytes, size_t limit);

// MARK: Memory

// Makes the allocator return large blocks to the system when they are freed. By default, it keeps more and more of
// them.
void system_return_large_blocks(void);

// MARK: Threads

// Checks whether a number of threads, at most 8, can run at the same time as this one. Returns 0 or the error code.
int system_check_threads(int count);

// MARK: Signals

int system_signal_install(int number, void (*handler)(int), int flags, struct sigaction *previous);

int system_signal_set(int number, const struct sigaction *action);

int system_signal_is_default(int number);

// Whether the signal was ignored by the parent process (`nohup` does so with SIGHUP). This setting is respected.
int system_signal_is_ignored(int number);

int system_signal_has_handler(int number, void (*handler)(int));

// Performs the default action of a signal immediately, regardless of handlers and masks.
void system_signal_raise_default(int number);

// Where signals are recorded for the event loop.
typedef struct {
  // A pipe that wakes the loop, with the signals in order, as far as there is room.
  volatile int pipe;
  // Which signals have arrived and were not taken.
  volatile sig_atomic_t came[65];
  // A pipe in which termination signals are also recorded, for a thread that handles them while the loop is busy; -1
  // for none.
  volatile int ends;
  volatile sig_atomic_t interrupted;
  // The signal that requested termination; 0 for none.
  volatile sig_atomic_t ended;
} system_signal_notes;

void system_signal_note(system_signal_notes *notes, int number);

// Forgets the recorded signals, and uses this pipe from now on; -1 for none.
void system_signal_notes_begin(system_signal_notes *notes, int pipe);

// Returns whether a signal has arrived since the last call for it.
int system_signal_take(system_signal_notes *notes, int number);
