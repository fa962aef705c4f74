// Entering and leaving scripts: new states, protected calls, coroutines, and Swift functions called by scripts.
#include "internal.h"

// The number of values for which a stack always has room. Lua 5.4.4 uses freed memory if the stack grows in a metamethod of a
// concatenation of three or more values, `a .. b .. c`. The room that the outermost frame asks for is kept when the collector
// shrinks the stack.
#define LH_SPARE_ROOM 1000
#define LH_SPARE_ROOM_OF_TASK 200

// The index of the message handler at the bottom of the main thread's stack, for calls from outside. Pushing one for each call
// would cost as much as a short call.
#define LH_HANDLER 1

static int lh_traceback(lua_State *L);

lua_State *lh_push_task(lua_State *L) {
  lua_State *thread = lua_newthread(L);
  lua_checkstack(thread, LH_SPARE_ROOM_OF_TASK);
  *(uintptr_t *)lua_getextraspace(thread) |= LH_TASK;
  return thread;
}

static int lh_do_open(lua_State *L) {
  luaL_openlibs(L);
  return lh_install_library(L);
}

lua_State *lh_new_state(lh_context *context) {
  lua_State *L = lua_newstate(lh_allocate, context);
  if (!L) return NULL;
  lh_prepare_limits(context);
  *(uintptr_t *)lua_getextraspace(L) = (uintptr_t)context;
  lua_setwarnf(L, lh_warn, context);
  lua_pushcfunction(L, lh_do_open);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) {
    lua_close(L);
    return NULL;
  }
  lua_checkstack(L, LH_SPARE_ROOM);
  if (!context->worker) {
    lua_pushcfunction(L, lh_traceback);
    context->main = L;
  }
  lh_arm_hook(L);
  context->is_open = 1;
  return L;
}

// Continues a task. Swift has pushed whether the wait succeeded, and the results or an error value.
static int lh_end_wait(lua_State *L, int status, lua_KContext unused) {
  (void)status, (void)unused;
  if (lua_toboolean(L, 1)) return lua_gettop(L) - 1;
  lua_settop(L, 2);
  return lua_error(L);
}

int lh_leave(lua_State *L, int count) {
  if (count != LH_WAITS) return lua_error(L);
  lua_settop(L, 0);
  lua_pushlightuserdata(L, LH_WAIT);
  return lua_yieldk(L, 1, 0, lh_end_wait);
}

int lh_call(lua_State *L) {
  void *function = lua_touserdata(L, lua_upvalueindex(1));
  LH_ENTER(lh_swift_call(L, function))
}

// The number of levels of a stack that is as deep as after an endless recursion, and of the levels of its traceback. The
// levels below are reached through all above, each from the top again.
#define LH_DEEP 2000
#define LH_TRACED_LEVELS 22

void lh_trace(lua_State *L, lua_State *thread, int level) {
  lua_Debug info;
  if (!lua_getstack(thread, level + LH_DEEP, &info)) {
    luaL_traceback(L, thread, NULL, level);
    return;
  }
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  luaL_addstring(&text, "stack traceback:");
  for (int end = level + LH_TRACED_LEVELS; level < end && lua_getstack(thread, level, &info); level++) {
    lua_getinfo(thread, "Sln", &info);
    if (info.currentline > 0) lua_pushfstring(L, "\n\t%s:%d: in ", info.short_src, info.currentline);
    else lua_pushfstring(L, "\n\t%s: in ", info.short_src);
    luaL_addvalue(&text);
    if (*info.namewhat) lua_pushfstring(L, "%s '%s'", info.namewhat, info.name);
    else if (*info.what == 'm') lua_pushliteral(L, "main chunk");
    else lua_pushfstring(L, "function <%s:%d>", info.short_src, info.linedefined);
    luaL_addvalue(&text);
  }
  luaL_addstring(&text, "\n\t...\t(more than 2000 levels)");
  luaL_pushresult(&text);
}

// The message handler: keeps the error value unchanged and stores the traceback in the registry.
static int lh_traceback(lua_State *L) {
  if (!lh_get_context(L)->is_traced) {
    lh_trace(L, L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, LH_TRACEBACK);
  }
  lua_settop(L, 1);
  return 1;
}

// The state to restore when script code has run.
typedef struct lh_entry {
  int enforcing, is_outermost;
  lua_State *task;
} lh_entry;

// Starts running script code under the limits, which count from here.
static inline void lh_begin_outermost(lh_context *context) {
  context->enforcing = 1;
  context->refusals = 0;
  lh_begin_call(context);
}

static inline void lh_end_outermost(lh_context *context, lua_State *L) {
  context->enforcing = 0;
  context->ended = lh_end_call(context);
  if (context->ended && context->ended != LH_KILLED) lh_arm_hook(L);
}

// Starts running script code under the limits. The time is that of the outermost entry.
static lh_entry lh_enter_script(lh_context *context, lua_State *task) {
  lh_entry entry = {context->enforcing, context->begun == 0, context->task};
  if (entry.is_outermost) lh_begin_outermost(context);
  context->enforcing = 1;
  context->task = task;
  return entry;
}

static void lh_leave_script(lh_context *context, lh_entry entry, lua_State *L) {
  if (entry.is_outermost) lh_end_outermost(context, L);
  else context->ended = context->expired;
  context->enforcing = entry.enforcing;
  context->task = entry.task;
}

// Replaces the results of a stopped script, from an index on, by an error. The script has caught the error of the limit with
// its last instruction.
static int lh_fail_stopped(lua_State *L, int function) {
  lua_settop(L, function - 1);
  lua_pushnil(L);
  return LUA_ERRRUN;
}

// A call within another one, on a coroutine or in a worker. It has a message handler of its own, below the function.
static int lh_inner_call(lua_State *L, lh_context *context, int arguments, int results) {
  int handler = lua_gettop(L) - arguments;
  if (!lua_checkstack(L, LUA_MINSTACK)) {
    lua_settop(L, handler - 1);
    context->ended = context->expired;
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, LH_TRACEBACK);
    lua_pushliteral(L, "stack overflow");
    return LUA_ERRRUN;
  }
  lua_pushcfunction(L, lh_traceback);
  lua_insert(L, handler);
  lh_entry entry = lh_enter_script(context, NULL);
  int status = lua_pcall(L, arguments, results, handler);
  lh_leave_script(context, entry, L);
  if (status == LUA_OK && context->ended) status = lh_fail_stopped(L, handler + 1);
  lua_remove(L, handler);
  return status;
}

int lh_protected_call(lua_State *L, int arguments, int results) {
  lh_context *context = lh_get_context(L);
  if (L != context->main || context->begun) return lh_inner_call(L, context, arguments, results);
  int function = lua_gettop(L) - arguments;
  lh_begin_outermost(context);
  int status = lua_pcall(L, arguments, results, LH_HANDLER);
  lh_end_outermost(context, L);
  return status == LUA_OK && context->ended ? lh_fail_stopped(L, function) : status;
}

int lh_resume(lua_State *thread, lua_State *from, int arguments, int *results) {
  lh_context *context = lh_get_context(thread);
  lh_entry entry = lh_enter_script(context, thread);
  int status = lua_resume(thread, from, arguments, results);
  lh_leave_script(context, entry, from);
  if ((status == LUA_OK || status == LUA_YIELD) && context->ended) {
    lua_pushnil(thread);
    status = LUA_ERRRUN;
  }
  return status;
}

int lh_close_coroutine(lua_State *thread, lua_State *from) {
  lh_context *context = lh_get_context(thread);
  if (context->expired) return lua_status(thread) == LUA_YIELD ? LUA_OK : lua_status(thread);
  lh_entry entry = lh_enter_script(context, NULL);
  int status = lua_resetthread(thread);
  lh_leave_script(context, entry, from);
  return status;
}

int lh_has_waited(lua_State *thread, int count) { return count == 1 && lua_touserdata(thread, -1) == LH_WAIT; }

void lh_push_traceback(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, LH_TRACEBACK); }

static int lh_do_traceback(lua_State *L) {
  lh_trace(L, lua_touserdata(L, 1), 0);
  return 1;
}

void lh_push_thread_traceback(lua_State *L, lua_State *thread) {
  lua_pushcfunction(L, lh_do_traceback);
  lua_pushlightuserdata(L, thread);
  lua_pcall(L, 1, 1, 0);
}

int lh_do_tostring(lua_State *L) { luaL_tolstring(L, 1, NULL); return 1; }
int lh_do_gettable(lua_State *L) { lua_settop(L, 2); lua_gettable(L, 1); return 1; }
int lh_do_settable(lua_State *L) { lua_settop(L, 3); lua_settable(L, 1); return 0; }
