// The mark that distinguishes a bundled app from the program itself. It is part of the program's data, so it survives
// if data appended to the program is lost.
#pragma once
#include <string.h>

int system_is_standalone(void);

// Returns the position of bytes in others, from a position on; -1 if they are not found.
long system_find(const char *bytes, size_t count, size_t from, const char *wanted, size_t length);

// Copies the mark of this program. Returns its length; `place` is the position of the 3-byte answer in it.
size_t system_copy_standalone_mark(char *buffer, size_t *place);
