// Hashes of lists, to detect changes of a copy.
#include "internal.h"

static uint64_t lh_mix(uint64_t value) {
  value ^= value >> 33;
  value *= UINT64_C(0xff51afd7ed558ccd);
  value ^= value >> 33;
  value *= UINT64_C(0xc4ceb9fe1a85ec53);
  return value ^ value >> 33;
}

// Hashes the value at an index. Plain tables in the list are hashed by their contents, deeper ones by identity.
static uint64_t lh_value_print(lua_State *L, int index, int depth, int *budget) {
  uint64_t print = (uint64_t)lua_type(L, index) + 1;
  switch (lua_type(L, index)) {
    case LUA_TNIL: return lh_mix(print);
    case LUA_TBOOLEAN: return lh_mix(print << 8 | (uint64_t)lua_toboolean(L, index));
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) return lh_mix(print ^ (uint64_t)lua_tointeger(L, index) << 4);
      lua_Number number = lua_tonumber(L, index);
      uint64_t bits = 0;
      memcpy(&bits, &number, sizeof number < sizeof bits ? sizeof number : sizeof bits);
      return lh_mix(print ^ lh_mix(bits));
    case LUA_TTABLE:
      if (depth > 0 && *budget > 0 && lua_checkstack(L, 3)) {
        uint64_t sum = 0;
        lua_pushvalue(L, index);
        lua_pushnil(L);
        while (lua_next(L, -2)) {
          // Independent of the order, as a rehash may rearrange an unchanged table.
          uint64_t key = lh_value_print(L, -2, 0, budget);
          sum += lh_mix(key * 31 + lh_value_print(L, -1, depth - 1, budget));
          lua_pop(L, 1);
          if (--*budget > 0) continue;
          lua_pop(L, 1);
          break;
        }
        lua_pop(L, 1);
        return lh_mix(print ^ sum);
      }
      // Falls through.
    default: return lh_mix(print ^ (uint64_t)(uintptr_t)lua_topointer(L, index) << 4);
  }
}

uint64_t lh_list_print(lua_State *L, int index) {
  int budget = 10000;
  return lh_value_print(L, lua_absindex(L, index), 2, &budget);
}
