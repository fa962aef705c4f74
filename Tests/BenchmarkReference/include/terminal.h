// A terminal for a measured process.
#pragma once
#include <stddef.h>

// Opens a terminal of this size and writes the name of the end for the process. Returns -1 on failure.
int reference_open_terminal(char *name, size_t capacity, int columns, int rows);
