// What Swift cannot do by itself with Lua's C API: macros, and everything that may raise.
//
// Lua raises errors with longjmp, which must never cross a Swift frame. So Swift functions are entered from the C
// functions below, which raise only after the Swift frame is gone; and what may raise (metamethods, allocation failures
// inside scripts) runs inside lua_pcall.
#pragma once
#include "stack.h"
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "../CSystem/visible.h"

struct lh_object;

// Swift's functions (LuaRuntime/State/Entrances.swift), entered as Swift enters them.
#define LH_SWIFT __attribute__((swiftcall))
// A host function: returns a count of results on top, or -1 with an error value on top.
LH_SWIFT int lh_swift_call(lua_State *L, void *function);
// Methods and properties of host objects, likewise. The object is of the class that they were defined for.
LH_SWIFT int lh_swift_call_method(lua_State *L, void *object, void *method);
LH_SWIFT int lh_swift_get(lua_State *L, void *object, void *property);
LH_SWIFT int lh_swift_set(lua_State *L, void *object, void *property);
// A name that is not known, or a receiver that a function is not for: these push an error value and return -1.
LH_SWIFT int lh_swift_unknown(lua_State *L, int writing);
LH_SWIFT int lh_swift_wrong_method(lua_State *L, void *method);
LH_SWIFT int lh_swift_wrong_class(lua_State *L, int class_id);
// Told once of each object that a script may have changed.
LH_SWIFT void lh_swift_touch(lua_State *L, struct lh_object *object);
// Told that Lua no longer reaches the object at 1. Returns whether its userdata lives on; it does unless it may go.
LH_SWIFT int lh_swift_collect(lua_State *L, struct lh_object *object, int may_go);

// Told that a callback failed that a library called; pops the error value on top.
LH_SWIFT void lh_swift_failed(lua_State *L, int status);

// Told of a module before it is looked for, of a file that is read as a script, and of what is going to be written.
LH_SWIFT void lh_swift_requires(lua_State *L, const char *name);
LH_SWIFT void lh_swift_loads(lua_State *L, const char *path);
LH_SWIFT void lh_swift_wrote(lua_State *L, const char *bytes, size_t count, int is_error);
// Told before a process is started, and of a child that somebody else waits for.
LH_SWIFT void lh_swift_starts(lua_State *L);
LH_SWIFT void lh_swift_started(lua_State *L, int child);
// Told after a long wait, with what it was for and the nanoseconds that it took.
LH_SWIFT void lh_swift_waited(lua_State *L, const char *function, uint64_t waited);

// What one Lua state shares with its Swift owner. Its address stands in the extra space of every thread of the state.
typedef struct lh_context {
  void *owner;
  size_t used;       // bytes that Lua holds
  size_t held;       // bytes that the host holds for scripts
  size_t unseen;     // those that it has come to hold since the collector was told
  int refusals;      // how many allocations are refused because both are over the limit
  size_t limit;      // bytes that scripts may hold; 0 is no limit
  int enforcing;     // whether script code runs, and the limit counts
  int expired;       // the time is over, the script is to end, or the state is being thrown away
  uint64_t deadline; // of the call from outside: nanoseconds on the monotonic clock; 0 is none
  uint64_t patience; // how long a call may take, in nanoseconds; 0 is no limit
  uint64_t ending;   // when the process was asked to end; 0 if it was not
  int pauses;        // how many things go on that may take any time
  int is_late;       // whether a call was stopped since then
  int traces_touch;  // whether touched objects are told
  int is_traced;     // whether the traceback of the script's end is kept
  int ended;         // why the script of the last call was ended; LH_RUNNING if it was not
  lua_State *task;   // the coroutine that Swift resumed, while it runs
  // What a script waits for, since when and where; NULL if it does not.
  const char *waiting;
  uint64_t waiting_since;
  pthread_t waiting_thread;
  char waiting_at[LUA_IDSIZE + 16];
  // Called on the watchdog's thread when a call did not end in time, with what it waits for, if that is known.
  void (*overdue)(void *owner, const char *waiting);
  uint64_t overdue_since;
  int interrupted;  // whether what runs is to end because a person asked
  struct lh_watchdog *watchdog;
  struct lh_context *next_watched;
  int tells_written; // whether Swift hears of what is written to standard output and error
  int warns;         // whether warnings are written
  int is_distrusted; // whether control characters in them are shown visibly on a terminal
  int is_within_warning; // whether more of a warning is to come
  int is_luv_ending; // whether luv's callbacks are not called any more
  uint64_t closing_since; // when the end of the state began; 0 before
  int is_open;       // whether the state is made: before, want of memory is told by lua_newstate
} lh_context;

enum { LH_RUNNING = 0, LH_TIMED_OUT = 1, LH_EXITING = 2, LH_KILLED = 3, LH_ENDED = 4, LH_INTERRUPTED = 5 };
enum { LH_FIELDS = 1, LH_HANDLERS = 2, LH_OWNED = 3, LH_USER_VALUES = 3 };
#define LH_MAGIC UINT64_C(0x6c7561686f737431)
#define LH_HOOK_COUNT 2500
// From how many bytes on an allocation counts as work that takes time.
#define LH_LARGE ((size_t)16384)
// Under which the registry has the traceback of the last error.
#define LH_TRACEBACK ((const void *)(uintptr_t)0x6c6802)
// Under which a script's class has its superclass, while that is a script's too.
#define LH_SUPER ((const void *)(uintptr_t)0x6c6801)

// How deep classes of Swift's may come from each other.
#define LH_DEPTH 16

// A class of Swift's, and those that it comes from, so that whether an object is of a class is one comparison.
typedef struct lh_class {
  int id;
  int depth;                             // its own place in the line
  const struct lh_class *line[LH_DEPTH]; // from the outermost to itself
} lh_class;

// A Swift object as a full userdata.
typedef struct lh_object {
  uint64_t magic;
  void *object;          // retained; NULL when it is released
  const lh_class *kind;  // the innermost class of Swift's
  int class_id;          // the class, which may be a script's
  int touched;
} lh_object;

// The lowest bit of the address says that the thread is a task's: Swift resumes it, and no script.
#define LH_TASK ((uintptr_t)1)

static inline lh_context *lh_get_context(lua_State *L) {
  return (lh_context *)(*(uintptr_t *)lua_getextraspace(L) & ~LH_TASK);
}
static inline void lh_set_context(lua_State *L, lh_context *context) { *(uintptr_t *)lua_getextraspace(L) = (uintptr_t)context; }

// Whether a thread is that of a task. What it makes itself is none.
static inline int lh_is_task(lua_State *L) { return (int)(*(uintptr_t *)lua_getextraspace(L) & LH_TASK); }

// [-0, +1] Pushes a new thread for a task.
static inline lua_State *lh_push_task(lua_State *L) {
  lua_State *thread = lua_newthread(L);
  *(uintptr_t *)lua_getextraspace(thread) |= LH_TASK;
  return thread;
}

static inline uint64_t lh_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

// The same clock, some milliseconds behind, for a fraction of the price: for what happens at every call.
static inline uint64_t lh_now_roughly(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

#include "memory.h"
#include "deadline.h"

// The allocator: counts, and refuses scripts what is over the limit. Nothing is refused while Swift runs, so that what it
// pushes never raises; when the machine itself has no more memory then, the process ends as it does for Swift's own objects.
static inline void *lh_allocate(void *data, void *block, size_t old_size, size_t new_size) {
  lh_context *context = data;
  size_t held = block ? old_size : 0;
  if (new_size == 0) {
    free(block);
    context->used -= held;
    return NULL;
  }
  if (context->limit && context->enforcing && new_size > held) {
    size_t used = context->used - held + new_size;
    if (used > context->limit || used + context->held > context->limit + LH_EXCESS(context->limit)) return NULL;
  }
  if (context->refusals && context->enforcing && new_size > held && lh_is_over_limit(context, 0)) {
    context->refusals--;
    return NULL;
  }
  // Work in C that takes long needs memory, mostly. The hook says why the script ends.
  if (context->enforcing && new_size >= LH_LARGE && new_size > held && lh_is_over(context)) return NULL;
  void *moved = realloc(block, new_size);
  if (moved) context->used += new_size - held;
  else if (context->is_open && !context->enforcing && new_size > held) abort();
  return moved;
}

#include "pipes.h"
#include "timed.h"
#include "warnings.h"

static inline int lh_do_open(lua_State *L) {
  luaL_openlibs(L);
  return lh_install_library(L);
}

// A new state with all of Lua's libraries; NULL if there is no memory for it.
static inline lua_State *lh_new_state(lh_context *context) {
  lua_State *L = lua_newstate(lh_allocate, context);
  if (!L) return NULL;
  lh_set_context(L, context);
  lua_setwarnf(L, lh_warn, context);
  lua_pushcfunction(L, lh_do_open);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) {
    lua_close(L);
    return NULL;
  }
  lua_sethook(L, lh_hook, LUA_MASKCOUNT, LH_HOOK_COUNT);
  context->is_open = 1;
  return L;
}

static inline void lh_arm_hook(lua_State *L) { lua_sethook(L, lh_hook, LUA_MASKCOUNT, LH_HOOK_COUNT); }

// What a function of Swift's returns in place of a count when the task that called it is to wait.
static const int LH_WAITS = -2;
// What a task yields then.
#define LH_WAIT ((void *)(uintptr_t)0x6c6805)

// The task goes on: Swift has pushed whether the wait succeeded, and results or an error value.
static inline int lh_end_wait(lua_State *L, int status, lua_KContext unused) {
  (void)status, (void)unused;
  if (lua_toboolean(L, 1)) return lua_gettop(L) - 1;
  lua_settop(L, 2);
  return lua_error(L);
}

// Leaves a function of the host's that returned no count.
static inline int lh_leave(lua_State *L, int count) {
  if (count != LH_WAITS) return lua_error(L);
  lua_settop(L, 0);
  lua_pushlightuserdata(L, LH_WAIT);
  return lua_yieldk(L, 1, 0, lh_end_wait);
}

// Enters Swift with the limits off, and raises for it, or yields, when it is left.
#define LH_ENTER(expression)                     \
  lh_context *context = lh_get_context(L);       \
  int enforcing = context->enforcing;            \
  context->enforcing = 0;                        \
  int count = (expression);                      \
  context->enforcing = enforcing;                \
  if (count < 0) return lh_leave(L, count);      \
  lh_tell_collector(L, context);                 \
  return count;

// A host function: upvalue 1 is the Swift function.
static inline int lh_call(lua_State *L) {
  void *function = lua_touserdata(L, lua_upvalueindex(1));
  if (!lua_checkstack(L, LH_ROOM)) return luaL_error(L, "stack overflow");
  LH_ENTER(lh_swift_call(L, function))
}

// The object at an index, or NULL if there is something else: forged and foreign userdata too.
static inline lh_object *lh_to_object(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(lh_object)) return NULL;
  lh_object *object = lua_touserdata(L, index);
  if (object->magic != LH_MAGIC || !object->object) return NULL;
  return object;
}

// Makes a class whose line is that of its superclass one of its own.
static inline void lh_begin_class(lh_class *kind, int id, int depth) {
  kind->id = id;
  kind->depth = depth;
  kind->line[depth] = kind;
}

// Whether an object is of a class. Its metatable says nothing about that: a script may have given it another's.
static inline int lh_is_kind(const lh_object *object, const lh_class *kind) { return object->kind->line[kind->depth] == kind; }

// A method: upvalue 1 is the Swift function, upvalue 2 the class that it was defined for.
static inline int lh_call_method(lua_State *L) {
  void *method = lua_touserdata(L, lua_upvalueindex(1));
  lh_object *object = lh_to_object(L, 1);
  if (!lua_checkstack(L, LH_ROOM)) return luaL_error(L, "stack overflow");
  if (!object || !lh_is_kind(object, lua_touserdata(L, lua_upvalueindex(2)))) { LH_ENTER(lh_swift_wrong_method(L, method)) }
  LH_ENTER(lh_swift_call_method(L, object->object, method))
}

// [-0, +1] Pushes a new userdata for an object, which it takes over.
static inline void lh_push_object(lua_State *L, void *object, const lh_class *kind, int class_id) {
  lh_object *userdata = lua_newuserdatauv(L, sizeof(lh_object), LH_USER_VALUES);
  *userdata = (lh_object){ .magic = LH_MAGIC, .object = object, .kind = kind, .class_id = class_id };
}

// [-1, +0] Pops a class and makes it the superclass of the class at an index, while both are scripts'.
static inline void lh_set_super(lua_State *L, int index) { lh_raw_set_pointer(L, index, LH_SUPER); }

static inline void lh_mark_touched(lua_State *L, lh_object *object) {
  lh_context *context = lh_get_context(L);
  if (object->touched || !context->traces_touch) return;
  object->touched = 1;
  lh_swift_touch(L, object);
}

// Looks for the key at 2 in the script's class on top and those that it comes from. Pushes the value and returns 1, or pops
// the class and returns 0.
static inline int lh_find_in_classes(lua_State *L) {
  while (lua_type(L, -1) == LUA_TTABLE) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) != LUA_TNIL) return 1;
    lua_pop(L, 1);
    lua_rawgetp(L, -1, LH_SUPER);
    lua_remove(L, -2);
  }
  lua_pop(L, 1);
  return 0;
}

// __index of host objects. Upvalues: the innermost script class or nil, the properties by name, the built-in methods by
// name, whether an unknown name is an error, the class of Swift's.
static inline int lh_index(lua_State *L) {
  if (!lua_checkstack(L, LH_ROOM)) return luaL_error(L, "stack overflow");
  lh_object *object = lh_to_object(L, 1);
  if (!object) { LH_ENTER(lh_swift_unknown(L, 0)) }
  const lh_class *kind = lua_touserdata(L, lua_upvalueindex(5));
  if (!lh_is_kind(object, kind)) { LH_ENTER(lh_swift_wrong_class(L, kind->id)) }
  if (lua_getiuservalue(L, 1, LH_FIELDS) == LUA_TTABLE) {
    lua_pushvalue(L, 2);
    int type = lua_rawget(L, -2);
    if (type != LUA_TNIL) {
      if (type == LUA_TTABLE) lh_mark_touched(L, object);
      return 1;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (lua_type(L, lua_upvalueindex(1)) == LUA_TTABLE) {
    lua_pushvalue(L, lua_upvalueindex(1));
    if (lh_find_in_classes(L)) return 1;
  }
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TLIGHTUSERDATA) {
    void *property = lua_touserdata(L, -1);
    lua_pop(L, 1);
    LH_ENTER(lh_swift_get(L, object->object, property))
  }
  lua_pop(L, 1);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(3)) != LUA_TNIL) return 1;
  if (!lua_toboolean(L, lua_upvalueindex(4))) return 1;
  lua_pop(L, 1);
  LH_ENTER(lh_swift_unknown(L, 0))
}

// `next`, whatever a script has made of its own.
static inline int lh_next_field(lua_State *L) {
  lua_settop(L, 2);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

// __pairs of host objects: the fields that the script set on it.
static inline int lh_pairs(lua_State *L) {
  if (!lua_checkstack(L, LH_ROOM)) return luaL_error(L, "stack overflow");
  lua_settop(L, 1);
  lh_object *object = lh_to_object(L, 1);
  if (!object) { LH_ENTER(lh_swift_unknown(L, 0)) }
  lua_pushcfunction(L, lh_next_field);
  if (lua_getiuservalue(L, 1, LH_FIELDS) == LUA_TTABLE) {
    // What is in a field can be changed by who finds it there.
    lh_mark_touched(L, object);
  } else {
    lua_pop(L, 1);
    lua_newtable(L);
  }
  lua_pushnil(L);
  return 3;
}

// __index of a script's class: upvalue 1 is the built-in class it comes from.
static inline int lh_class_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  if (lh_find_in_classes(L)) return 1;
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(1));
  return 1;
}

// __newindex of host objects. Upvalues as for lh_index.
static inline int lh_newindex(lua_State *L) {
  if (!lua_checkstack(L, LH_ROOM)) return luaL_error(L, "stack overflow");
  lh_object *object = lh_to_object(L, 1);
  if (!object) { LH_ENTER(lh_swift_unknown(L, 1)) }
  const lh_class *kind = lua_touserdata(L, lua_upvalueindex(5));
  if (!lh_is_kind(object, kind)) { LH_ENTER(lh_swift_wrong_class(L, kind->id)) }
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TLIGHTUSERDATA) {
    void *property = lua_touserdata(L, -1);
    lua_pop(L, 1);
    LH_ENTER(lh_swift_set(L, object->object, property))
  }
  lua_pop(L, 1);
  if (lua_toboolean(L, lua_upvalueindex(4))) {
    LH_ENTER(lh_swift_unknown(L, 1))
  }
  if (lua_isnil(L, 2)) return luaL_error(L, "a field cannot be named nil");
  if (lua_type(L, 2) == LUA_TNUMBER && lua_tonumber(L, 2) != lua_tonumber(L, 2)) return luaL_error(L, "a field cannot be named NaN");
  if (lua_getiuservalue(L, 1, LH_FIELDS) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, LH_FIELDS);
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  lh_mark_touched(L, object);
  return 0;
}

// __gc of host objects. Nothing is released while Swift runs, which may be anywhere: then the next cycle does it.
static inline int lh_collect(lua_State *L) {
  lh_object *object = lh_to_object(L, 1);
  if (!object || !lua_checkstack(L, LH_ROOM)) return 0;
  lh_context *context = lh_get_context(L);
  int enforcing = context->enforcing;
  context->enforcing = 0;
  int lives = lh_swift_collect(L, object, enforcing);
  context->enforcing = enforcing;
  // Setting the metatable again arms the finaliser again (Lua manual, section 2.5.3).
  if (lives && lua_getmetatable(L, 1)) lua_setmetatable(L, 1);
  return 0;
}

// A script's finaliser: upvalue 1. Lua runs finalisers without hooks, so it runs in a coroutine of its own, where the time
// limit holds. When the app is being killed it does not run.
static inline int lh_finalize(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (context->expired == LH_KILLED) return 0;
  lua_settop(L, 1);
  int is_outermost = context->deadline == 0;
  if (is_outermost) lh_begin(context);
  lua_State *thread = lua_newthread(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_xmove(L, thread, 2);
  int results = 0;
  int status = lua_resume(thread, L, 1, &results);
  if (is_outermost) lh_end(context);
  if (status == LUA_OK || status == LUA_YIELD) return 0;
  lua_xmove(thread, L, 1);
  return lua_error(L);
}

// The message handler: keeps the error value as it is and leaves the traceback in the registry.
static inline int lh_traceback(lua_State *L) {
  if (!lh_get_context(L)->is_traced) {
    luaL_traceback(L, L, NULL, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, LH_TRACEBACK);
  }
  lua_settop(L, 1);
  return 1;
}

// What is to be put back when script code has run.
typedef struct lh_entry {
  int enforcing, is_outermost;
  lua_State *task;
} lh_entry;

// Script code is going to run, under the limits. The time is that of the outermost entry.
static inline lh_entry lh_enter_script(lh_context *context, lua_State *task) {
  lh_entry entry = {context->enforcing, context->deadline == 0, context->task};
  context->enforcing = 1;
  context->task = task;
  if (entry.is_outermost) {
    context->refusals = 0;
    lh_begin(context);
  }
  return entry;
}

static inline void lh_leave_script(lh_context *context, lh_entry entry, lua_State *L) {
  context->ended = entry.is_outermost ? lh_end(context) : context->expired;
  if (entry.is_outermost && context->ended && context->ended != LH_KILLED) lh_arm_hook(L);
  context->enforcing = entry.enforcing;
  context->task = entry.task;
}

// Calls the function below `arguments` values in protected mode, with the limits on. Leaves the results, or one error
// value. Never raises.
static inline int lh_protected_call(lua_State *L, int arguments, int results) {
  lh_context *context = lh_get_context(L);
  int handler = lua_gettop(L) - arguments;
  lua_pushcfunction(L, lh_traceback);
  lua_insert(L, handler);
  lh_entry entry = lh_enter_script(context, NULL);
  int status = lua_pcall(L, arguments, results, handler);
  lh_leave_script(context, entry, L);
  if (status == LUA_OK && context->ended) {
    // The script has caught the error with its last instruction.
    lua_settop(L, handler);
    lua_pushnil(L);
    status = LUA_ERRRUN;
  }
  lua_remove(L, handler);
  return status;
}

// Resumes a coroutine with the limits on. Leaves what it yielded or returned, or one error value. Never raises.
static inline int lh_resume(lua_State *thread, lua_State *from, int arguments, int *results) {
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

// Closes the variables of a coroutine that has failed or is not to go on, under limits of their own. Returns LUA_OK, or a
// status with an error value on top of its stack: the one it failed with, or that of a variable. Never raises.
static inline int lh_close_coroutine(lua_State *thread, lua_State *from) {
  lh_context *context = lh_get_context(thread);
  if (context->expired) return lua_status(thread) == LUA_YIELD ? LUA_OK : lua_status(thread);
  lh_entry entry = lh_enter_script(context, NULL);
  int status = lua_resetthread(thread);
  lh_leave_script(context, entry, from);
  return status;
}

// Whether what a coroutine has yielded, so many values on top, is a wait of the host's.
static inline int lh_has_waited(lua_State *thread, int count) { return count == 1 && lua_touserdata(thread, -1) == LH_WAIT; }

// [-0, +1] Pushes the traceback of the last error that lh_protected_call caught.
static inline void lh_push_traceback(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, LH_TRACEBACK); }

static inline int lh_do_traceback(lua_State *L) {
  luaL_traceback(L, lua_touserdata(L, 1), NULL, 0);
  return 1;
}

// [-0, +1] Pushes the traceback of a coroutine.
static inline void lh_push_thread_traceback(lua_State *L, lua_State *thread) {
  lua_pushcfunction(L, lh_do_traceback);
  lua_pushlightuserdata(L, thread);
  lua_pcall(L, 1, 1, 0);
}

// Operations that may run metamethods, as C functions to be called in protected mode.
static inline int lh_do_tostring(lua_State *L) { luaL_tolstring(L, 1, NULL); return 1; }
static inline int lh_do_gettable(lua_State *L) { lua_settop(L, 2); lua_gettable(L, 1); return 1; }

#include "finalizers.h"
#include "libraries.h"
#include "lists.h"
#include "luv.h"
