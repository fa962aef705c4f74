// A terminal for a process that is measured.
#pragma once
#include <stddef.h>

// Opens a terminal of this size and writes the name of the end that the process is to use. -1 if there is none.
int reference_open_terminal(char *name, size_t capacity, int columns, int rows);
