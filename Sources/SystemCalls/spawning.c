// Starting other programs.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Spawning.h"

int system_make_process_pipe(int ends[2], int is_ours_for_writing) {
  if (syscall(SYS_pipe2, ends, O_CLOEXEC) != 0) return -1;
  int ours = ends[is_ours_for_writing ? 1 : 0];
  fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK);
  return 0;
}

int system_move_descriptor(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 16);
  int error = errno;
  close(descriptor);
  errno = error;
  return moved;
}

int system_readable_bytes(int descriptor) {
  int count = 0;
  return ioctl(descriptor, FIONREAD, &count) == 0 ? count : 0;
}

int system_make_alarm(int milliseconds) {
  int descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  if (descriptor < 0) return -1;
  struct itimerspec when;
  memset(&when, 0, sizeof when);
  when.it_value.tv_sec = milliseconds / 1000;
  when.it_value.tv_nsec = (milliseconds % 1000) * 1000000L + 1;
  timerfd_settime(descriptor, 0, &when, NULL);
  return descriptor;
}

int system_make_ready(void) { return eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK); }

int system_make_inotify(void) { return inotify_init1(IN_CLOEXEC | IN_NONBLOCK); }

// Runs between `vfork` and `execve`.
static void system_become(const system_command *command, pid_t parent, system_start_failure *failure) {
  // The kernel's form of the default action. The library's functions skip two signals that it reserves.
  unsigned long fallback[8] = {0};
  for (int number = 1; number < 65; number++) syscall(SYS_rt_sigaction, number, fallback, NULL, 8);
  if (command->group == SYSTEM_OWN_SESSION) setsid();
  if (command->group == SYSTEM_OWN_GROUP) setpgid(0, 0);
  if (!command->outlives_us) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have exited before.
    if (getppid() != parent) _exit(127);
  }
  failure->step = 4;
  for (int i = 0; i < command->descriptor_count; i++)
    if (dup2(command->descriptors[i], i) < 0) {
      failure->code = errno;
      return;
    }
  syscall(SYS_close_range, command->descriptor_count, ~0U, 4 /* CLOSE_RANGE_CLOEXEC */);
  failure->step = 2;
  if (command->folder && chdir(command->folder) != 0) {
    failure->code = errno;
    return;
  }
  failure->step = 3;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int code = ENOENT;
  for (char *const *path = command->paths; *path; path++) {
    execve(*path, command->arguments, command->environment);
    if (errno == ENOEXEC) {
      command->shell_arguments[1] = *path;
      execve("/bin/sh", command->shell_arguments, command->environment);
    }
    // A permission error is reported only if no other path works.
    if (errno == EACCES || (errno != ENOENT && errno != ENOTDIR)) code = errno;
    if (errno != EACCES && errno != ENOENT && errno != ENOTDIR) break;
  }
  failure->code = code;
}

pid_t system_start(const system_command *command, system_start_failure *failure) {
  failure->step = 0;
  // If the parent process ignores SIGCHLD, the setting is inherited, and children could not be waited for.
  struct sigaction children;
  if (sigaction(SIGCHLD, NULL, &children) == 0 && !(children.sa_flags & SA_SIGINFO) && children.sa_handler == SIG_IGN)
    signal(SIGCHLD, SIG_DFL);
  sigset_t all, mask;
  sigfillset(&all);
  // Our signal handlers must not run in the child, which shares our memory.
  sigprocmask(SIG_SETMASK, &all, &mask);
  pid_t parent = getpid();
  pid_t child = vfork();
  if (child == 0) {
    system_become(command, parent, failure);
    _exit(127);
  }
  int error = errno;
  sigprocmask(SIG_SETMASK, &mask, NULL);
  if (child < 0) {
    failure->step = 1;
    failure->code = error;
    return -1;
  }
  if (failure->code != 0) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    return -1;
  }
  failure->step = 0;
  return child;
}

int system_open_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int system_reap(int descriptor, int *status, int *signal) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  int result;
  do {
    result = waitid(P_PIDFD, (id_t)descriptor, &info, WEXITED | WNOHANG);
  } while (result < 0 && errno == EINTR);
  if (result < 0) return -1;
  if (info.si_pid == 0) return 0;
  *status = info.si_code == CLD_EXITED ? info.si_status : -1;
  *signal = info.si_code == CLD_EXITED ? 0 : info.si_status;
  return 1;
}
