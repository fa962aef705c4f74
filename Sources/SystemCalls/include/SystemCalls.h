// System calls that Swift cannot make by itself (variadics, macros), and what must not run as Swift: signal handlers, and a
// child process before it executes a program.
//
// A signal handler may interrupt the program anywhere, also between two instructions of Swift's runtime. The functions
// that handlers call therefore use nothing but async-signal-safe calls and memory that was set up before the handler was installed.
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

// Writes what the C library still holds for standard output and error.
void system_flush_output(void);

// Writes bytes to standard output, or error, by the C library: in one order with what it still holds.
void system_write_output(const void *bytes, size_t count, int is_error);

// Lets the C library write standard output line by line, as to a terminal, wherever it goes.
void system_write_output_by_lines(void);

// A pipe whose ends are not handed to programs that are started.
int system_make_pipe(int ends[2], int blocks);

// Reads once; 0 where nothing is there now, -1 where the other side is gone.
ssize_t system_read_some(int descriptor, void *bytes, size_t limit);

// MARK: Memory

// Lets the allocator return large blocks to the system when they are freed. By itself it keeps more and more of them.
void system_return_large_blocks(void);

// MARK: Threads

// Looks whether so many threads, 8 at most, can run beside this one at the same time. Returns 0, or why not.
int system_check_threads(int count);

// MARK: Signals

int system_signal_install(int number, void (*handler)(int), int flags, struct sigaction *previous);

int system_signal_set(int number, const struct sigaction *action);

int system_signal_is_default(int number);

// Whether the signal was ignored by who started us (nohup does that with SIGHUP): such a wish is kept.
int system_signal_is_ignored(int number);

int system_signal_has_handler(int number, void (*handler)(int));

// Lets the system do what it does by default for a signal, now, whatever is installed and blocked.
void system_signal_raise_default(int number);

// Where signals are noted for the main loop.
typedef struct {
  volatile int pipe;
  // Where those that end a process are noted too, for a thread that hears them while the loop is busy; -1 for nowhere.
  volatile int ends;
  volatile sig_atomic_t interrupted;
  // The signal that asked the process to end; 0 for none.
  volatile sig_atomic_t ended;
} system_signal_notes;

void system_signal_note(system_signal_notes *notes, int number);
