// Calls a function of the host before each line of a script and at each return of a function, on all threads. The thread's
// one hook, which the host uses for the time limit, calls it.
#include "internal.h"

void lh_set_line_observer(lua_State *L) {
  lua_rawsetp(L, LUA_REGISTRYINDEX, LH_LINE_OBSERVER);
  lh_get_context(L)->has_line_observer = 1;
  // Coroutines have the hook of the thread that creates them.
  lh_arm_hook(L);
}

void lh_push_debug_opener(lua_State *L) { lua_pushcfunction(L, luaopen_debug); }

int lh_line_mask(lua_State *L) { return lh_get_context(L)->has_line_observer ? LUA_MASKLINE | LUA_MASKRET : 0; }

void lh_observe_line(lua_State *L, lua_Debug *event) {
  lh_context *context = lh_get_context(L);
  if (!context->observes_lines || !lua_checkstack(L, LUA_MINSTACK)) return;
  // The time and the memory are not the script's.
  lh_paused paused = lh_pause(context);
  int enforcing = context->enforcing;
  context->enforcing = 0;
  lua_rawgetp(L, LUA_REGISTRYINDEX, LH_LINE_OBSERVER);
  lua_pushboolean(L, event->event == LUA_HOOKLINE);
  if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_toboolean(L, -1)) context->observes_lines = 0;
  lua_pop(L, 1);
  context->enforcing = enforcing;
  lh_go_on(context, paused);
}
