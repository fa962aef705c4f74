#include "lua_reference.h"
#include "lauxlib.h"
#include "lualib.h"
#include <stdio.h>

static int failed(lua_State *L) {
  fprintf(stderr, "%s\n", lua_tostring(L, -1));
  lua_settop(L, 0);
  return -1;
}

lua_State *reference_lua_open(const char *script) {
  lua_State *L = luaL_newstate();
  if (!L) return NULL;
  luaL_openlibs(L);
  if (luaL_dostring(L, script) == LUA_OK) return L;
  failed(L);
  lua_close(L);
  return NULL;
}

int reference_lua_call(lua_State *L, const char *function) {
  lua_getglobal(L, function);
  return lua_pcall(L, 0, 0, 0) == LUA_OK ? 0 : failed(L);
}

void reference_lua_close(lua_State *L) { lua_close(L); }
