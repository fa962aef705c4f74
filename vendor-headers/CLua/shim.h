// What Swift cannot import from Lua's headers by itself: macros, and calls that may raise.
#pragma once
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
