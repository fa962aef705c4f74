// The reference of saving and restoring trees: a script in a Lua state of its own.
#pragma once

typedef struct lua_State lua_State;

// Opens a state with all libraries and runs a script. Returns NULL if it fails, with the reason on standard error.
lua_State *reference_lua_open(const char *script);

// Calls a global function. Returns 0, or -1 if it fails, with the reason on standard error.
int reference_lua_call(lua_State *L, const char *function);

void reference_lua_close(lua_State *L);
