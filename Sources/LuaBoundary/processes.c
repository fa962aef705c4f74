// os.execute and io.popen. The process of a stream is recorded, so that no other code reaps it and closing the state
// does not wait for it.
#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio_ext.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>

extern char **environ;

// A stream of io.popen: Lua's own, and the process at the other end.
typedef struct lh_pipe {
  luaL_Stream stream;
  pid_t process;
  int is_written;
} lh_pipe;

void lh_report_start(lua_State *L) { LH_REPORT(L, lh_swift_starts(L)); }
void lh_report_child(lua_State *L, int child) { LH_REPORT(L, lh_swift_started(L, child)); }

static int lh_wait_for(pid_t process) {
  int status;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}

// Ends a stream when the state is closed. A process whose output is no longer read is killed; a command that reads has
// a short time to exit, unless the script was killed.
static void lh_end_pipe(lh_context *context, lh_pipe *pipe) {
  int is_killed = context->expired == LH_KILLED || !pipe->is_written;
  if (is_killed) {
    kill(pipe->process, SIGKILL);
    __fpurge(pipe->stream.f);
  } else {
    int descriptor = fileno(pipe->stream.f);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  }
  fclose(pipe->stream.f);
  struct timespec pause = {0, 1000000};
  while (!is_killed && waitpid(pipe->process, NULL, WNOHANG) == 0) {
    if (lh_now() - context->closing_since > LH_MILLISECONDS(END_READERS)) {
      kill(pipe->process, SIGKILL);
      is_killed = 1;
    } else {
      nanosleep(&pause, NULL);
    }
  }
  if (is_killed) lh_wait_for(pipe->process);
}

// The close function of a stream of io.popen.
static int lh_close_pipe(lua_State *L) {
  lh_pipe *pipe = luaL_checkudata(L, 1, LUA_FILEHANDLE);
  lh_context *context = lh_get_context(L);
  int status = 0;
  if (context->closing_since) {
    lh_end_pipe(context, pipe);
  } else {
    fclose(pipe->stream.f);
    status = lh_wait_for(pipe->process);
  }
  if (status != -1) errno = 0;
  return luaL_execresult(L, status);
}

// Starts /bin/sh with no blocked signals; a worker's thread blocks nearly all.
static int lh_spawn(pid_t *process, const posix_spawn_file_actions_t *actions, char **arguments) {
  posix_spawnattr_t attributes;
  int code = posix_spawnattr_init(&attributes);
  if (code != 0) return code;
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  code = posix_spawn(process, "/bin/sh", actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  return code;
}

int lh_popen(lua_State *L) {
  const char *command = luaL_checkstring(L, 1), *mode = luaL_optstring(L, 2, "r");
  luaL_argcheck(L, (mode[0] == 'r' || mode[0] == 'w') && mode[1] == '\0', 2, "invalid mode");
  lh_report_start(L);
  lh_pipe *pipe = lua_newuserdatauv(L, sizeof *pipe, 0);
  pipe->stream.closef = NULL;
  luaL_setmetatable(L, LUA_FILEHANDLE);
  pipe->is_written = mode[0] == 'w';
  fflush(NULL);
  int ends[2];
  if (syscall(SYS_pipe2, ends, O_CLOEXEC) != 0) return luaL_fileresult(L, 0, command);
  int ours = ends[pipe->is_written], theirs = ends[!pipe->is_written];
  char *arguments[] = {(char *)"sh", (char *)"-c", (char *)command, NULL};
  posix_spawn_file_actions_t actions;
  int code = posix_spawn_file_actions_init(&actions);
  if (code == 0) {
    code = posix_spawn_file_actions_adddup2(&actions, theirs, !pipe->is_written);
    if (code == 0) code = lh_spawn(&pipe->process, &actions, arguments);
    posix_spawn_file_actions_destroy(&actions);
  }
  close(theirs);
  pipe->stream.f = code == 0 ? fdopen(ours, mode) : NULL;
  if (!pipe->stream.f) {
    if (code == 0) {
      code = errno;
      kill(pipe->process, SIGKILL);
      lh_wait_for(pipe->process);
    }
    close(ours);
    errno = code;
    return luaL_fileresult(L, 0, command);
  }
  pipe->stream.closef = lh_close_pipe;
  lh_report_child(L, pipe->process);
  return 1;
}

// Whether the interrupt key is sent to this process as a signal, according to the terminal.
static int lh_has_interrupt_key(void) {
  struct termios line;
  return tcgetpgrp(STDIN_FILENO) == getpgrp() && tcgetattr(STDIN_FILENO, &line) == 0 && (line.c_lflag & ISIG);
}

// Waits until the interrupt, which another thread handles, has arrived here, and raises its error.
static void lh_await_interrupt(lua_State *L) {
  lh_context *context = lh_get_context(L);
  for (int i = 0; i < 500 && !lh_is_over(context); i++) usleep(1000);
  lh_check(L);
}

// Whether a process was terminated by the interrupt key. Its output ends before its exit can be seen: shortly before, but on a
// busy machine some time slices of other processes can be between.
static int lh_was_interrupted(pid_t process) {
  if (!lh_has_interrupt_key()) return 0;
  siginfo_t info = {0};
  for (int i = 0; i < 200 && info.si_pid == 0; i++) {
    if (i > 0) usleep(1000);
    if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOWAIT | WNOHANG) != 0) return 0;
  }
  return info.si_pid != 0 && info.si_code == CLD_KILLED && info.si_status == SIGINT;
}

// The interrupt key terminates the process of a stream as well; the end of its output must not reach the script before
// the interrupt does. To be called when the file at an index may have been read to its end; raises the interrupt's error.
void lh_check_interrupted_pipe(lua_State *L, int index) {
  lh_pipe *pipe = luaL_testudata(L, index, LUA_FILEHANDLE);
  if (!pipe || pipe->stream.closef != lh_close_pipe) return;
  if (pipe->stream.f && feof(pipe->stream.f) && lh_was_interrupted(pipe->process)) lh_await_interrupt(L);
}

// file:read.
int lh_file_read(lua_State *L) {
  int results = lh_waiting(L);
  lh_check_interrupted_pipe(L, 1);
  return results;
}

// Lua's own os.execute, which hands the blocked signals of this thread on; a worker's thread blocks nearly all.
static int lh_execute_unblocked(lua_State *L) {
  luaL_optstring(L, 1, NULL);
  sigset_t none, before;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, &before);
  int results = lua_tocfunction(L, lua_upvalueindex(1))(L);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return results;
}

int lh_execute(lua_State *L) {
  if (!lua_isnoneornil(L, 1)) lh_report_start(L);
  // Earlier output of the script precedes that of the command, and is not lost if the limit ends the wait.
  fflush(NULL);
  int results = lh_wait_in(L, lh_execute_unblocked);
  // Background processes of the command are now children of this process.
  if (!lua_isnoneornil(L, 1)) lh_report_start(L);
  if (results == 3 && lua_tointeger(L, -1) == SIGINT && lua_tostring(L, -2)[0] == 's' && lh_has_interrupt_key()) {
    raise(SIGINT);
    lh_await_interrupt(L);
  }
  return results;
}
