// Declarations shared by the files about workers and not visible to Swift.
#pragma once
#include "internal.h"
#include <stddef.h>

struct lh_message {
  lh_message *next;
  lh_workers *workers;  // counts its bytes; exists as long as the worker to or from which it is sent
  int kind;
  int count;            // the number of values
  size_t length, capacity;
  unsigned char *bytes;
};

struct lh_workers {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int references;
  int running;           // the number of threads
  int descriptor;
  size_t app, used;      // bytes held by the app, and by its workers and their messages; accessed atomically
};

// Messages in order.
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
  // Whether the thread waits for a message, for any time.
  int is_receiving;
  lh_worker_settings settings;
  char *path, *cpath;
  unsigned char *chunk;
  size_t chunk_length;
  lh_message *arguments;
  lh_module module;  // the module found last
  struct lh_watchdog *watchdog;
};

// Reserves room for this many bytes. Returns 0 if they would exceed the limit of a state.
int lh_message_reserve(lh_message *message, const lh_context *context, size_t capacity);
lh_message *lh_message_text(lh_workers *workers, int kind, const void *bytes, size_t count);
void lh_workers_count(lh_workers *workers, ptrdiff_t bytes);

// Pushes the kind and the contents of a value of the host's classes and returns 1; otherwise returns 0 and pushes, for
// values that are no tables, the reason.
int lh_worker_push_contents(lua_State *L, int index);
// Replaces the contents on top by a value of the host's classes. May raise.
void lh_worker_push_value(lua_State *L, int kind);

// MARK: workers.c

// Adds references to the workers of an app, and running threads. Frees the workers without references.
void lh_workers_add(lh_workers *workers, int references, int running);
// Returns the time after a number of milliseconds.
struct timespec lh_time_after(double milliseconds);

// MARK: worker_queues.c

lh_message *lh_pop_first(lh_queue *queue);
// Frees all messages.
void lh_discard(lh_queue *queue);
int lh_is_cancelled(const lh_worker *worker);
// Sends a message to the app, which is taken over. Waits while too many are waiting.
void lh_post(lh_worker *worker, lh_message *message);
void lh_post_text(lua_State *L, int kind, const char *text, size_t length);

// MARK: worker_functions.c

// The functions `print`, `os.exit` and `find` of worker.lua, and the table `worker`.
int lh_worker_print(lua_State *L);
int lh_worker_exit(lua_State *L);
int lh_worker_find(lua_State *L);
// refusal(name): returns a function that reports that a trial run refuses it, and raises an error.
int lh_worker_refusal(lua_State *L);
extern const luaL_Reg lh_worker_functions[];
// Writes the values from an index on into a new message. Returns NULL with the error on top.
lh_message *lh_worker_write(lua_State *L, int kind, const char *action, const char *root, int first);
void lh_forget_module(lh_worker *worker);

// MARK: worker_state.c

// Runs the function of a worker, on its thread, and sends its results or its error.
void lh_worker_run(lh_worker *worker);
