// The reference of an autosave: the rows that it writes, by prepared statements of SQLite.
#pragma once

typedef struct reference_saves reference_saves;

// Creates a database with this many nodes. Returns NULL on failure.
reference_saves *reference_saves_open(const char *path, int nodes);

// Writes a save in which one node has changed. Returns 0, or -1 on failure.
int reference_saves_write(reference_saves *saves, int node);

void reference_saves_close(reference_saves *saves);
