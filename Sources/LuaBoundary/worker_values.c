// Values of the host's classes in a worker.
//
// `worker.lua` represents them by tables; the registry maps their metatables to their kinds, and the kinds to functions that
// create them.
#include "workers.h"

int lh_worker_push_contents(lua_State *L, int index) {
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  if (lua_type(L, index) != LUA_TTABLE) {
    lua_pushfstring(L, "a %s cannot be passed between an app and a worker; booleans, numbers, strings, tables, ui.Data and ui.Date can be",
      luaL_typename(L, index));
    return 0;
  }
  if (!lua_getmetatable(L, index)) return 0;
  lua_rawgetp(L, LUA_REGISTRYINDEX, LH_KINDS);
  lua_insert(L, -2);
  if (lua_rawget(L, -2) != LUA_TNUMBER) {
    lua_pop(L, 2);
    return 0;
  }
  lua_replace(L, -2);
  lua_rawgeti(L, index, 1);
  if (lua_type(L, -1) == LUA_TSTRING) return 1;
  lua_pop(L, 2);
  return 0;
}

void lh_worker_push_value(lua_State *L, int kind) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, LH_KINDS);
  lua_rawgeti(L, -1, kind);
  lua_replace(L, -2);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
}
