// luv, the binding of libuv for Lua. It is opened when a script requires it and never linked. The host runs its loop,
// and its callbacks are called like all others.
//
// By default, luv terminates the process when a callback fails, and keeps the thread that required it; both are changed
// before it is opened.
#include "internal.h"
#include <dlfcn.h>

const char *lh_luv_load(lh_luv *luv, const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return dlerror();
  const struct { const char *name; void *target; int is_optional; } symbols[] = {
      {"luaopen_luv", &luv->open, 0}, {"luv_set_loop", &luv->set_loop, 0}, {"luv_set_callback", &luv->set_callback, 0},
      {"luv_set_thread", &luv->set_thread, 1}, {"luv_set_thread_cb", &luv->set_thread_cb, 1},
      {"luv_set_cthread", &luv->set_cthread, 1},
      {"uv_loop_size", &luv->loop_size, 0}, {"uv_loop_init", &luv->loop_init, 0}, {"uv_loop_close", &luv->loop_close, 0},
      {"uv_run", &luv->run, 0}, {"uv_backend_fd", &luv->backend_fd, 0},
      {"uv_backend_timeout", &luv->backend_timeout, 0}, {"uv_loop_alive", &luv->loop_alive, 0},
      {"uv_is_closing", &luv->is_closing, 0}, {"uv_update_time", &luv->update_time, 0}, {"uv_close", &luv->close, 0},
      {"uv_walk", &luv->walk, 0},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(library, symbols[i].name);
    if (!symbol && !symbols[i].is_optional) return symbols[i].name;
    memcpy(symbols[i].target, &symbol, sizeof symbol);
  }
  luv->loop = malloc(luv->loop_size());
  if (luv->loop && luv->loop_init(luv->loop) == 0) return NULL;
  free(luv->loop);
  luv->loop = NULL;
  return "uv_loop_init failed";
}

// Calls a callback as specified by luv.h: takes the function and its arguments, leaves the results and returns their
// count, or leaves nothing and returns a negative status. Never raises.
static int lh_luv_call(lua_State *L, int arguments, int results, int flags) {
  (void)flags;
  lh_context *context = lh_get_context(L);
  int base = lua_gettop(L) - arguments - 1;
  if (context->is_luv_ending || !lua_checkstack(L, LH_ROOM)) {
    lua_settop(L, base);
    return -LUA_ERRRUN;
  }
  int status = lh_protected_call(L, arguments, results);
  if (status == LUA_OK) return lua_gettop(L) - base;
  LH_REPORT(L, lh_swift_failed(L, status));
  lua_settop(L, base);
  return -status;
}

// The same in a thread of luv, which has its own Lua state, without the host's functions.
static int lh_luv_call_in_thread(lua_State *L, int arguments, int results, int flags) {
  (void)flags;
  int base = lua_gettop(L) - arguments - 1, status = lua_pcall(L, arguments, results, 0);
  if (status == LUA_OK) return lua_gettop(L) - base;
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, -1);
  fprintf(stderr, "error in a thread of luv: %s\n", message);
  lua_settop(L, base);
  return -status;
}

// Calls a C function with a pointer in a thread of luv's pool, as specified by luv.h.
static int lh_luv_call_c_in_thread(lua_State *L, lua_CFunction function, void *data, int flags) {
  lua_pushcfunction(L, function);
  lua_pushlightuserdata(L, data);
  return lh_luv_call_in_thread(L, 1, 0, flags);
}

static void lh_luv_set_threads(lua_State *L, const lh_luv *luv) {
  luv->set_thread(L, lh_luv_call_in_thread);
  luv->set_cthread(L, lh_luv_call_c_in_thread);
}

// The instance from which luv's threads get their states.
static lh_luv lh_luv_of_threads;

static lua_State *lh_luv_acquire(void) {
  lua_State *L = luaL_newstate();
  if (!L) return NULL;
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, lh_luv_of_threads.open);
  lua_setfield(L, -2, "luv");
  lua_pop(L, 1);
  lh_luv_set_threads(L, &lh_luv_of_threads);
  return L;
}

static void lh_luv_release(lua_State *L) { lua_close(L); }

// luv.run. Upvalue 1: the lh_luv. The host runs the loop.
static int lh_luv_run(lua_State *L) {
  lh_luv *luv = lua_touserdata(L, lua_upvalueindex(1));
  lua_pushboolean(L, luv->loop && luv->loop_alive(luv->loop));
  return 1;
}

// luv.spawn. Upvalue 1: luv's own function, which returns a handle and the process number.
static int lh_luv_spawn(lua_State *L) {
  lh_report_start(L);
  int results = lua_tocfunction(L, lua_upvalueindex(1))(L);
  if (results == 2 && lua_isinteger(L, -1)) lh_report_child(L, (pid_t)lua_tointeger(L, -1));
  return results;
}

// luv.loop_close.
static int lh_luv_loop_close(lua_State *L) {
  return luaL_error(L, "loop_close: the host runs luv's loop, and closes it when the app exits");
}

int lh_do_open_luv(lua_State *L) {
  lh_luv *luv = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  lua_State *main = lua_tothread(L, -1);
  if (!main || !lua_checkstack(main, LUA_MINSTACK)) return luaL_error(L, "stack overflow");
  luv->set_loop(main, luv->loop);
  luv->set_callback(main, lh_luv_call);
  if (luv->set_thread && luv->set_cthread && luv->set_thread_cb) {
    lh_luv_set_threads(main, luv);
    lh_luv_of_threads = *luv;
    luv->set_thread_cb(lh_luv_acquire, lh_luv_release);
  }
  lua_settop(L, 1);
  luv->open(L);
  lua_pushlightuserdata(L, luv);
  lua_pushcclosure(L, lh_luv_run, 1);
  lua_setfield(L, -2, "run");
  lua_getfield(L, -1, "spawn");
  lua_pushcclosure(L, lh_luv_spawn, 1);
  lua_setfield(L, -2, "spawn");
  lua_pushcfunction(L, lh_luv_loop_close);
  lua_setfield(L, -2, "loop_close");
  return 1;
}

static void lh_luv_close_handle(void *handle, void *luv) {
  if (!((lh_luv *)luv)->is_closing(handle)) ((lh_luv *)luv)->close(handle, NULL);
}

int lh_luv_end(lh_luv *luv, lh_context *context, uint64_t most) {
  context->is_luv_ending = 1;
  uint64_t start = lh_now();
  // A run of the loop removes handles that failed to start.
  luv->run(luv->loop, LH_RUN_NOWAIT);
  luv->walk(luv->loop, lh_luv_close_handle, luv);
  while (luv->loop_close(luv->loop) != 0) {
    luv->run(luv->loop, LH_RUN_NOWAIT);
    if (lh_now() - start > most) return 0;
    struct timespec pause = {0, 500000};
    if (luv->loop_alive(luv->loop)) nanosleep(&pause, NULL);
  }
  return 1;
}
