// The reference of the benchmarks: the same work in plain C, with the Lua library's own checks.
#pragma once
#include "counting.h"
#include "lua_reference.h"
#include "sqlite_reference.h"
#include "terminal.h"
#include "tree_reference.h"
#include "lua.h"

// Opens a table with `add(a, b)`, `new()` and a userdata class with a property `value` and a method `get()`.
int reference_open(lua_State *L);

// Calls the function on top of the stack this many times with two integers, and leaves it there.
void reference_call(lua_State *L, long count);
