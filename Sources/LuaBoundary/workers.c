// Workers: Lua on a thread, in a state of its own, which exchanges messages with the app.
//
// All of a worker's code is in C, because Swift's functions for scripts belong to the main actor. The thread owns the
// state; the queues, and the cancellation, are shared with the app under a lock. A thread that is in a C function when the
// app ends is not waited for: what it uses is counted by references, and lives until it returns.
#include "workers.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>

// How many bytes of messages may wait: from a worker, which then waits, and to a worker, whose sender gets an error.
#define LH_WAITING_FROM ((size_t)4 << 20)
#define LH_WAITING_TO ((size_t)64 << 20)
// The size of a message in addition to its bytes.
#define LH_MESSAGE_SIZE 128
// The stack of a thread. Only used pages take memory.
#define LH_STACK ((size_t)8 << 20)

typedef struct lh_queue {
  lh_message *first, *last;
  size_t bytes;
} lh_queue;

struct lh_worker {
  lh_context context;
  lh_workers *workers;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int references;
  lh_queue to, from;
  int has_ended;
  double progress;
  int has_progress;
  lh_worker_settings settings;
  char *path, *cpath;
  unsigned char *chunk;
  size_t chunk_length;
  lh_message *arguments;
  lh_module module;  // the module found last
  struct lh_watchdog *watchdog;
};

// MARK: The workers of an app

lh_workers *lh_workers_new(void) {
  int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor < 0) return NULL;
  lh_workers *workers = calloc(1, sizeof *workers);
  if (!workers) abort();
  pthread_mutex_init(&workers->lock, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&workers->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  workers->references = 1;
  workers->descriptor = descriptor;
  return workers;
}

int lh_workers_descriptor(const lh_workers *workers) { return workers->descriptor; }

void lh_workers_settle(lh_workers *workers) {
  uint64_t count;
  ssize_t size = read(workers->descriptor, &count, sizeof count);
  (void)size;
}

void lh_workers_remind(lh_workers *workers) {
  uint64_t one = 1;
  ssize_t size = write(workers->descriptor, &one, sizeof one);
  (void)size;
}

size_t lh_workers_used(const lh_workers *workers) { return __atomic_load_n(&workers->used, __ATOMIC_RELAXED); }

void lh_workers_count(lh_workers *workers, ptrdiff_t bytes) {
  __atomic_fetch_add(&workers->used, (size_t)bytes, __ATOMIC_RELAXED);
}

// Returns the time after a number of milliseconds.
static struct timespec lh_time_after(double milliseconds) {
  uint64_t time = lh_now() + (uint64_t)(milliseconds * 1e6);
  return (struct timespec){(time_t)(time / 1000000000), (long)(time % 1000000000)};
}

void lh_workers_await(lh_workers *workers, int most) {
  struct timespec end = lh_time_after(most);
  pthread_mutex_lock(&workers->lock);
  while (workers->running && pthread_cond_timedwait(&workers->changed, &workers->lock, &end) == 0) {}
  pthread_mutex_unlock(&workers->lock);
}

static void lh_workers_add(lh_workers *workers, int references, int running) {
  pthread_mutex_lock(&workers->lock);
  workers->references += references;
  workers->running += running;
  int is_last = workers->references == 0;
  if (workers->running == 0) pthread_cond_broadcast(&workers->changed);
  pthread_mutex_unlock(&workers->lock);
  if (!is_last) return;
  close(workers->descriptor);
  pthread_cond_destroy(&workers->changed);
  pthread_mutex_destroy(&workers->lock);
  free(workers);
}

void lh_workers_release(lh_workers *workers) { lh_workers_add(workers, -1, 0); }

// MARK: Queues

static void lh_append(lh_queue *queue, lh_message *message) {
  message->next = NULL;
  if (queue->last) queue->last->next = message;
  else queue->first = message;
  queue->last = message;
  queue->bytes += message->capacity + LH_MESSAGE_SIZE;
}

static lh_message *lh_pop_first(lh_queue *queue) {
  lh_message *message = queue->first;
  if (!message) return NULL;
  queue->first = message->next;
  if (!queue->first) queue->last = NULL;
  queue->bytes -= message->capacity + LH_MESSAGE_SIZE;
  return message;
}

static void lh_discard(lh_queue *queue) {
  lh_message *message;
  while ((message = lh_pop_first(queue))) lh_message_free(message);
}

static int lh_is_cancelled(const lh_worker *worker) {
  return __atomic_load_n(&worker->context.is_cancelled, __ATOMIC_SEQ_CST);
}

// Sends a message to the app, which is taken over. Waits while too many are waiting.
static void lh_post(lh_worker *worker, lh_message *message) {
  pthread_mutex_lock(&worker->lock);
  while (worker->from.bytes >= LH_WAITING_FROM && !lh_is_cancelled(worker))
    pthread_cond_wait(&worker->changed, &worker->lock);
  int is_cancelled = lh_is_cancelled(worker);
  if (!is_cancelled) lh_append(&worker->from, message);
  pthread_mutex_unlock(&worker->lock);
  if (is_cancelled) lh_message_free(message);
  else lh_workers_remind(worker->workers);
}

static void lh_post_text(lua_State *L, int kind, const char *text, size_t length) {
  lh_worker *worker = lh_get_context(L)->worker;
  lh_post(worker, lh_message_text(worker->workers, kind, text, length));
  lh_check(L);
}

void lh_worker_report(lua_State *L, int kind, const char *text) { lh_post_text(L, kind, text, strlen(text)); }

// MARK: Functions of a worker

static int lh_worker_print(lua_State *L) {
  size_t length;
  const char *line = lua_tolstring(L, 1, &length);
  if (line) lh_post_text(L, LH_PRINTED, line, length);
  return 0;
}

// os.exit
static int lh_worker_exit(lua_State *L) {
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

// Writes the values from an index on into a new message. Returns NULL with the error on top.
static lh_message *lh_worker_write(lua_State *L, int kind, const char *action, const char *root, int first) {
  lh_worker *worker = lh_get_context(L)->worker;
  int count = lua_gettop(L) - first + 1;
  if (!lua_checkstack(L, count + LUA_MINSTACK)) {
    lua_pushliteral(L, "stack overflow");
    return NULL;
  }
  lh_message *message = lh_message_new(worker->workers, kind);
  lua_pushcfunction(L, lh_do_write);
  lua_pushlightuserdata(L, message);
  lua_pushstring(L, action);
  lua_pushstring(L, root);
  for (int i = 0; i < count; i++) lua_pushvalue(L, first + i);
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
  while (!worker->to.first && !lh_is_cancelled(worker)) {
    if (!is_limited) pthread_cond_wait(&worker->changed, &worker->lock);
    else if (pthread_cond_timedwait(&worker->changed, &worker->lock, &end) != 0) break;
  }
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

static void lh_forget_module(lh_worker *worker) {
  free(worker->module.path);
  free(worker->module.text);
  free(worker->module.message);
  memset(&worker->module, 0, sizeof worker->module);
}

// Returns the path and the text of a module; nil and a message if there is none.
static int lh_worker_find(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lh_worker *worker = lh_get_context(L)->worker;
  lh_forget_module(worker);
  if (worker->settings.finder) lh_swift_find_module(worker->settings.finder, name, &worker->module);
  lua_pushstring(L, worker->module.path);
  if (worker->module.path) lua_pushlstring(L, worker->module.text, worker->module.length);
  else lua_pushstring(L, worker->module.message ? worker->module.message : "");
  return 2;
}

// MARK: Values of the host's classes
//
// `worker.lua` represents them by tables; the registry maps their metatables to their kinds, and the kinds to functions that
// create them.

#define LH_KINDS ((const void *)(uintptr_t)0x6c6806)

int lh_worker_push_contents(lua_State *L, int index) {
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  if (lua_type(L, index) != LUA_TTABLE) {
    lua_pushfstring(L, "a %s cannot be passed between an app and a worker; booleans, numbers, strings, tables, ui.Data and ui.Date can be",
      luaL_typename(L, index));
    return 0;
  }
  if (!lua_getmetatable(L, index)) return 0;
  lua_rawgetp(L, LUA_REGISTRYINDEX, LH_KINDS);
  lua_insert(L, -2);
  if (lua_rawget(L, -2) != LUA_TNUMBER) {
    lua_pop(L, 2);
    return 0;
  }
  lua_replace(L, -2);
  lua_rawgeti(L, index, 1);
  if (lua_type(L, -1) == LUA_TSTRING) return 1;
  lua_pop(L, 2);
  return 0;
}

void lh_worker_push_value(lua_State *L, int kind) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, LH_KINDS);
  lua_rawgeti(L, -1, kind);
  lua_replace(L, -2);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
}

// MARK: The state

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
  int may = lua_gettop(L), has_all = 1;
  for (int i = 0; settings->capability_names[i]; i++) {
    int has = settings->capabilities >> i & 1;
    has_all &= has;
    lua_pushboolean(L, has);
    lua_setfield(L, may, settings->capability_names[i]);
  }
  lua_createtable(L, 0, 8);
  int worker_table = lua_gettop(L);
  static const luaL_Reg functions[] = {
      {"send", lh_worker_send_value}, {"receive", lh_worker_receive}, {"progress", lh_worker_set_progress}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
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
  if (has_all) lua_pushnil(L);
  else lh_load_text(L, settings->chunks->withhold, name);
  lua_pushstring(L, worker->path);
  lua_pushstring(L, worker->cpath);
  lua_call(L, 8, 0);
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

// Returns a message with the error value on top, and the traceback.
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
  return message ? message : lh_message_new(worker->workers, LH_FAILED);
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
  lh_message *outcome = NULL;
  if (status == LUA_OK)
    outcome = lh_worker_write(L, LH_RETURNED, "return", lua_gettop(L) == 1 ? "the result" : "result", 1);
  if (!outcome) outcome = lh_make_error(L, worker, status != LUA_OK && status != LUA_ERRMEM);
  worker->context.enforcing = 0;
  return outcome;
}

static void lh_worker_run(lh_worker *worker) {
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

static void *lh_worker_main(void *argument) {
  lh_worker *worker = argument;
  lh_workers *workers = worker->workers;
  lh_worker_run(worker);
  pthread_mutex_lock(&worker->lock);
  worker->has_ended = 1;
  pthread_mutex_unlock(&worker->lock);
  lh_workers_remind(workers);
  lh_worker_release(worker);
  lh_workers_add(workers, -1, -1);
  return NULL;
}

// MARK: Workers, for the app

lh_worker *lh_worker_new(lh_workers *workers, const lh_context *app, const lh_worker_settings *settings) {
  lh_worker *worker = calloc(1, sizeof *worker);
  if (!worker) abort();
  worker->context.worker = worker;
  worker->context.workers = workers;
  worker->context.limit = app->limit;
  worker->context.is_distrusted = app->is_distrusted;
  worker->workers = workers;
  lh_workers_add(workers, 1, 0);
  pthread_mutex_init(&worker->lock, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&worker->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  worker->references = 1;
  worker->settings = *settings;
  worker->path = settings->path ? strdup(settings->path) : NULL;
  worker->cpath = settings->cpath ? strdup(settings->cpath) : NULL;
  return worker;
}

void lh_worker_release(lh_worker *worker) {
  pthread_mutex_lock(&worker->lock);
  int is_last = --worker->references == 0;
  pthread_mutex_unlock(&worker->lock);
  if (!is_last) return;
  lh_discard(&worker->to);
  lh_discard(&worker->from);
  lh_message_free(worker->arguments);
  lh_forget_module(worker);
  if (worker->settings.finder) lh_swift_release_finder(worker->settings.finder);
  free(worker->chunk);
  free(worker->path);
  free(worker->cpath);
  pthread_cond_destroy(&worker->changed);
  pthread_mutex_destroy(&worker->lock);
  lh_workers *workers = worker->workers;
  free(worker);
  lh_workers_release(workers);
}

static int lh_add_chunk(lua_State *L, const void *bytes, size_t count, void *data) {
  (void)L;
  lh_worker *worker = data;
  unsigned char *chunk = realloc(worker->chunk, worker->chunk_length + count);
  if (!chunk) return 1;
  worker->chunk = chunk;
  memcpy(chunk + worker->chunk_length, bytes, count);
  worker->chunk_length += count;
  return 0;
}

int lh_do_set_chunk(lua_State *L) {
  if (lua_iscfunction(L, 2)) return luaL_error(L, "a function of a library cannot run in a worker; pass a function that calls it");
  const char *name;
  for (int i = 1; (name = lua_getupvalue(L, 2, i)); i++) {
    int is_environment = strcmp(name, "_ENV") == 0;
    if (!is_environment && strcmp(name, "(no name)") == 0) {
      lua_pushglobaltable(L);
      is_environment = lua_rawequal(L, -1, -2);
    }
    if (!is_environment)
      return luaL_error(L, "the function uses the local variable '%s' from outside, which a worker cannot; pass its value as an argument: ui.Worker(function(%s) ... end, %s)", name, name, name);
    lua_settop(L, 2);
  }
  if (lua_dump(L, lh_add_chunk, lua_touserdata(L, 1), 0) != 0) return luaL_error(L, "not enough memory");
  return 0;
}

int lh_worker_start(lh_worker *worker, struct lh_watchdog *watchdog, lh_message *arguments) {
  worker->arguments = arguments;
  worker->watchdog = watchdog;
  worker->references++;
  lh_workers_add(worker->workers, 1, 1);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, LH_STACK);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // Other threads handle signals, except SIGPROF, by which Swift's backtracer stops each thread, and the one that breaks
  // waits. The thread inherits the mask.
  sigset_t blocked, before;
  sigfillset(&blocked);
  sigdelset(&blocked, SIGPROF);
  sigdelset(&blocked, SIGURG);
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  int code = pthread_create(&thread, &attributes, lh_worker_main, worker);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (code == 0) return 0;
  worker->references--;
  worker->has_ended = 1;
  lh_workers_add(worker->workers, -1, -1);
  return code;
}

int lh_worker_send(lh_worker *worker, lh_message *message) {
  pthread_mutex_lock(&worker->lock);
  int has_ended = worker->has_ended || lh_is_cancelled(worker);
  int is_full = worker->to.first && worker->to.bytes + message->capacity > LH_WAITING_TO;
  if (!has_ended && !is_full) {
    lh_append(&worker->to, message);
    pthread_cond_broadcast(&worker->changed);
  }
  pthread_mutex_unlock(&worker->lock);
  if (has_ended || is_full) lh_message_free(message);
  return has_ended ? 0 : is_full ? -1 : 1;
}

lh_message *lh_worker_take(lh_worker *worker) {
  pthread_mutex_lock(&worker->lock);
  lh_message *message = lh_pop_first(&worker->from);
  if (message) pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
  return message;
}

int lh_worker_take_progress(lh_worker *worker, double *progress) {
  pthread_mutex_lock(&worker->lock);
  int has_progress = worker->has_progress;
  worker->has_progress = 0;
  *progress = worker->progress;
  pthread_mutex_unlock(&worker->lock);
  return has_progress;
}

void lh_worker_cancel(lh_worker *worker) {
  __atomic_store_n(&worker->context.is_cancelled, 1, __ATOMIC_SEQ_CST);
  pthread_mutex_lock(&worker->lock);
  pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
  if (worker->watchdog) lh_wake(worker->watchdog);
}
