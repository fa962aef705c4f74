// Starting other programs. Between `vfork` and `execve` a child runs in our memory: it does nothing but system calls, and
// says through that memory what failed.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
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

// A pipe that no program inherits, also if another thread starts one just now; our end does not wait.
int system_make_process_pipe(int ends[2], int is_ours_for_writing);

// The same descriptor, out of the way of those that a child is given, and closed.
int system_move_descriptor(int descriptor);

// How many bytes can be read now.
int system_readable_bytes(int descriptor);

// A descriptor that is readable once, after so many milliseconds of real time; -1 if there is none.
int system_make_alarm(int milliseconds);

// A descriptor that is always readable.
int system_make_ready(void);

int system_make_inotify(void);

// MARK: A program that runs beside us

// Starts a program with these descriptors as standard input and output, and no others. It is in a process group of its
// own, so that no key of the terminal reaches it, and has none of our signal mask.
int system_spawn_keeper(pid_t *process, int input, int output, char *const arguments[]);

// MARK: Children

// A program that is to be started.
typedef struct {
  // Where it may be, tried in order.
  char *const *paths;
  char **arguments;
  // The same for a file that is no program but a script without `#!`: "sh", room for its path, and the arguments.
  char **shell_arguments;
  char *const *environment;
  // Where it runs; NULL for here.
  const char *folder;
  // What it gets as its descriptors 0 up; each is 16 or more.
  const int *descriptors;
  int descriptor_count;
  // In a session of its own, without the terminal; else in our process group.
  int begins_session;
  // Not killed when our main thread ends.
  int outlives_us;
} system_command;

// What could not be done, and why.
typedef struct {
  // 0 nothing, 1 to make a process, 2 to go to the folder, 3 to run the program, 4 to give it its descriptors.
  volatile int step;
  volatile int code;
} system_start_failure;

// Starts a program; from the main thread, with which it ends. Returns its process, or -1 and what failed.
pid_t system_start(const system_command *command, system_start_failure *failure);

// What is readable when a child has ended.
int system_open_process(pid_t process);

// Takes the end of a child: 1 with its status, or with the signal that ended it; 0 while it runs; -1 if it is none.
int system_reap(int descriptor, int *status, int *signal);
