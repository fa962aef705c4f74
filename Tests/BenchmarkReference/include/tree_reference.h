// The reference of complete saves and restorations: what they take at least, in plain C. Each node is an object with a
// class in Lua, is asked by a callback with a coder, and is a row of SQLite with its values in CBOR and a checksum.
#pragma once

typedef struct reference_tree reference_tree;

// Creates a tree with this many nodes, and a database. Returns NULL on failure.
reference_tree *reference_tree_open(const char *path, int nodes);

// Encodes all nodes and writes them. Returns 0, or -1 on failure.
int reference_tree_save(reference_tree *tree);

// Creates all nodes from the database and decodes them. Returns 0, or -1 on failure.
int reference_tree_restore(reference_tree *tree);

void reference_tree_close(reference_tree *tree);
