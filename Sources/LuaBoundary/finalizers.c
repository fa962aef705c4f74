// Makes finalizers of scripts' tables run under the limits, and never while Swift runs.
//
// Lua calls `__gc` when an object is garbage, without hooks, from any allocation. So Lua never learns that a script's
// table has a finalizer: a sentinel has one, which dies with the table and resurrects it. The sentinel then calls the
// current `__gc` in a coroutine, where hooks apply; while Swift runs, it waits for the next cycle.
#include "internal.h"
#include <limits.h>

// Runs a script's finalizer (upvalue 1). Lua runs finalizers without hooks, so it runs in its own coroutine, where the
// time limit applies. It does not run while the app is being killed.
static int lh_finalize(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (context->expired == LH_KILLED) return 0;
  lua_settop(L, 1);
  int is_outermost = context->begun == 0;
  if (is_outermost) lh_begin_call(context);
  lua_State *thread = lua_newthread(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_xmove(L, thread, 2);
  int results = 0;
  int status = lua_resume(thread, L, 1, &results);
  if (is_outermost) lh_end_call(context);
  if (status == LUA_OK || status == LUA_YIELD) return 0;
  lua_xmove(thread, L, 1);
  return lua_error(L);
}

// Calls the finalizer (upvalue 1) so that no yield can cross the call, as in Lua.
static int lh_call_finalizer(lua_State *L) {
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 0);
  return 0;
}

int lh_get_info(lua_State *L) {
  lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  int first = lua_isthread(L, 1) + 1;
  int is_level = lua_type(L, first) == LUA_TNUMBER;
  // Runs in the frame of the function that it replaces, so that stack levels are the same.
  lua_Integer level = is_level ? lua_tointeger(L, first) : -1;
  int has_name = is_level && (lua_isnoneornil(L, first + 1) || strchr(luaL_checkstring(L, first + 1), 'n'));
  int count = lua_tocfunction(L, lua_upvalueindex(1))(L);
  lua_Debug caller;
  if (!has_name || level < 0 || level >= INT_MAX || lua_type(L, -1) != LUA_TTABLE) return count;
  if (!lua_getstack(thread, (int)level + 1, &caller) || !lua_checkstack(thread, 1)) return count;
  lua_getinfo(thread, "f", &caller);
  int is_finalizer = lua_tocfunction(thread, -1) == lh_call_finalizer;
  lua_pop(thread, 1);
  if (!is_finalizer) return count;
  lua_pushliteral(L, "__gc");
  lua_setfield(L, -2, "name");
  lua_pushliteral(L, "metamethod");
  lua_setfield(L, -2, "namewhat");
  return count;
}

// Runs a finalizer (upvalue 1) under the limits; while Swift runs, the object at 1 waits for the next cycle.
static int lh_limited_gc(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (context->enforcing || context->expired == LH_KILLED) return lh_finalize(L);
  // Setting the metatable again re-arms the finalizer (Lua manual, section 2.5.3).
  if (lua_checkstack(L, LH_ROOM) && lua_getmetatable(L, 1)) lua_setmetatable(L, 1);
  return 0;
}

// The `__gc` of sentinels.
static int lh_sentinel_gc(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (context->expired == LH_KILLED) return 0;
  if (lua_type(L, 1) != LUA_TUSERDATA || !lua_checkstack(L, LH_ROOM)) return 0;
  if (!context->enforcing) {
    if (lua_getmetatable(L, 1)) lua_setmetatable(L, 1);
    return 0;
  }
  lua_settop(L, 1);
  if (lua_getiuservalue(L, 1, 1) != LUA_TTABLE) return 0;
  lua_pushnil(L);
  lua_setiuservalue(L, 1, 1);
  // The key exists, so nothing is allocated. A metatable set from now on marks the table again.
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, LH_SENTINELS) == LUA_TTABLE) {
    lua_pushvalue(L, 2);
    lua_pushnil(L);
    lua_rawset(L, -3);
  }
  lua_settop(L, 2);
  if (!lua_getmetatable(L, 2)) return 0;
  // Allocations for starting the finalizer are not refused; its own are.
  context->enforcing = 0;
  lua_pushliteral(L, "__gc");
  int type = lua_rawget(L, 3);
  if (type != LUA_TNIL) {
    lua_pushcclosure(L, lh_call_finalizer, 1);
    lua_pushcclosure(L, lh_finalize, 1);
  }
  context->enforcing = 1;
  if (type == LUA_TNIL) return 0;
  lua_pushvalue(L, 2);
  lua_call(L, 1, 0);
  return 0;
}

// Replaces setmetatable and debug.setmetatable. Upvalues: Lua's own function, and whether it respects `__metatable`.
static int lh_guarded_setmetatable(lua_State *L) {
  lua_CFunction original = lua_tocfunction(L, lua_upvalueindex(1));
  int type = lua_type(L, 1);
  if ((type != LUA_TTABLE && type != LUA_TUSERDATA) || lua_type(L, 2) != LUA_TTABLE) return original(L);
  lua_settop(L, 2);
  lua_pushliteral(L, "__gc");
  if (lua_rawget(L, 2) == LUA_TNIL) {
    lua_settop(L, 2);
    return original(L);
  }
  if (type == LUA_TUSERDATA) {
    // A C library may have marked the object already. Its new finalizer gets a separate guard.
    lua_CFunction function = lua_tocfunction(L, 3);
    if (function != lh_limited_gc && function != lh_collect) {
      lua_pushcclosure(L, lh_call_finalizer, 1);
      lua_pushcclosure(L, lh_limited_gc, 1);
      lua_pushliteral(L, "__gc");
      lua_insert(L, -2);
      lua_rawset(L, 2);
    }
    lua_settop(L, 2);
    return original(L);
  }
  if (lua_toboolean(L, lua_upvalueindex(2)) && luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    lua_settop(L, 2);
    return original(L);
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, LH_SENTINELS);
  if (lua_type(L, 4) != LUA_TTABLE) return luaL_error(L, "the registry does not contain the host's tables");
  lua_pushvalue(L, 1);
  if (lua_rawget(L, 4) == LUA_TNIL) {
    lua_newuserdatauv(L, 0, 1);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, 1);
    lua_pushvalue(L, -2);
    lua_rawset(L, 4);
    // Armed last, after everything that can fail.
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, LH_SENTINEL) == LUA_TTABLE) lua_setmetatable(L, -2);
  }
  // Lua marks an object for finalization if the metatable has the field when it is set. Nothing between hiding and
  // restoring the field can raise.
  lua_pushliteral(L, "__gc");
  lua_pushvalue(L, 3);
  lua_pushvalue(L, 2);
  lua_pushliteral(L, "__gc");
  lua_pushnil(L);
  lua_rawset(L, 2);
  lua_setmetatable(L, 1);
  lua_rawset(L, 2);
  lua_settop(L, 1);
  return 1;
}

void lh_guard_setmetatable(lua_State *L, int minds_protection) {
  lua_pushboolean(L, minds_protection);
  lua_pushcclosure(L, lh_guarded_setmetatable, 2);
}

void lh_begin_finalizers(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, LH_SENTINELS);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, lh_sentinel_gc);
  lua_setfield(L, -2, "__gc");
  lua_rawsetp(L, LUA_REGISTRYINDEX, LH_SENTINEL);
}

int lh_do_gc(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}
