#include "sqlite_reference.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { begin, close_version, add_version, add_save, replace_picture, commit, statement_count };

struct reference_saves {
  sqlite3 *database;
  sqlite3_stmt *statements[statement_count];
  int number;
};

static const char *const schema =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
    "CREATE TABLE save (number INTEGER PRIMARY KEY, app_version TEXT, host_version TEXT, width, height, saved_at REAL,"
    "  node_count, changed_count, kind TEXT, run, clock REAL, kept);"
    "CREATE TABLE node (id INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER, parent INTEGER, kind, relation, position,"
    "  identifier TEXT, class TEXT, restoration_class TEXT, storyboard TEXT, scene TEXT, state BLOB, checksum,"
    "  PRIMARY KEY (id, since)) WITHOUT ROWID;"
    "CREATE INDEX node_current ON node (id) WHERE until IS NULL;"
    "CREATE INDEX node_old ON node (until) WHERE until IS NOT NULL;"
    "CREATE TABLE snapshot (id INTEGER PRIMARY KEY, save INTEGER, picture BLOB);";

static const char *const texts[statement_count] = {
    "BEGIN IMMEDIATE",
    "UPDATE node INDEXED BY node_current SET until = ?1 WHERE id = ?2 AND until IS NULL",
    "INSERT INTO node VALUES (?2, ?1, NULL, 1, 0, 0, 0, 'node', 'Node', 'Node', NULL, NULL, ?3, 0)",
    "INSERT INTO save VALUES (?1, '1.0', '1.0', 80, 24, 0, 1, 1, 'autosave', 1, 0, 0)",
    "INSERT OR REPLACE INTO snapshot VALUES (1, ?1, ?3)",
    "COMMIT",
};

static int run(reference_saves *saves, int statement, int node, const void *bytes, int count) {
  sqlite3_stmt *prepared = saves->statements[statement];
  int parameters = sqlite3_bind_parameter_count(prepared);
  if (parameters > 0) sqlite3_bind_int(prepared, 1, saves->number);
  if (parameters > 1) sqlite3_bind_int(prepared, 2, node);
  if (parameters > 2) sqlite3_bind_blob(prepared, 3, bytes, count, SQLITE_STATIC);
  int result = sqlite3_step(prepared);
  sqlite3_reset(prepared);
  return result == SQLITE_DONE ? 0 : -1;
}

// The bytes of a state with six values, and of a picture of 80x24 cells.
static const char state[100], picture[2000];

reference_saves *reference_saves_open(const char *path, int nodes) {
  reference_saves *saves = calloc(1, sizeof *saves);
  if (!saves) return NULL;
  int failed = sqlite3_open(path, &saves->database) || sqlite3_exec(saves->database, schema, NULL, NULL, NULL);
  for (int i = 0; i < statement_count && !failed; i++)
    failed = sqlite3_prepare_v2(saves->database, texts[i], -1, &saves->statements[i], NULL);
  saves->number = 1;
  failed = failed || run(saves, begin, 0, NULL, 0);
  for (int node = 1; node <= nodes && !failed; node++) failed = run(saves, add_version, node, state, sizeof state);
  if (!failed && !run(saves, commit, 0, NULL, 0)) return saves;
  reference_saves_close(saves);
  return NULL;
}

int reference_saves_write(reference_saves *saves, int node) {
  saves->number++;
  return run(saves, begin, 0, NULL, 0) || run(saves, close_version, node, NULL, 0) ||
                 run(saves, add_version, node, state, sizeof state) || run(saves, add_save, 0, NULL, 0) ||
                 run(saves, replace_picture, 0, picture, sizeof picture) || run(saves, commit, 0, NULL, 0)
             ? -1
             : 0;
}

void reference_saves_close(reference_saves *saves) {
  for (int i = 0; i < statement_count; i++) sqlite3_finalize(saves->statements[i]);
  sqlite3_close(saves->database);
  free(saves);
}
