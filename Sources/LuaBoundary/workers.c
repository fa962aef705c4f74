// Workers: Lua on a thread, in a state of its own, which exchanges messages with the app.
//
// All of a worker's code is in C, because Swift's functions for scripts belong to the main actor. The thread owns the
// state; the queues, and the cancellation, are shared with the app under a lock. A thread that is in a C function when the
// app ends is not waited for: what it uses is counted by references, and lives until it returns.
#include "workers.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/eventfd.h>

// The stack of a thread. Only used pages take memory.
#define LH_STACK ((size_t)8 << 20)

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
struct timespec lh_time_after(double milliseconds) {
  uint64_t time = lh_now() + (uint64_t)(milliseconds * 1e6);
  return (struct timespec){(time_t)(time / 1000000000), (long)(time % 1000000000)};
}

void lh_workers_await(lh_workers *workers, int most) {
  struct timespec end = lh_time_after(most);
  pthread_mutex_lock(&workers->lock);
  while (workers->running && pthread_cond_timedwait(&workers->changed, &workers->lock, &end) == 0) {}
  pthread_mutex_unlock(&workers->lock);
}

void lh_workers_add(lh_workers *workers, int references, int running) {
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

// MARK: A worker

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

void lh_worker_cancel(lh_worker *worker) {
  __atomic_store_n(&worker->context.is_cancelled, 1, __ATOMIC_SEQ_CST);
  pthread_mutex_lock(&worker->lock);
  pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
  if (worker->watchdog) lh_wake(worker->watchdog);
}
