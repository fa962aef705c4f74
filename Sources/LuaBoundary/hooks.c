// debug.sethook and debug.gethook. A thread has one hook, which the host uses for the time limit; the host's hook calls
// the script's.
#include "internal.h"

// The registry table of hooks set by scripts, under Lua's own key, by thread: a userdata with the function as its user
// value.
#define LH_SCRIPT_HOOKS "_HOOKKEY"

typedef struct lh_script_hook {
  int mask, count; // as given by the script
  int step, passed; // instructions per count event, and instructions since the script's hook was last called
} lh_script_hook;

// Pushes the hook that a script set for a thread, or nil.
static lh_script_hook *lh_push_script_hook(lua_State *L, lua_State *thread) {
  lua_getfield(L, LUA_REGISTRYINDEX, LH_SCRIPT_HOOKS);
  if (lua_type(L, -1) != LUA_TTABLE) return NULL;
  lua_pushthread(thread);
  if (thread != L) lua_xmove(thread, L, 1);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  return lua_touserdata(L, -1);
}

static void lh_run_hooks(lua_State *L, lua_Debug *event) {
  if (event->event == LUA_HOOKCOUNT || event->event == LUA_HOOKLINE || event->event == LUA_HOOKRET) lh_hook(L, event);
  if (lh_get_context(L)->expired) return;
  lh_script_hook *own = lh_push_script_hook(L, L);
  int wanted = event->event == LUA_HOOKTAILCALL ? LUA_MASKCALL : 1 << event->event;
  if (!own || !((own->mask | LUA_MASKCOUNT) & wanted)) {
    lua_pop(L, 1);
    return;
  }
  if (event->event == LUA_HOOKCOUNT) {
    own->passed += own->step;
    if (!own->count || own->passed < own->count) {
      lua_pop(L, 1);
      return;
    }
    own->passed = 0;
  }
  static const char *const names[] = {"call", "return", "line", "count", "tail call"};
  lua_getiuservalue(L, -1, 1);
  lua_remove(L, -2);
  lua_pushstring(L, names[event->event]);
  if (event->currentline >= 0) lua_pushinteger(L, event->currentline); else lua_pushnil(L);
  lua_call(L, 2, 0);
}

int lh_set_hook(lua_State *L) {
  // The count of the hook restarts.
  lh_check(L);
  int first = lua_isthread(L, 1);
  lua_State *thread = first ? lua_tothread(L, 1) : L;
  if (lua_isnoneornil(L, first + 1)) {
    lua_settop(L, first + 1);
    lua_pushnil(L);
    lh_arm_hook(thread);
  } else {
    luaL_checktype(L, first + 1, LUA_TFUNCTION);
    const char *events = luaL_checkstring(L, first + 2);
    int count = (int)luaL_optinteger(L, first + 3, 0);
    lua_settop(L, first + 1);
    lh_script_hook *own = lua_newuserdatauv(L, sizeof(lh_script_hook), 1);
    own->mask = (strchr(events, 'c') ? LUA_MASKCALL : 0) | (strchr(events, 'r') ? LUA_MASKRET : 0)
      | (strchr(events, 'l') ? LUA_MASKLINE : 0);
    own->count = count > 0 ? count : 0;
    own->step = own->count ? own->count / ((own->count - 1) / LH_HOOK_COUNT + 1) : LH_HOOK_COUNT;
    own->passed = 0;
    lua_pushvalue(L, first + 1);
    lua_setiuservalue(L, -2, 1);
    lua_sethook(thread, lh_run_hooks, own->mask | LUA_MASKCOUNT | lh_line_mask(L), own->step);
  }
  if (!luaL_getsubtable(L, LUA_REGISTRYINDEX, LH_SCRIPT_HOOKS)) {
    lua_pushvalue(L, -1);
    lua_setmetatable(L, -2);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
  }
  luaL_checkstack(thread, 1, "stack overflow");
  lua_pushthread(thread);
  if (thread != L) lua_xmove(thread, L, 1);
  lua_pushvalue(L, -3);
  lua_rawset(L, -3);
  return 0;
}

int lh_get_hook(lua_State *L) {
  lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  luaL_checkstack(thread, 1, "stack overflow");
  lh_script_hook *own = lh_push_script_hook(L, thread);
  if (!own) {
    lua_pushnil(L);
    return 1;
  }
  char events[4], *end = events;
  if (own->mask & LUA_MASKCALL) *end++ = 'c';
  if (own->mask & LUA_MASKRET) *end++ = 'r';
  if (own->mask & LUA_MASKLINE) *end++ = 'l';
  lua_getiuservalue(L, -1, 1);
  lua_pushlstring(L, events, (size_t)(end - events));
  lua_pushinteger(L, own->count);
  return 3;
}
