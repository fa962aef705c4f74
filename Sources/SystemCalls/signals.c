// Signals. Functions called by handlers are async-signal-safe.
#include "SystemCalls.h"

int system_signal_install(int number, void (*handler)(int), int flags, struct sigaction *previous) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigfillset(&action.sa_mask);
  return sigaction(number, &action, previous);
}

int system_signal_set(int number, const struct sigaction *action) {
  return sigaction(number, action, NULL);
}

int system_signal_is_default(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_DFL;
}

int system_signal_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == SIG_IGN;
}

int system_signal_has_handler(int number, void (*handler)(int)) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) && action.sa_handler == handler;
}

void system_signal_raise_default(int number) {
  struct sigaction fallback, previous;
  sigset_t only, mask;
  memset(&fallback, 0, sizeof fallback);
  fallback.sa_handler = SIG_DFL;
  sigemptyset(&fallback.sa_mask);
  sigemptyset(&only);
  sigaddset(&only, number);
  sigaction(number, &fallback, &previous);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &only, &mask);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  sigaction(number, &previous, NULL);
}

void system_signal_note(system_signal_notes *notes, int number) {
  int error = errno;
  unsigned char byte = (unsigned char)number;
  if (number == SIGINT) notes->interrupted = 1;
  if (number == SIGTERM || number == SIGHUP) notes->ended = number;
  __atomic_store_n(&notes->came[number], 1, __ATOMIC_SEQ_CST);
  // A full pipe already contains bytes that wake the loop.
  if (notes->pipe >= 0 && write(notes->pipe, &byte, 1) < 0) {}
  int ends = number == SIGTERM || number == SIGHUP || number == SIGINT;
  if (ends && notes->ends >= 0 && write(notes->ends, &byte, 1) < 0) {}
  errno = error;
}

void system_signal_notes_begin(system_signal_notes *notes, int pipe) {
  notes->pipe = pipe;
  notes->interrupted = 0;
  notes->ended = 0;
  for (int number = 0; number < 65; number++) system_signal_take(notes, number);
}

int system_signal_take(system_signal_notes *notes, int number) {
  return __atomic_exchange_n(&notes->came[number], 0, __ATOMIC_SEQ_CST);
}
