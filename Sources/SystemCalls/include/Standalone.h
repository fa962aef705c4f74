// What tells a copy of this program that is an app of its own from the program itself. It is in the program's data, so that
// it stays where what stands behind the program is lost.
#pragma once
#include <string.h>

int system_is_standalone(void);

// Where bytes stand in others from a position on; -1 if they do not.
long system_find(const char *bytes, size_t count, size_t from, const char *wanted, size_t length);

// Copies the mark as it is in this program. Returns its length; `place` is where the answer stands in it, of 3 bytes.
size_t system_copy_standalone_mark(char *buffer, size_t *place);
