#include "reference.h"
#include "lauxlib.h"
#include <string.h>

typedef struct { lua_Integer value; } object;

static const char *const name = "reference.object";

static int add(lua_State *L) {
  lua_pushinteger(L, luaL_checkinteger(L, 1) + luaL_checkinteger(L, 2));
  return 1;
}

static int get(lua_State *L) {
  object *self = luaL_checkudata(L, 1, name);
  lua_pushinteger(L, self->value);
  return 1;
}

static int read_property(lua_State *L) {
  object *self = luaL_checkudata(L, 1, name);
  const char *key = luaL_checkstring(L, 2);
  if (strcmp(key, "value") == 0) {
    lua_pushinteger(L, self->value);
    return 1;
  }
  lua_getmetatable(L, 1);
  lua_pushvalue(L, 2);
  lua_rawget(L, -2);
  return 1;
}

static int write_property(lua_State *L) {
  object *self = luaL_checkudata(L, 1, name);
  const char *key = luaL_checkstring(L, 2);
  if (strcmp(key, "value") != 0) return luaL_error(L, "no property %s", key);
  self->value = luaL_checkinteger(L, 3);
  return 0;
}

static int new_object(lua_State *L) {
  object *self = lua_newuserdatauv(L, sizeof *self, 0);
  self->value = 0;
  luaL_setmetatable(L, name);
  return 1;
}

int reference_open(lua_State *L) {
  luaL_newmetatable(L, name);
  lua_pushcfunction(L, read_property);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, write_property);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, get);
  lua_setfield(L, -2, "get");
  lua_pop(L, 1);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, add);
  lua_setfield(L, -2, "add");
  lua_pushcfunction(L, new_object);
  lua_setfield(L, -2, "new");
  return 1;
}

void reference_call(lua_State *L, long count) {
  for (long i = 0; i < count; i++) {
    lua_pushvalue(L, -1);
    lua_pushinteger(L, i);
    lua_pushinteger(L, 2);
    if (lua_pcall(L, 2, 1, 0) != LUA_OK) lua_pop(L, 1);
    else lua_pop(L, 1);
  }
}
