// Starting other programs. Between `vfork` and `execve`, a child runs in this process's memory. It only makes system
// calls, and reports failures through that memory.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// MARK: Descriptors

// Creates a pipe that no child inherits, even if another thread starts one at the same time. Our end is non-blocking.
int system_make_process_pipe(int ends[2], int is_ours_for_writing);

// Duplicates a descriptor to a number beyond those that a child is given, and closes the original.
int system_move_descriptor(int descriptor);

// Returns the number of bytes that can be read without blocking.
int system_readable_bytes(int descriptor);

// Creates a descriptor that becomes readable once, after a number of milliseconds of real time; -1 on failure.
int system_make_alarm(int milliseconds);

// Creates a descriptor that is always readable.
int system_make_ready(void);

int system_make_inotify(void);

// MARK: Children

// The process group of a child: ours, its own, or its own in a new session, without the terminal.
enum { SYSTEM_OUR_GROUP, SYSTEM_OWN_GROUP, SYSTEM_OWN_SESSION };

// A program to start.
typedef struct {
  // The candidate paths, tried in order.
  char *const *paths;
  char **arguments;
  // The arguments for a file that is a script without `#!`: "sh", a place for the script's path, and the arguments.
  char **shell_arguments;
  char *const *environment;
  // The working directory; NULL for the current one.
  const char *folder;
  // The descriptors that become 0 and up in the child; each is 16 or more.
  const int *descriptors;
  int descriptor_count;
  // One of the groups above.
  int group;
  // Whether the child survives the end of our main thread.
  int outlives_us;
} system_command;

// The step that failed, and why.
typedef struct {
  // 0 none, 1 creating the process, 2 changing the folder, 3 executing the program, 4 passing the descriptors.
  volatile int step;
  volatile int code;
} system_start_failure;

// Starts a program. Must be called on the main thread, with which the program ends. Returns its process number, or -1
// and the failure.
pid_t system_start(const system_command *command, system_start_failure *failure);

// Returns a descriptor that becomes readable when a child has exited.
int system_open_process(pid_t process);

// Reaps a child. Returns 1 with its status, or with the signal that killed it; 0 while it runs; -1 if it is not a
// child.
int system_reap(int descriptor, int *status, int *signal);
