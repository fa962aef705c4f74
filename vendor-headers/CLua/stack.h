// What Swift does with a Lua stack. None of these functions raises: types are looked at first, and memory is never refused
// while Swift runs (lh_allocate). None runs code of a script.
#pragma once
#include "raising.h"

// How many values a function of Swift's can push before it has to ask for room.
#define LH_ROOM (2 * LUA_MINSTACK)

// Tables are made with room for at most so many items or keys at once, and grow when they need more.
#define LH_HINT (1 << 20)

static inline void lh_set_top(lua_State *L, int index) { lua_settop(L, index); }
static inline void lh_pop(lua_State *L, int count) { lua_settop(L, -count - 1); }
static const int LH_REGISTRY = LUA_REGISTRYINDEX;

// [-0, +1] Pushes a string of bytes; `bytes` may be NULL if there are none.
static inline void lh_push_bytes(lua_State *L, const void *bytes, size_t count) {
  lua_pushlstring(L, count ? (const char *)bytes : "", count);
}

// [-upvalues, +1] Pushes a C function.
static inline void lh_push_closure(lua_State *L, lua_CFunction function, int upvalues) {
  lua_pushcclosure(L, function, upvalues);
}

// [-0, +1] Pushes a new table.
static inline void lh_push_table(lua_State *L, size_t items, size_t keys) {
  lua_createtable(L, (int)(items < LH_HINT ? items : LH_HINT), (int)(keys < LH_HINT ? keys : LH_HINT));
}

// The bytes of the string at an index; NULL if there is something else. Numbers are not made strings.
static inline const char *lh_bytes(lua_State *L, int index, size_t *count) {
  return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, count) : NULL;
}

// Pushes nil in place of what a table would give that is none.
static inline int lh_push_nothing(lua_State *L) {
  lua_pushnil(L);
  return LUA_TNIL;
}

// [-1, +1] Pops a key and pushes its value in the table at an index; nil if there is no table.
static inline int lh_raw_get(lua_State *L, int table) {
  if (lua_type(L, table) == LUA_TTABLE) return lua_rawget(L, table);
  lua_settop(L, -2);
  return lh_push_nothing(L);
}

// [-0, +1] Pushes an item of the table at an index; nil if there is no table.
static inline int lh_raw_get_item(lua_State *L, int table, lua_Integer item) {
  return lua_type(L, table) == LUA_TTABLE ? lua_rawgeti(L, table, item) : lh_push_nothing(L);
}

// [-0, +1] Pushes the value of a light userdata in the table at an index; nil if there is no table.
static inline int lh_raw_get_pointer(lua_State *L, int table, const void *key) {
  return lua_type(L, table) == LUA_TTABLE ? lua_rawgetp(L, table, key) : lh_push_nothing(L);
}

// [-2, +0] Pops a value and a key, and sets it in the table at an index. Returns 0 if there is no table, or the key is nil
// or not a number.
static inline int lh_raw_set(lua_State *L, int table) {
  int key = lua_type(L, -2);
  if (lua_type(L, table) == LUA_TTABLE && key != LUA_TNIL && (key != LUA_TNUMBER || lua_rawequal(L, -2, -2))) {
    lua_rawset(L, table);
    return 1;
  }
  lua_settop(L, -3);
  return 0;
}

// [-2, +2] Replaces a key and its value on top, or two nils, by the next pair of the table at an absolute index and returns 1.
// After the last one pops both and returns 0; returns -1 if it cannot go on because the key is no longer in the table.
//
// The pair stays on the stack while the next one is looked for, so that the collector leaves it in a weak table.
static inline int lh_next(lua_State *L, int table) {
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

// [-1, +0] Pops a value and makes it an item of the table at an index. Returns 0 if there is no table.
static inline int lh_raw_set_item(lua_State *L, int table, lua_Integer item) {
  if (lua_type(L, table) == LUA_TTABLE) {
    lua_rawseti(L, table, item);
    return 1;
  }
  lua_settop(L, -2);
  return 0;
}

// [-1, +0] Pops a value and sets it under a light userdata in the table at an index. Returns 0 if there is no table.
static inline int lh_raw_set_pointer(lua_State *L, int table, const void *key) {
  if (lua_type(L, table) == LUA_TTABLE) {
    lua_rawsetp(L, table, key);
    return 1;
  }
  lua_settop(L, -2);
  return 0;
}

// [-1, +0] Pops a table or nil and makes it the metatable of the value at an index. Returns 0 if it is neither.
static inline int lh_set_metatable(lua_State *L, int index) {
  int type = lua_type(L, -1);
  if (type == LUA_TTABLE || type == LUA_TNIL) {
    lua_setmetatable(L, index);
    return 1;
  }
  lua_settop(L, -2);
  return 0;
}

// [-0, +1] Pushes a user value of the userdata at an index; nil if there is none.
static inline int lh_get_user_value(lua_State *L, int index, int number) {
  return lua_type(L, index) == LUA_TUSERDATA ? lua_getiuservalue(L, index, number) : lh_push_nothing(L);
}

// [-1, +0] Pops a value and makes it a user value of the userdata at an index. Returns 0 if there is none.
static inline int lh_set_user_value(lua_State *L, int index, int number) {
  if (lua_type(L, index) == LUA_TUSERDATA) return lua_setiuservalue(L, index, number);
  lua_settop(L, -2);
  return 0;
}

// [-1, +0] Pops a value and keeps it in the registry.
static inline int lh_keep(lua_State *L) { return luaL_ref(L, LUA_REGISTRYINDEX); }

// [-0, +0] Lets go of what lh_keep kept.
static inline void lh_release(lua_State *L, int slot) { luaL_unref(L, LUA_REGISTRYINDEX, slot); }

// [-0, +1] Pushes what lh_keep kept.
static inline void lh_push_kept(lua_State *L, int slot) { lua_rawgeti(L, LUA_REGISTRYINDEX, slot); }

// [-0, +1] Pushes `script:line: ` of the function that runs at a level; "" if it is none of a script.
static inline void lh_push_place(lua_State *L, int level) { luaL_where(L, level); }

// [-0, +1] Pushes `script:line` of where the function at an index is defined; nil if no script defines it.
static inline void lh_push_definition(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TFUNCTION || lua_iscfunction(L, index)) {
    lua_pushnil(L);
    return;
  }
  lua_Debug info;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &info);
  lua_pushfstring(L, "%s:%d", info.short_src, info.linedefined);
}

// [-0, +1] Pushes the name of the chunk that the function at an index comes from; nil if no script defines it.
static inline void lh_push_source(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TFUNCTION || lua_iscfunction(L, index)) {
    lua_pushnil(L);
    return;
  }
  lua_Debug info;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &info);
  lua_pushstring(L, info.source);
}

// [-0, +0] Whether the function that runs was called with a dot, as `object.method(...)`.
static inline int lh_is_called_with_dot(lua_State *L) {
  lua_Debug info;
  return lua_getstack(L, 0, &info) && lua_getinfo(L, "n", &info) && strcmp(info.namewhat, "field") == 0;
}

// [-0, +1] Compiles the text of a chunk and pushes it as a function, or an error message. Returns a status.
static inline int lh_load_buffer(lua_State *L, const char *bytes, size_t count, const char *name, const char *mode) {
  return luaL_loadbufferx(L, bytes, count, name, mode);
}
