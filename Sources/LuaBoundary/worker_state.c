// The state of a worker, on its thread: sets it up, loads the function and runs it.
#include "workers.h"

static void lh_load_text(lua_State *L, lh_text text, const char *name) {
  if (luaL_loadbufferx(L, text.bytes, text.count, name, "t") != LUA_OK) lua_error(L);
}

// Sets up the state of a worker, as Prelude.swift does for an app. The worker is a light userdata at 1.
static int lh_do_prepare(lua_State *L) {
  static const char name[] = "@luahost prelude";
  lh_worker *worker = lua_touserdata(L, 1);
  const lh_worker_settings *settings = &worker->settings;
  lua_pushcfunction(L, lh_do_replace_functions);
  lua_call(L, 0, 0);
  lua_pushcfunction(L, lh_worker_print);
  lua_setfield(L, LUA_REGISTRYINDEX, LH_PRINT);
  lua_getglobal(L, "os");
  lua_pushcfunction(L, lh_worker_exit);
  lua_setfield(L, -2, "exit");
  lh_load_text(L, settings->chunks->prelude, name);
  lua_pushcfunction(L, lh_make_xpcall);
  lua_pushcfunction(L, lh_time_is_over);
  lua_call(L, 2, 0);

  lua_createtable(L, 0, 8);
  lua_createtable(L, 0, 8);
  int may = lua_gettop(L) - 1, refused = may + 1, has_all = 1;
  for (int i = 0; settings->capability_names[i]; i++) {
    int has = settings->capabilities >> i & 1;
    has_all &= has;
    lua_pushboolean(L, has);
    lua_setfield(L, may, settings->capability_names[i]);
    lua_pushboolean(L, settings->refused >> i & 1);
    lua_setfield(L, refused, settings->capability_names[i]);
  }
  lua_createtable(L, 0, 8);
  int worker_table = lua_gettop(L);
  luaL_setfuncs(L, lh_worker_functions, 0);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, LH_KINDS);
  int kinds = lua_gettop(L);

  lh_load_text(L, settings->chunks->worker, name);
  lua_pushvalue(L, may);
  lua_pushvalue(L, worker_table);
  lua_pushvalue(L, kinds);
  if (settings->finder) lua_pushcfunction(L, lh_worker_find);
  else lua_pushnil(L);
  lh_load_text(L, settings->chunks->json, "@luahost json");
  lh_load_text(L, settings->chunks->codec, "@luahost json");
  if (has_all) lua_pushnil(L);
  else lh_load_text(L, settings->chunks->withhold, name);
  lua_pushstring(L, worker->path);
  lua_pushstring(L, worker->cpath);
  lua_pushvalue(L, refused);
  lua_pushcfunction(L, lh_worker_refusal);
  lua_call(L, 11, 0);
  return 0;
}

// Pushes the worker's function and its arguments.
static int lh_do_load(lua_State *L) {
  lh_worker *worker = lua_touserdata(L, 1);
  if (luaL_loadbufferx(L, (const char *)worker->chunk, worker->chunk_length, "@worker", "b") != LUA_OK) lua_error(L);
  free(worker->chunk);
  worker->chunk = NULL;
  lua_pushcfunction(L, lh_do_read);
  lua_pushlightuserdata(L, worker->arguments);
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

static int lh_do_describe(lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

// Returns a message with the error value on top, and the traceback; NULL if there is not enough memory.
static lh_message *lh_make_error(lua_State *L, lh_worker *worker, int has_traceback) {
  int first = lua_gettop(L);
  if (has_traceback) lh_push_traceback(L);
  else lua_pushliteral(L, "");
  lh_message *message = lh_worker_write(L, LH_FAILED, "raise", "the error", first);
  if (!message) {
    // A value that cannot be sent is described.
    lua_settop(L, first);
    lua_pushcfunction(L, lh_do_describe);
    lua_pushvalue(L, first);
    if (lua_pcall(L, 1, 1, 0) != LUA_OK) lua_pushliteral(L, "(the error cannot be described)");
    lua_replace(L, first);
    if (has_traceback) lh_push_traceback(L);
    else lua_pushliteral(L, "");
    message = lh_worker_write(L, LH_FAILED, "raise", "the error", first);
  }
  return message;
}

// The values of a worker's function, as a message.
typedef struct {
  lh_worker *worker;
  int status;
  lh_message *message;
} lh_outcome;

// Makes the message of an outcome, whose light userdata is at 1, from the results or the error after it.
static int lh_do_report(lua_State *L) {
  lh_outcome *outcome = lua_touserdata(L, 1);
  lua_remove(L, 1);
  int count = lua_gettop(L), status = outcome->status;
  if (status == LUA_OK)
    outcome->message = lh_worker_write(L, LH_RETURNED, "return", count == 1 ? "the result" : "result", 1);
  if (!outcome->message)
    outcome->message = lh_make_error(L, outcome->worker, status != LUA_OK && status != LUA_ERRMEM);
  return 0;
}

// Runs the worker's function. Returns its results or its error; NULL if it was cancelled.
static lh_message *lh_worker_work(lua_State *L, lh_worker *worker) {
  lua_pushcfunction(L, lh_do_prepare);
  lua_pushlightuserdata(L, worker);
  int status = lh_protected_call(L, 1, 0);
  if (status == LUA_OK) {
    lua_pushcfunction(L, lh_do_load);
    lua_pushlightuserdata(L, worker);
    status = lh_protected_call(L, 1, LUA_MULTRET);
  }
  lh_message_free(worker->arguments);
  worker->arguments = NULL;
  if (status == LUA_OK) status = lh_protected_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  if (lh_is_cancelled(worker)) return NULL;
  worker->context.enforcing = 1;
  lh_outcome outcome = {worker, status, NULL};
  // Even an empty string can be too much for the memory limit.
  if (lua_checkstack(L, LUA_MINSTACK)) {
    lua_pushcfunction(L, lh_do_report);
    lua_insert(L, 1);
    lua_pushlightuserdata(L, &outcome);
    lua_insert(L, 2);
    (void)lua_pcall(L, lua_gettop(L) - 1, 0, 0);
  }
  worker->context.enforcing = 0;
  return outcome.message ? outcome.message : lh_message_new(worker->workers, LH_FAILED);
}

void lh_worker_run(lh_worker *worker) {
  lh_context *context = &worker->context;
  lua_State *L = lh_new_state(context);
  if (!L) {
    lh_post(worker, lh_message_new(worker->workers, LH_FAILED));
    return;
  }
  if (worker->watchdog) lh_watch_context(worker->watchdog, context);
  lh_message *outcome = lh_worker_work(L, worker);
  // Finalizers run, but not for long after a cancellation.
  context->enforcing = 1;
  context->closing_since = lh_now();
  lh_begin(context);
  lua_close(L);
  if (worker->watchdog) lh_unwatch_context(context);
  // Sent last, so that who waits for a worker finds its memory released.
  if (outcome) lh_post(worker, outcome);
}
