#include "tree_reference.h"
#include "lauxlib.h"
#include "lua_reference.h"
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reference_tree {
  lua_State *L;
  sqlite3 *database;
};

// A coder with the encoded values of one node.
typedef struct {
  size_t count;
  const uint8_t *bytes;
  uint8_t written[1024];
} coder;

static const char *const coder_name = "reference.coder", *const node_name = "reference.node";

static const char script[] =
    "local Node = ...\n"
    "function Node:encodeRestorableState(coder)\n"
    "  local values = self.values\n"
    "  coder:encode('n', values.n) coder:encode('x', values.x) coder:encode('name', values.name)\n"
    "  coder:encode('on', values.on) coder:encode('list', values.list) coder:encode('map', values.map)\n"
    "end\n"
    "function Node:decodeRestorableState(coder)\n"
    "  self.values = { n = coder:decode 'n', x = coder:decode 'x', name = coder:decode 'name', on = coder:decode 'on',\n"
    "    list = coder:decode 'list', map = coder:decode 'map' }\n"
    "end\n"
    "function Node:viewControllerWithRestorationIdentifierPath(path) return Node.new() end\n"
    "nodes, restored = {}, {}\n"
    "function build(count)\n"
    "  for n = 0, count - 1 do\n"
    "    local node = Node.new()\n"
    "    node.values = { n = n, x = n + 0.5, name = 'node ' .. n, on = n % 2 == 0, list = { n, n + 1, n + 2 }, map = { a = n, b = 'b' } }\n"
    "    nodes[n + 1] = node\n"
    "  end\n"
    "end\n";

// --- CBOR (RFC 8949) ---

static int write_head(coder *coder, int type, uint64_t value) {
  int size = value < 24 ? 0 : value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1ull << 32 ? 4 : 8;
  if (coder->count + 9 > sizeof coder->written) return -1;
  static const uint8_t sizes[9] = {0, 24, 25, 0, 26, 0, 0, 0, 27};
  coder->written[coder->count++] = (uint8_t)(type << 5 | (size == 0 ? (int)value : sizes[size]));
  while (size-- > 0) coder->written[coder->count++] = (uint8_t)(value >> 8 * size);
  return 0;
}

static int write_text(coder *coder, lua_State *L, int index) {
  size_t length;
  const char *text = lua_tolstring(L, index, &length);
  if (write_head(coder, 3, length) || coder->count + length > sizeof coder->written) return -1;
  memcpy(coder->written + coder->count, text, length);
  coder->count += length;
  return 0;
}

static int write_value(coder *coder, lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TBOOLEAN: return write_head(coder, 7, lua_toboolean(L, index) ? 21 : 20);
  case LUA_TSTRING: return write_text(coder, L, index);
  case LUA_TNUMBER:
    if (lua_isinteger(L, index)) {
      lua_Integer value = lua_tointeger(L, index);
      return value < 0 ? write_head(coder, 1, (uint64_t)~value) : write_head(coder, 0, (uint64_t)value);
    }
    double value = lua_tonumber(L, index);
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return write_head(coder, 7, bits | 1ull << 62);
  case LUA_TTABLE: {
    luaL_checkstack(L, 4, NULL);
    lua_Integer count = (lua_Integer)lua_rawlen(L, index);
    if (count > 0) {
      if (write_head(coder, 4, (uint64_t)count)) return -1;
      for (lua_Integer i = 1; i <= count; i++) {
        lua_rawgeti(L, index, i);
        if (write_value(coder, L, lua_gettop(L))) return -1;
        lua_pop(L, 1);
      }
      return 0;
    }
    size_t head = coder->count;
    if (write_head(coder, 5, 0)) return -1;
    for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
      if (lua_type(L, -2) != LUA_TSTRING || write_text(coder, L, lua_gettop(L) - 1)) return -1;
      if (write_value(coder, L, lua_gettop(L))) return -1;
      coder->written[head]++;
    }
    return 0;
  }
  default: return -1;
  }
}

static const uint8_t *read_head(const uint8_t *at, int *type, uint64_t *value) {
  *type = *at >> 5;
  int info = *at++ & 31, size = info < 24 ? 0 : 1 << (info - 24);
  *value = info < 24 ? (uint64_t)info : 0;
  while (size-- > 0) *value = *value << 8 | *at++;
  return at;
}

// Pushes a value, and returns the end of its bytes.
static const uint8_t *push_value(lua_State *L, const uint8_t *at) {
  int type, is_long = (*at & 31) > 24;
  uint64_t value;
  luaL_checkstack(L, 4, NULL);
  at = read_head(at, &type, &value);
  switch (type) {
  case 0: lua_pushinteger(L, (lua_Integer)value); return at;
  case 1: lua_pushinteger(L, ~(lua_Integer)value); return at;
  case 3: lua_pushlstring(L, (const char *)at, value); return at + value;
  case 4:
    lua_createtable(L, (int)value, 0);
    for (uint64_t i = 1; i <= value; i++) {
      at = push_value(L, at);
      lua_rawseti(L, -2, (lua_Integer)i);
    }
    return at;
  case 5:
    lua_createtable(L, 0, (int)value);
    while (value-- > 0) {
      at = push_value(L, at);
      at = push_value(L, at);
      lua_rawset(L, -3);
    }
    return at;
  default:
    if (is_long) {
      double number;
      memcpy(&number, &value, sizeof number);
      lua_pushnumber(L, number);
    } else {
      lua_pushboolean(L, value == 21);
    }
    return at;
  }
}

static const uint8_t *skip_value(const uint8_t *at) {
  int type;
  uint64_t value;
  at = read_head(at, &type, &value);
  if (type == 3) return at + value;
  if (type == 4 || type == 5)
    for (uint64_t i = 0; i < (type == 4 ? value : 2 * value); i++) at = skip_value(at);
  return at;
}

// --- The coder and the nodes ---

static int encode(lua_State *L) {
  coder *coder = luaL_checkudata(L, 1, coder_name);
  luaL_checktype(L, 2, LUA_TSTRING);
  if (write_text(coder, L, 2) || write_value(coder, L, 3)) return luaL_error(L, "the value cannot be encoded");
  return 0;
}

static int decode(lua_State *L) {
  coder *coder = luaL_checkudata(L, 1, coder_name);
  size_t length;
  const char *key = luaL_checklstring(L, 2, &length);
  const uint8_t *at = coder->bytes, *end = at + coder->count;
  while (at < end) {
    int type;
    uint64_t value;
    at = read_head(at, &type, &value);
    int is_found = value == length && memcmp(at, key, length) == 0;
    at += value;
    if (is_found) return push_value(L, at), 1;
    at = skip_value(at);
  }
  return 0;
}

static int index_node(lua_State *L) {
  luaL_checkudata(L, 1, node_name);
  lua_getiuservalue(L, 1, 1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, -2) != LUA_TNIL) return 1;
  lua_getmetatable(L, 1);
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return 1;
}

static int newindex_node(lua_State *L) {
  luaL_checkudata(L, 1, node_name);
  lua_getiuservalue(L, 1, 1);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  return 0;
}

static int new_node(lua_State *L) {
  lua_newuserdatauv(L, sizeof(void *), 1);
  lua_newtable(L);
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, node_name);
  return 1;
}

static coder *push_coder(lua_State *L) {
  coder *coder = lua_newuserdatauv(L, sizeof *coder, 0);
  coder->count = 0;
  luaL_setmetatable(L, coder_name);
  return coder;
}

static int traceback(lua_State *L) {
  luaL_traceback(L, L, lua_tostring(L, 1), 1);
  return 1;
}

static void define(lua_State *L, const char *name, const luaL_Reg *functions) {
  luaL_newmetatable(L, name);
  luaL_setfuncs(L, functions, 0);
}

// --- Saving and restoring ---

static const char schema[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
    "CREATE TABLE node (id INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER, parent INTEGER, kind, relation, position,"
    "  identifier TEXT, class TEXT, restoration_class TEXT, storyboard TEXT, scene TEXT, state BLOB, checksum,"
    "  PRIMARY KEY (id, since)) WITHOUT ROWID;"
    "CREATE INDEX node_current ON node (id) WHERE until IS NULL;"
    "CREATE INDEX node_old ON node (until) WHERE until IS NOT NULL;";

// FNV-1a over words of eight bytes.
static int64_t checksum(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0xcbf29ce484222325;
  for (; count >= 8; bytes += 8, count -= 8) {
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    sum = (sum ^ word) * 0x100000001b3;
  }
  while (count-- > 0) sum = (sum ^ *bytes++) * 0x100000001b3;
  return (int64_t)sum;
}

static int insert(sqlite3_stmt *insertion, int id, const coder *coder) {
  char identifier[32];
  int length = snprintf(identifier, sizeof identifier, "node%d", id);
  sqlite3_bind_int(insertion, 1, id);
  sqlite3_bind_int(insertion, 2, 1);
  sqlite3_bind_int(insertion, 3, 1);
  sqlite3_bind_int(insertion, 4, 1);
  sqlite3_bind_int(insertion, 5, 0);
  sqlite3_bind_int(insertion, 6, id);
  sqlite3_bind_text(insertion, 7, identifier, length, SQLITE_STATIC);
  sqlite3_bind_text(insertion, 8, "Node", 4, SQLITE_STATIC);
  sqlite3_bind_text(insertion, 9, "Node", 4, SQLITE_STATIC);
  sqlite3_bind_blob(insertion, 10, coder->written, (int)coder->count, SQLITE_STATIC);
  sqlite3_bind_int64(insertion, 11, checksum(coder->written, coder->count));
  int result = sqlite3_step(insertion);
  sqlite3_reset(insertion);
  return result == SQLITE_DONE ? 0 : -1;
}

int reference_tree_save(reference_tree *tree) {
  lua_State *L = tree->L;
  sqlite3_stmt *insertion;
  if (sqlite3_prepare_v2(
          tree->database, "INSERT INTO node VALUES (?1, ?2, NULL, ?3, ?4, ?5, ?6, ?7, ?8, ?9, NULL, NULL, ?10, ?11)", -1, &insertion, NULL))
    return -1;
  int failed = sqlite3_exec(tree->database, "BEGIN IMMEDIATE; DELETE FROM node", NULL, NULL, NULL);
  lua_settop(L, 0);
  lua_pushcfunction(L, traceback);
  lua_getglobal(L, "nodes");
  int count = (int)lua_rawlen(L, 2);
  for (int i = 1; i <= count && !failed; i++) {
    lua_rawgeti(L, 2, i);
    lua_getfield(L, 3, "encodeRestorableState");
    lua_pushvalue(L, 3);
    coder *coder = push_coder(L);
    lua_pushvalue(L, -1);
    lua_replace(L, 3);
    failed = lua_pcall(L, 2, 0, 1) || insert(insertion, i, coder);
    lua_settop(L, 2);
  }
  sqlite3_finalize(insertion);
  return failed || sqlite3_exec(tree->database, "COMMIT", NULL, NULL, NULL) ? -1 : 0;
}

// Creates the node of a row.
static int make(lua_State *L, sqlite3_stmt *row, int number) {
  const uint8_t *state = sqlite3_column_blob(row, 1);
  size_t count = (size_t)sqlite3_column_bytes(row, 1);
  if (checksum(state, count) != sqlite3_column_int64(row, 2)) return -1;
  luaL_getmetatable(L, node_name);
  lua_getfield(L, -1, "viewControllerWithRestorationIdentifierPath");
  lua_insert(L, -2);
  lua_createtable(L, 2, 0);
  lua_pushliteral(L, "root");
  lua_rawseti(L, -2, 1);
  lua_pushlstring(L, (const char *)sqlite3_column_text(row, 0), (size_t)sqlite3_column_bytes(row, 0));
  lua_rawseti(L, -2, 2);
  if (lua_pcall(L, 2, 1, 1)) return -1;
  lua_rawseti(L, 2, number);
  coder *coder = push_coder(L);
  if (count > sizeof coder->written) return -1;
  memcpy(coder->written, state, count);
  (coder->bytes = coder->written, coder->count = count);
  lua_rawseti(L, 3, number);
  return 0;
}

int reference_tree_restore(reference_tree *tree) {
  lua_State *L = tree->L;
  sqlite3_stmt *rows;
  if (sqlite3_prepare_v2(
          tree->database, "SELECT identifier, state, checksum, parent, kind, relation, position, class FROM node WHERE until IS NULL ORDER BY id",
          -1, &rows, NULL))
    return -1;
  lua_settop(L, 0);
  lua_pushcfunction(L, traceback);
  lua_newtable(L);
  lua_newtable(L);
  int count = 0, failed = 0;
  while (!failed && sqlite3_step(rows) == SQLITE_ROW) failed = make(L, rows, ++count);
  sqlite3_finalize(rows);
  for (int i = 1; i <= count && !failed; i++) {
    lua_rawgeti(L, 2, i);
    lua_getfield(L, -1, "decodeRestorableState");
    lua_insert(L, -2);
    lua_rawgeti(L, 3, i);
    failed = lua_pcall(L, 2, 0, 1);
  }
  lua_settop(L, 2);
  lua_setglobal(L, "restored");
  return failed || count == 0 ? -1 : 0;
}

reference_tree *reference_tree_open(const char *path, int nodes) {
  static const luaL_Reg coding[] = {{"encode", encode}, {"decode", decode}, {NULL, NULL}};
  static const luaL_Reg members[] = {{"__index", index_node}, {"__newindex", newindex_node}, {"new", new_node}, {NULL, NULL}};
  reference_tree *tree = calloc(1, sizeof *tree);
  if (!tree) return NULL;
  lua_State *L = tree->L = reference_lua_open("");
  if (L && !sqlite3_open(path, &tree->database) && !sqlite3_exec(tree->database, schema, NULL, NULL, NULL)) {
    define(L, coder_name, coding);
    lua_pushvalue(L, -1);
    lua_setfield(L, -2, "__index");
    if (luaL_loadstring(L, script) == LUA_OK) {
      define(L, node_name, members);
      if (lua_pcall(L, 1, 0, 0) == LUA_OK) {
        lua_getglobal(L, "build");
        lua_pushinteger(L, nodes);
        if (lua_pcall(L, 1, 0, 0) == LUA_OK) return tree;
      }
    }
  }
  reference_tree_close(tree);
  return NULL;
}

void reference_tree_close(reference_tree *tree) {
  if (tree->L) reference_lua_close(tree->L);
  sqlite3_close(tree->database);
  free(tree);
}
