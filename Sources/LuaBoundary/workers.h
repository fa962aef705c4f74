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

// Reserves room for this many bytes. Returns 0 if they would exceed the limit of a state.
int lh_message_reserve(lh_message *message, const lh_context *context, size_t capacity);
lh_message *lh_message_text(lh_workers *workers, int kind, const void *bytes, size_t count);
void lh_workers_count(lh_workers *workers, ptrdiff_t bytes);

// Pushes the kind and the contents of a value of the host's classes and returns 1; otherwise returns 0 and pushes, for
// values that are no tables, the reason.
int lh_worker_push_contents(lua_State *L, int index);
// Replaces the contents on top by a value of the host's classes. May raise.
void lh_worker_push_value(lua_State *L, int kind);
