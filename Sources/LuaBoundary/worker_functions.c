// The functions that scripts call in a worker.
#include "workers.h"

int lh_worker_print(lua_State *L) {
  size_t length;
  const char *line = lua_tolstring(L, 1, &length);
  if (line) lh_post_text(L, LH_PRINTED, line, length);
  return 0;
}

// os.exit
int lh_worker_exit(lua_State *L) {
  lua_Integer code = lua_isnoneornil(L, 1)   ? 0
                     : lua_isboolean(L, 1)   ? !lua_toboolean(L, 1)
                     : lua_isinteger(L, 1) ? lua_tointeger(L, 1)
                                             : 1;
  lua_pushfstring(L, "%d", (int)code);
  lh_worker_report(L, LH_EXITS, lua_tostring(L, -1));
  lh_worker_cancel(lh_get_context(L)->worker);
  lh_check(L);
  return 0;
}

lh_message *lh_worker_write(lua_State *L, int kind, const char *action, const char *root, int first) {
  lh_worker *worker = lh_get_context(L)->worker;
  int count = lua_gettop(L) - first + 1;
  if (!lua_checkstack(L, count + LUA_MINSTACK)) {
    lua_pushliteral(L, "stack overflow");
    return NULL;
  }
  lua_pushcfunction(L, lh_do_write);
  lua_pushnil(L);
  lua_pushstring(L, action);
  lua_pushstring(L, root);
  for (int i = 0; i < count; i++) lua_pushvalue(L, first + i);
  // Last, as a memory error would leave it behind.
  lh_message *message = lh_message_new(worker->workers, kind);
  lua_pushlightuserdata(L, message);
  lua_replace(L, -4 - count);
  if (lua_pcall(L, 3 + count, 0, 0) == LUA_OK) return message;
  lh_message_free(message);
  return NULL;
}

// worker.send(value)
static int lh_worker_send_value(lua_State *L) {
  lua_settop(L, 1);
  lh_message *message = lh_worker_write(L, LH_SENT, "send", "the value", 1);
  if (!message) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    if (lua_type(L, -1) == LUA_TSTRING) lua_concat(L, 2);
    return lua_error(L);
  }
  lh_post(lh_get_context(L)->worker, message);
  lh_check(L);
  return 0;
}

// worker.progress(fraction)
static int lh_worker_set_progress(lua_State *L) {
  lua_Number progress = luaL_checknumber(L, 1);
  luaL_argcheck(L, progress == progress, 1, "expected a number, got NaN");
  lh_worker *worker = lh_get_context(L)->worker;
  pthread_mutex_lock(&worker->lock);
  int is_first = !worker->has_progress;
  worker->progress = progress < 0 ? 0 : progress > 1 ? 1 : progress;
  worker->has_progress = 1;
  pthread_mutex_unlock(&worker->lock);
  if (is_first) lh_workers_remind(worker->workers);
  lh_check(L);
  return 0;
}

// worker.receive(seconds)
static int lh_worker_receive(lua_State *L) {
  int is_limited = !lua_isnoneornil(L, 1);
  lua_Number seconds = is_limited ? luaL_checknumber(L, 1) : 0;
  luaL_argcheck(L, seconds >= 0, 1, "expected a number of seconds");
  struct timespec end = lh_time_after((seconds < 1e6 ? seconds : 1e6) * 1000);
  lh_worker *worker = lh_get_context(L)->worker;
  pthread_mutex_lock(&worker->lock);
  worker->is_receiving = !is_limited;
  while (!worker->to.first && !lh_is_cancelled(worker)) {
    if (!is_limited) pthread_cond_wait(&worker->changed, &worker->lock);
    else if (pthread_cond_timedwait(&worker->changed, &worker->lock, &end) != 0) break;
  }
  worker->is_receiving = 0;
  lh_message *message = lh_is_cancelled(worker) ? NULL : lh_pop_first(&worker->to);
  pthread_mutex_unlock(&worker->lock);
  lh_check(L);
  if (!message) return 0;
  lua_settop(L, 0);
  lua_pushcfunction(L, lh_do_read);
  lua_pushlightuserdata(L, message);
  int status = lua_pcall(L, 1, LUA_MULTRET, 0);
  lh_message_free(message);
  return status == LUA_OK ? lua_gettop(L) : lua_error(L);
}

// A function that a trial run refuses. Its name is the upvalue.
static int lh_worker_refuse(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(1));
  luaL_where(L, 1);
  lua_pushfstring(L, "%s%s is not called in a trial run unless effects are allowed", lua_tostring(L, -1), name);
  lua_pushfstring(L, "%s\n%s", name, lua_tostring(L, -1));
  lh_worker_report(L, LH_REFUSED, lua_tostring(L, -1));
  lua_pop(L, 1);
  return lua_error(L);
}

int lh_worker_refusal(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_pushcclosure(L, lh_worker_refuse, 1);
  return 1;
}

void lh_forget_module(lh_worker *worker) {
  free(worker->module.path);
  free(worker->module.text);
  free(worker->module.message);
  memset(&worker->module, 0, sizeof worker->module);
}

// Returns the path and the text of a module; nil and a message if there is none.
int lh_worker_find(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lh_worker *worker = lh_get_context(L)->worker;
  lh_forget_module(worker);
  if (worker->settings.finder) lh_swift_find_module(worker->settings.finder, name, &worker->module);
  lua_pushstring(L, worker->module.path);
  if (worker->module.path) lua_pushlstring(L, worker->module.text, worker->module.length);
  else lua_pushstring(L, worker->module.message ? worker->module.message : "");
  return 2;
}

const luaL_Reg lh_worker_functions[] = {
    {"send", lh_worker_send_value}, {"receive", lh_worker_receive}, {"progress", lh_worker_set_progress}, {NULL, NULL}};
