// A terminal for a measured process: functions that Swift's Glibc module does not export.
#define _XOPEN_SOURCE 600
#include "terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int reference_open_terminal(char *name, size_t capacity, int columns, int rows) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) return -1;
  const char *other = grantpt(terminal) == 0 && unlockpt(terminal) == 0 ? ptsname(terminal) : NULL;
  if (!other || strlen(other) >= capacity) {
    close(terminal);
    return -1;
  }
  strcpy(name, other);
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  ioctl(terminal, TIOCSWINSZ, &size);
  return terminal;
}
