// require: reports modules before they are searched for, and rejects circular requirements.
#include "internal.h"

// Returns the name passed to the call of `require` at a stack level, or NULL for another function. Pushes the name.
static const char *lh_required_at(lua_State *L, int level, lua_Debug *call) {
  if (!lua_getstack(L, level, call) || !lua_getinfo(L, "f", call)) return NULL;
  int is_require = lua_tocfunction(L, -1) == lh_require;
  lua_pop(L, 1);
  if (!is_require || !lua_getlocal(L, call, 1)) return NULL;
  if (lua_type(L, -1) == LUA_TSTRING) return lua_tostring(L, -1);
  lua_pop(L, 1);
  return NULL;
}

int lh_require(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, 2, name);
  if (lua_toboolean(L, 3)) return 1;
  lua_settop(L, 1);
  lua_Debug call;
  lua_pushstring(L, name);
  for (int level = 1; lua_getstack(L, level, &call); level++) {
    const char *outer = lh_required_at(L, level, &call);
    if (!outer) continue;
    lua_pushfstring(L, "%s > %s", outer, lua_tostring(L, 2));
    lua_replace(L, 2);
    if (strcmp(outer, name) == 0) return luaL_error(L, "module '%s' requires itself: %s", name, lua_tostring(L, 2));
    lua_pop(L, 1);
  }
  lua_settop(L, 1);
  if (lh_get_context(L)->worker) lh_worker_report(L, LH_REQUIRES, name);
  else LH_REPORT(L, lh_swift_requires(L, name));
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_call(L, 1, LUA_MULTRET);
  // A C module cannot be loaded again, and a preloaded one has no file.
  const char *path = lua_type(L, 3) == LUA_TSTRING ? lua_tostring(L, 3) : "", *suffix = strrchr(path, '.');
  if (suffix && strcmp(suffix, ".lua") == 0) lh_report_file(L, path);
  // A C module may start processes.
  if (suffix && strcmp(suffix, ".so") == 0) lh_report_start(L);
  return lua_gettop(L) - 1;
}
