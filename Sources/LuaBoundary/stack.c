// Stack operations for Swift. None of these functions raises: types are checked first, and memory is never refused
// while Swift runs (lh_allocate). None runs a script's code.
#include "internal.h"

// The maximum preallocated size of a table; larger tables grow on demand.
#define LH_HINT (1 << 20)

void lh_push_bytes(lua_State *L, const void *bytes, size_t count) {
  lua_pushlstring(L, count ? (const char *)bytes : "", count);
}

void lh_push_closure(lua_State *L, lua_CFunction function, int upvalues) {
  lua_pushcclosure(L, function, upvalues);
}

void lh_push_table(lua_State *L, size_t items, size_t keys) {
  lua_createtable(L, (int)(items < LH_HINT ? items : LH_HINT), (int)(keys < LH_HINT ? keys : LH_HINT));
}

const char *lh_bytes(lua_State *L, int index, size_t *count) {
  return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, count) : NULL;
}

// Pushes nil as the result of an access to a value that is not a table.
static int lh_push_nothing(lua_State *L) {
  lua_pushnil(L);
  return LUA_TNIL;
}

int lh_raw_get(lua_State *L, int table) {
  if (lua_type(L, table) == LUA_TTABLE) return lua_rawget(L, table);
  lua_settop(L, -2);
  return lh_push_nothing(L);
}

int lh_raw_get_item(lua_State *L, int table, lua_Integer item) {
  return lua_type(L, table) == LUA_TTABLE ? lua_rawgeti(L, table, item) : lh_push_nothing(L);
}

int lh_raw_get_pointer(lua_State *L, int table, const void *key) {
  return lua_type(L, table) == LUA_TTABLE ? lua_rawgetp(L, table, key) : lh_push_nothing(L);
}

int lh_raw_set(lua_State *L, int table) {
  int key = lua_type(L, -2);
  if (lua_type(L, table) == LUA_TTABLE && key != LUA_TNIL && (key != LUA_TNUMBER || lua_rawequal(L, -2, -2))) {
    lua_rawset(L, table);
    return 1;
  }
  lua_settop(L, -3);
  return 0;
}

int lh_next(lua_State *L, int table) {
  int is_possible = lua_type(L, table) == LUA_TTABLE;
  if (is_possible && lua_type(L, -2) != LUA_TNIL) {
    lua_pushvalue(L, -2);
    is_possible = lua_rawget(L, table) != LUA_TNIL;
    lua_settop(L, -2);
  }
  if (!is_possible) {
    lua_settop(L, -3);
    return -1;
  }
  lua_pushvalue(L, -2);
  if (!lua_next(L, table)) {
    lua_settop(L, -3);
    return 0;
  }
  lua_copy(L, -2, -4);
  lua_copy(L, -1, -3);
  lua_settop(L, -3);
  return 1;
}

lh_table_keys lh_read_keys(lua_State *L, int table) {
  lh_table_keys keys = {.is_list = 1};
  if (lua_type(L, table) != LUA_TTABLE) return keys;
  lua_Integer greatest = 0;
  lua_pushnil(L);
  // Nothing changes the table meanwhile, so its keys stay valid.
  while (lua_next(L, table)) {
    keys.count++;
    if (lua_type(L, -1) == LUA_TTABLE || lua_type(L, -2) == LUA_TTABLE) keys.contains_tables = 1;
    if (keys.is_list) {
      lua_Integer key = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;
      if (key < 1) keys.is_list = 0;
      else if (key > greatest) greatest = key;
    }
    lua_settop(L, -2);
  }
  if ((size_t)greatest != keys.count) keys.is_list = 0;
  return keys;
}

int lh_raw_set_item(lua_State *L, int table, lua_Integer item) {
  if (lua_type(L, table) == LUA_TTABLE) {
    lua_rawseti(L, table, item);
    return 1;
  }
  lua_settop(L, -2);
  return 0;
}

int lh_raw_set_pointer(lua_State *L, int table, const void *key) {
  if (lua_type(L, table) == LUA_TTABLE) {
    lua_rawsetp(L, table, key);
    return 1;
  }
  lua_settop(L, -2);
  return 0;
}

int lh_set_metatable(lua_State *L, int index) {
  int type = lua_type(L, -1);
  if (type == LUA_TTABLE || type == LUA_TNIL) {
    lua_setmetatable(L, index);
    return 1;
  }
  lua_settop(L, -2);
  return 0;
}

int lh_get_user_value(lua_State *L, int index, int number) {
  return lua_type(L, index) == LUA_TUSERDATA ? lua_getiuservalue(L, index, number) : lh_push_nothing(L);
}

int lh_set_user_value(lua_State *L, int index, int number) {
  if (lua_type(L, index) == LUA_TUSERDATA) return lua_setiuservalue(L, index, number);
  lua_settop(L, -2);
  return 0;
}

int lh_keep(lua_State *L) { return luaL_ref(L, LUA_REGISTRYINDEX); }

void lh_release(lua_State *L, int slot) { luaL_unref(L, LUA_REGISTRYINDEX, slot); }

void lh_push_place(lua_State *L, int level) { luaL_where(L, level); }

// Writes `SOURCE:LINE`, which has room. The standard library's function needs as long as finding the place.
static void lh_write_place(char *place, const char *source, int line) {
  char digits[12];
  int count = 0;
  for (; line > 0; line /= 10) digits[count++] = (char)('0' + line % 10);
  place = stpcpy(place, source);
  *place++ = ':';
  while (count > 0) *place++ = digits[--count];
  *place = 0;
}

const char *lh_caller_place(lua_State *L, int first) {
  char *place = lh_get_context(L)->caller;
  lua_Debug info;
  for (int level = first; level <= 10 && lua_getstack(L, level, &info); level++) {
    lua_getinfo(L, "Sl", &info);
    if (info.currentline <= 0) continue;
    lh_write_place(place, info.short_src, info.currentline);
    return place;
  }
  return NULL;
}

// Gets the source of a script's function. Pushes nil and returns 0 for other values.
static int lh_get_source(lua_State *L, int index, lua_Debug *info) {
  if (lua_type(L, index) != LUA_TFUNCTION || lua_iscfunction(L, index)) {
    lua_pushnil(L);
    return 0;
  }
  lua_pushvalue(L, index);
  return lua_getinfo(L, ">S", info);
}

void lh_push_definition(lua_State *L, int index) {
  lua_Debug info;
  if (lh_get_source(L, index, &info)) lua_pushfstring(L, "%s:%d", info.short_src, info.linedefined);
}

void lh_push_source(lua_State *L, int index) {
  lua_Debug info;
  if (lh_get_source(L, index, &info)) lua_pushstring(L, info.source);
}

int lh_push_running(lua_State *L, int level) {
  lua_Debug info;
  return lua_getstack(L, level, &info) && lua_getinfo(L, "f", &info);
}

int lh_is_called_with_dot(lua_State *L) {
  lua_Debug info;
  return lua_getstack(L, 0, &info) && lua_getinfo(L, "n", &info) && strcmp(info.namewhat, "field") == 0;
}

typedef struct lh_code {
  char *bytes;
  size_t count, capacity;
} lh_code;

static int lh_add_code(lua_State *L, const void *bytes, size_t count, void *to) {
  (void)L;
  lh_code *code = to;
  if (code->count + count > code->capacity) {
    size_t capacity = 2 * (code->count + count) + 1024;
    char *larger = realloc(code->bytes, capacity);
    if (!larger) return 1;
    code->bytes = larger;
    code->capacity = capacity;
  }
  if (count > 0) memcpy(code->bytes + code->count, bytes, count);
  code->count += count;
  return 0;
}

char *lh_dump(lua_State *L, size_t *count) {
  lh_code code = {0};
  // It raises no error of its own.
  if (lua_dump(L, lh_add_code, &code, 0) != 0) {
    free(code.bytes);
    return NULL;
  }
  *count = code.count;
  return code.bytes;
}

int lh_load_buffer(lua_State *L, const char *bytes, size_t count, const char *name, const char *mode) {
  return luaL_loadbufferx(L, bytes, count, name, mode);
}
