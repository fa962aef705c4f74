// Messages: copies of Lua values outside of any state, to be passed to a state in another thread.
//
// Values are booleans, numbers, strings and tables, and values of the host's classes. A table keeps all its keys, and tables
// that occur several times, or contain themselves, keep their identity within a message. Metatables are not copied.
#include "internal.h"
#include "workers.h"

enum { LH_NIL, LH_FALSE, LH_TRUE, LH_INTEGER, LH_FLOAT, LH_STRING, LH_TABLE, LH_SAME_TABLE, LH_VALUE, LH_END };

// The maximum nesting depth of tables.
#define LH_DEEPEST 180
// The number of values between two checks of the time.
#define LH_VALUES_PER_CHECK 1024

// MARK: Writing

// A table that is being written, so that a message can name the path to a value in it.
typedef struct lh_step {
  const struct lh_step *outer;
  int key;  // the stack index of the current key
} lh_step;

typedef struct lh_writer {
  lua_State *L;
  lh_message *message;
  int seen;            // the stack index of the numbers of the tables written so far
  lua_Integer tables;
  unsigned steps;
  const char *action, *root;  // "send", "the value"
} lh_writer;

static void lh_write(lh_writer *writer, const void *bytes, size_t count) {
  lh_message *message = writer->message;
  if (message->capacity - message->length < count) {
    size_t capacity = message->capacity ? message->capacity * 2 : 64;
    while (capacity - message->length < count) capacity *= 2;
    if (!lh_message_reserve(message, lh_get_context(writer->L), capacity)) luaL_error(writer->L, "not enough memory");
  }
  memcpy(message->bytes + message->length, bytes, count);
  message->length += count;
}

static void lh_write_tag(lh_writer *writer, int tag) {
  unsigned char byte = (unsigned char)tag;
  lh_write(writer, &byte, 1);
}

static void lh_write_size(lh_writer *writer, size_t size) { lh_write(writer, &size, sizeof size); }

static void lh_write_bytes(lh_writer *writer, int index) {
  size_t length;
  const char *bytes = lua_tolstring(writer->L, index, &length);
  lh_write_size(writer, length);
  lh_write(writer, bytes, length);
}

// Adds the path from the outermost table to a buffer, such as `.rows[3]`.
static void lh_add_path(lh_writer *writer, luaL_Buffer *buffer, const lh_step *step) {
  if (!step) return;
  lh_add_path(writer, buffer, step->outer);
  lua_State *L = writer->L;
  int is_name = lua_type(L, step->key) == LUA_TSTRING;
  luaL_addstring(buffer, is_name ? "." : "[");
  luaL_tolstring(L, step->key, NULL);
  luaL_addvalue(buffer);
  if (!is_name) luaL_addchar(buffer, ']');
}

// Raises the error about a value that cannot be written; its reason is on top.
static void lh_refuse(lh_writer *writer, const lh_step *step) {
  lua_State *L = writer->L;
  const char *reason = lua_tostring(L, -1);
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  luaL_addstring(&buffer, writer->root);
  lh_add_path(writer, &buffer, step);
  luaL_pushresult(&buffer);
  luaL_error(L, "cannot %s %s: %s", writer->action, lua_tostring(L, -1), reason);
}

static void lh_write_value(lh_writer *writer, int index, const lh_step *step, int depth);

static void lh_write_table(lh_writer *writer, int index, const lh_step *step, int depth) {
  lua_State *L = writer->L;
  if (depth >= LH_DEEPEST) {
    lua_pushfstring(L, "tables are nested deeper than %d levels", LH_DEEPEST);
    lh_refuse(writer, step);
  }
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  if (lua_rawgetp(L, writer->seen, lua_topointer(L, index)) == LUA_TNUMBER) {
    size_t number = (size_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    lh_write_tag(writer, LH_SAME_TABLE);
    lh_write_size(writer, number);
    return;
  }
  lua_pop(L, 1);
  lua_pushinteger(L, ++writer->tables);
  lua_rawsetp(L, writer->seen, lua_topointer(L, index));
  lh_write_tag(writer, LH_TABLE);
  lh_write_size(writer, lua_rawlen(L, index));
  lua_pushnil(L);
  lh_step inner = {step, lua_gettop(L)};
  while (lua_next(L, index)) {
    int type = lua_type(L, -2);
    if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN) {
      lua_pushfstring(L, "it contains a %s as a key; keys can be booleans, numbers and strings", lua_typename(L, type));
      lh_refuse(writer, step);
    }
    lh_write_value(writer, inner.key, step, depth);
    lh_write_value(writer, inner.key + 1, &inner, depth + 1);
    lua_pop(L, 1);
  }
  lh_write_tag(writer, LH_END);
}

// Pushes the kind and the contents of a value of the host's classes and returns 1; 0 and the reason for other values.
static int lh_push_contents(lua_State *L, int index) {
  if (lh_get_context(L)->worker) return lh_worker_push_contents(L, index);
  if (lua_type(L, index) == LUA_TTABLE) return 0;
  lh_context *context = lh_get_context(L);
  int enforcing = context->enforcing;
  context->enforcing = 0;
  int is_value = lh_swift_push_contents(L, index);
  context->enforcing = enforcing;
  return is_value;
}

static void lh_write_value(lh_writer *writer, int index, const lh_step *step, int depth) {
  lua_State *L = writer->L;
  if (++writer->steps % LH_VALUES_PER_CHECK == 0) lh_check(L);
  switch (lua_type(L, index)) {
    case LUA_TNIL: lh_write_tag(writer, LH_NIL); return;
    case LUA_TBOOLEAN: lh_write_tag(writer, lua_toboolean(L, index) ? LH_TRUE : LH_FALSE); return;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        lua_Integer value = lua_tointeger(L, index);
        lh_write_tag(writer, LH_INTEGER);
        lh_write(writer, &value, sizeof value);
      } else {
        lua_Number value = lua_tonumber(L, index);
        lh_write_tag(writer, LH_FLOAT);
        lh_write(writer, &value, sizeof value);
      }
      return;
    case LUA_TSTRING:
      lh_write_tag(writer, LH_STRING);
      lh_write_bytes(writer, index);
      return;
    case LUA_TTABLE:
      if (!lh_get_context(L)->worker || !lh_worker_push_contents(L, index)) {
        lh_write_table(writer, index, step, depth);
        return;
      }
      break;
    default:
      luaL_checkstack(L, LUA_MINSTACK, NULL);
      if (!lh_push_contents(L, index)) lh_refuse(writer, step);
  }
  lh_write_tag(writer, LH_VALUE);
  lh_write_tag(writer, (int)lua_tointeger(L, -2));
  lh_write_bytes(writer, lua_gettop(L));
  lua_pop(L, 2);
}

int lh_do_write(lua_State *L) {
  lh_message *message = lua_touserdata(L, 1);
  int count = lua_gettop(L) - 3;
  lh_writer writer = {L, message, 0, 0, 0, lua_tostring(L, 2), lua_tostring(L, 3)};
  lua_newtable(L);
  writer.seen = lua_gettop(L);
  char root[64];
  for (int i = 1; i <= count; i++) {
    if (count > 1) {
      // Several values are numbered.
      snprintf(root, sizeof root, "%s %d", lua_tostring(L, 3), i);
      writer.root = root;
    }
    lh_write_value(&writer, i + 3, NULL, 0);
    message->count++;
  }
  return 0;
}

// MARK: Reading

typedef struct lh_reader {
  lua_State *L;
  const lh_message *message;
  size_t offset;
  int tables;  // the stack index of the tables read so far
  lua_Integer count;
  unsigned steps;
} lh_reader;

static void lh_read(lh_reader *reader, void *bytes, size_t count) {
  memcpy(bytes, reader->message->bytes + reader->offset, count);
  reader->offset += count;
}

static int lh_read_tag(lh_reader *reader) { return reader->message->bytes[reader->offset++]; }

static size_t lh_read_size(lh_reader *reader) {
  size_t size;
  lh_read(reader, &size, sizeof size);
  return size;
}

static void lh_push_read_bytes(lh_reader *reader) {
  size_t length = lh_read_size(reader);
  lua_pushlstring(reader->L, (const char *)reader->message->bytes + reader->offset, length);
  reader->offset += length;
}

static int lh_read_value(lh_reader *reader);

static void lh_read_table(lh_reader *reader) {
  lua_State *L = reader->L;
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  size_t items = lh_read_size(reader);
  lua_createtable(L, items < INT32_MAX ? (int)items : INT32_MAX, 0);
  lua_pushvalue(L, -1);
  lua_rawseti(L, reader->tables, ++reader->count);
  while (lh_read_value(reader)) {
    lh_read_value(reader);
    lua_rawset(L, -3);
  }
}

// Pushes the next value and returns 1; returns 0 at the end of a table.
static int lh_read_value(lh_reader *reader) {
  lua_State *L = reader->L;
  if (++reader->steps % LH_VALUES_PER_CHECK == 0) lh_check(L);
  switch (lh_read_tag(reader)) {
    case LH_END: return 0;
    case LH_NIL: lua_pushnil(L); return 1;
    case LH_FALSE: lua_pushboolean(L, 0); return 1;
    case LH_TRUE: lua_pushboolean(L, 1); return 1;
    case LH_INTEGER: {
      lua_Integer value;
      lh_read(reader, &value, sizeof value);
      lua_pushinteger(L, value);
      return 1;
    }
    case LH_FLOAT: {
      lua_Number value;
      lh_read(reader, &value, sizeof value);
      lua_pushnumber(L, value);
      return 1;
    }
    case LH_STRING: lh_push_read_bytes(reader); return 1;
    case LH_SAME_TABLE: lua_rawgeti(L, reader->tables, (lua_Integer)lh_read_size(reader)); return 1;
    case LH_TABLE: lh_read_table(reader); return 1;
    default: {
      int kind = lh_read_tag(reader);
      luaL_checkstack(L, LUA_MINSTACK, NULL);
      lh_push_read_bytes(reader);
      lh_context *context = lh_get_context(L);
      if (context->worker) {
        lh_worker_push_value(L, kind);
      } else {
        int enforcing = context->enforcing;
        context->enforcing = 0;
        lh_swift_push_value(L, kind);
        context->enforcing = enforcing;
      }
      return 1;
    }
  }
}

int lh_do_read(lua_State *L) {
  lh_reader reader = {L, lua_touserdata(L, 1), 0, 0, 0, 0};
  lua_newtable(L);
  reader.tables = lua_gettop(L);
  int count = reader.message->count;
  luaL_checkstack(L, count + LUA_MINSTACK, "too many values");
  for (int i = 0; i < count; i++) lh_read_value(&reader);
  return count;
}

// MARK: Messages

lh_message *lh_message_new(lh_workers *workers, int kind) {
  lh_message *message = calloc(1, sizeof *message);
  if (!message) abort();
  message->kind = kind;
  message->workers = workers;
  return message;
}

int lh_message_reserve(lh_message *message, const lh_context *context, size_t capacity) {
  size_t more = capacity - message->capacity;
  if (lh_is_over_limit(context, more)) return 0;
  unsigned char *bytes = realloc(message->bytes, capacity);
  if (!bytes) return 0;
  message->bytes = bytes;
  message->capacity = capacity;
  lh_workers_count(message->workers, (ptrdiff_t)more);
  return 1;
}

void lh_message_free(lh_message *message) {
  if (!message) return;
  lh_workers_count(message->workers, -(ptrdiff_t)message->capacity);
  free(message->bytes);
  free(message);
}

lh_message *lh_message_text(lh_workers *workers, int kind, const void *bytes, size_t count) {
  lh_message *message = lh_message_new(workers, kind);
  message->bytes = malloc(count + 1);
  if (!message->bytes) abort();
  memcpy(message->bytes, bytes, count);
  message->length = count;
  message->capacity = count + 1;
  lh_workers_count(workers, (ptrdiff_t)message->capacity);
  return message;
}

int lh_message_kind(const lh_message *message) { return message->kind; }
const void *lh_message_bytes(const lh_message *message, size_t *count) {
  *count = message->length;
  return message->bytes;
}
