// Declarations shared by the files of this target and not visible to Swift. Functions that may raise are marked.
#pragma once
#include "LuaBoundary.h"
#include "SystemCalls.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// MARK: Swift functions (LuaRuntime/State/Entrances.swift)

// They use Swift's calling convention.
#define LH_SWIFT __attribute__((swiftcall))
// A host function: returns the number of results on top, -1 with an error value on top, or LH_WAITS.
LH_SWIFT int lh_swift_call(lua_State *L, void *function);
// Methods and properties of host objects, with the same results. The object is an instance of the class that defines
// them.
LH_SWIFT int lh_swift_call_method(lua_State *L, void *object, void *method);
LH_SWIFT int lh_swift_get(lua_State *L, void *object, void *property);
LH_SWIFT int lh_swift_set(lua_State *L, void *object, void *property);
// An unknown name, or a receiver of another class: push an error value and return -1.
LH_SWIFT int lh_swift_unknown(lua_State *L, int writing);
LH_SWIFT int lh_swift_wrong_method(lua_State *L, void *method);
LH_SWIFT int lh_swift_wrong_class(lua_State *L, int class_id);
// Called when Lua no longer reaches the object at 1. Returns whether its userdata lives on; always true unless
// `may_go`.
LH_SWIFT int lh_swift_collect(lua_State *L, lh_object *object, int may_go);
// Reports an object that a script may have changed, once each, and a failed callback of a library. The error value of
// the latter is on top and is popped.
LH_SWIFT void lh_swift_touch(lua_State *L, lh_object *object);
LH_SWIFT void lh_swift_failed(lua_State *L, int status);
// Reports a module before it is searched for, a file that is read as a script, and bytes before they are written.
LH_SWIFT void lh_swift_requires(lua_State *L, const char *name);
LH_SWIFT void lh_swift_loads(lua_State *L, const char *path);
LH_SWIFT void lh_swift_wrote(lua_State *L, const char *bytes, size_t count, int is_error);
// Reports that a process will be started, and a child process that the script or its library waits for.
LH_SWIFT void lh_swift_starts(lua_State *L);
LH_SWIFT void lh_swift_started(lua_State *L, int child);
// Reports a sample of the call stack: the functions, outermost first, each followed by a null character.
LH_SWIFT void lh_swift_sampled(lua_State *L, const char *functions, size_t count);
// Reports a long wait after its end, with its function and its duration in nanoseconds.
LH_SWIFT void lh_swift_waited(lua_State *L, const char *function, uint64_t waited);

// Pushes the kind and the contents of a value that a message can contain and returns 1; pushes the reason and returns 0
// for other values.
LH_SWIFT int lh_swift_push_contents(lua_State *L, int index);
// Replaces the contents on top by the value.
LH_SWIFT void lh_swift_push_value(lua_State *L, int kind);
// Finds a module for a worker, on its thread.
LH_SWIFT void lh_swift_find_module(const void *finder, const char *name, lh_module *module);
LH_SWIFT void lh_swift_release_finder(const void *finder);

// Calls one of these with the limits off. A worker has no owner to report to.
#define LH_REPORT(L, call)                         \
  do {                                             \
    lh_context *reporting = lh_get_context(L);     \
    if (reporting->worker) break;                  \
    int was_enforcing = reporting->enforcing;      \
    reporting->enforcing = 0;                      \
    call;                                          \
    reporting->enforcing = was_enforcing;          \
  } while (0)

// Enters Swift with the limits off and room for values, and raises or yields after Swift has returned. Ends the function.
#define LH_ENTER(expression)                     \
  if (!lua_checkstack(L, LH_ROOM)) return luaL_error(L, "stack overflow"); \
  lh_context *context = lh_get_context(L);       \
  int enforcing = context->enforcing;            \
  context->enforcing = 0;                        \
  int count = (expression);                      \
  context->enforcing = enforcing;                \
  if (count < 0) return lh_leave(L, count);      \
  lh_report_collector(L, context);                 \
  return count;

// MARK: Constants

// The number of instructions between two calls of the hook.
#define LH_HOOK_COUNT 2500
// The size from which an allocation counts as work that takes time.
#define LH_LARGE ((size_t)16384)
// The number of values that a Swift function can push without reserving room.
#define LH_ROOM (2 * LUA_MINSTACK)

// Distinct light userdata, each with its own number.
#define LH_POINTER(number) ((void *)(uintptr_t)(0x6c6800 + (number)))
// The key of a script class's superclass, if that is a script class too.
#define LH_SUPER LH_POINTER(1)
// The registry's keys: the traceback of the last error.
#define LH_TRACEBACK LH_POINTER(2)
// The table of sentinels, keyed weakly by their objects, and the sentinels' metatable (finalizers.c).
#define LH_SENTINELS LH_POINTER(3)
#define LH_SENTINEL LH_POINTER(4)
// The value that a task yields to wait.
#define LH_WAIT LH_POINTER(5)
// The table that maps metatables of a worker to kinds and back (worker_values.c).
#define LH_KINDS LH_POINTER(6)
// The list of tables in encoded values (encoding.c).
#define LH_ENCODED_TABLES LH_POINTER(7)
// The function that observes lines (lines.c).
#define LH_LINE_OBSERVER LH_POINTER(8)

// MARK: boundary.c

// Pushes the traceback of a thread, like luaL_traceback; of an endless recursion, only the first levels. May raise.
void lh_trace(lua_State *L, lua_State *thread, int level);

// Leaves a host function that returned no count. May raise.
int lh_leave(lua_State *L, int count);

// Whether a thread is a task's own. Coroutines created by a task are not.
static inline int lh_is_task(lua_State *L) { return (int)(*(uintptr_t *)lua_getextraspace(L) & LH_TASK); }

// MARK: memory.c

// How many more bytes the host may hold before it informs the collector.
#define LH_UNSEEN ((size_t)256 << 10)

void *lh_allocate(void *data, void *block, size_t old_size, size_t new_size);
// The bytes held by the other states that share the limit: an app and its workers.
size_t lh_used_by_others(const lh_context *context);
// Whether this many more bytes would exceed the limit.
static inline int lh_is_over_limit(const lh_context *context, size_t more) {
  if (!context->limit) return 0;
  size_t others = context->workers ? lh_used_by_others(context) : 0;
  return context->used + context->held + others + more > context->limit;
}
// Collects garbage if scripts have no room for this many more bytes. May raise.
void lh_collect_garbage(lua_State *L, size_t more);
// Collects garbage if memory exceeds the limit; if it still does, the script's next allocation fails. May raise.
void lh_make_room(lua_State *L);
void lh_pace_collector(lua_State *L, lh_context *context);
// Makes the collector work as if Lua had allocated the host's memory, and collect objects that wait for their owners.
// May raise. Inline, as every return from Swift calls it.
static inline void lh_report_collector(lua_State *L, lh_context *context) {
  if ((context->unseen >= LH_UNSEEN || context->is_behind) && context->enforcing) lh_pace_collector(L, context);
}

// Counts an object whose finalizer has run: whether it lives on.
void lh_count_finalized(lh_context *context, lh_object *object, int lives);
// Counts an object that a script has requested again after its finalizer.
void lh_count_requested(lh_context *context, lh_object *object);

// MARK: limits.c

#define LH_MILLISECONDS(count) ((uint64_t)(count) * UINT64_C(1000000))
// A time that never comes.
#define LH_NEVER UINT64_MAX
// The start time of a call without a limit.
#define LH_UNLIMITED_CALL UINT64_C(1)

// Returns the limit that a call has reached: LH_ENDED, LH_CLOCK_LIMIT or LH_WORK_LIMIT; LH_RUNNING if none. `next` is
// the earliest time at which it can reach one. Callable from any thread.
int lh_limit_hit(const lh_context *context, uint64_t begun, uint64_t now, uint64_t *next);
// For C functions: raises if the time is over. A script that catches the error is stopped again at once by the hook.
void lh_check(lua_State *L);
// Must be called on the state's thread.
void lh_prepare_limits(lh_context *context);
void lh_arm_hook(lua_State *L);
// lines.c: the events that the hook needs for the observer of lines; calls it, unless it is off.
int lh_line_mask(lua_State *L);
void lh_observe_line(lua_State *L, lua_Debug *event);
// profile.c: reports the call stack, unless the last sample was taken a short time ago.
void lh_sample(lua_State *L);
// Called before and after a function that may wait for something.
void lh_begin_waiting(lua_State *L, const char *name);
void lh_end_waiting(lua_State *L);

// MARK: worker_queues.c

// Informs the app of a file that is read as a script, and of a module before it is searched for.
void lh_worker_report(lua_State *L, int kind, const char *text);

// MARK: watchdog.c

// The interval at which the watchdog checks a running call, and the delay from which the process counts as having been
// stopped.
#define LH_BEAT LH_MILLISECONDS(250)
// The maximum lag of the coarse clock, which the hook reads. The watchdog checks limits this much later, so that a
// script whose wait it breaks also finds its time over.
#define LH_TICK LH_MILLISECONDS(10)

// Atomic access to the fields of the context that the watchdog shares with the state's thread.
static inline uint64_t lh_load(const uint64_t *value) { return __atomic_load_n(value, __ATOMIC_SEQ_CST); }
static inline void lh_store(uint64_t *value, uint64_t new_value) { __atomic_store_n(value, new_value, __ATOMIC_SEQ_CST); }
static inline void lh_add(uint64_t *value, uint64_t more) { __atomic_fetch_add(value, more, __ATOMIC_SEQ_CST); }
static inline void lh_store_waiting(lh_context *context, const char *name) {
  __atomic_store_n(&context->waiting, name, __ATOMIC_RELEASE);
}

// Starts a call from outside. Inline, as is its end, because every call pays for it.
void lh_begin_limited(lh_context *context);
static inline void lh_begin_call(lh_context *context) {
  __atomic_store_n(&context->interrupted, 0, __ATOMIC_RELAXED);
  if (context->work_limit || lh_load(&context->ending)) lh_begin_limited(context);
  // `look_at` is still LH_NEVER from the end of the last call; a simultaneous exit request is noticed by the watchdog.
  else __atomic_store_n(&context->begun, LH_UNLIMITED_CALL, __ATOMIC_RELEASE);
}

// Ends a call. Returns why its script had to stop, if it had.
static inline int lh_end_call(lh_context *context) {
  int expired = context->expired;
  __atomic_store_n(&context->look_at, LH_NEVER, __ATOMIC_RELAXED);
  __atomic_store_n(&context->begun, 0, __ATOMIC_RELEASE);
  lh_store_waiting(context, NULL);
  context->is_traced = 0;
  __atomic_store_n(&context->interrupted, 0, __ATOMIC_RELAXED);
  if (expired != LH_KILLED) context->expired = LH_RUNNING;
  return expired;
}

void lh_wake(struct lh_watchdog *watchdog);
// Wakes the watchdog if its next check would be later than a time.
void lh_wake_before(struct lh_watchdog *watchdog, uint64_t time);
// Whether the watchdog has not run for some time.
int lh_has_stood_still(const struct lh_watchdog *watchdog, uint64_t now, uint64_t time);

// MARK: The library

// Replaces functions of Lua's libraries. To be called in protected mode, right after luaL_openlibs.
int lh_install_library(lua_State *L);
// Calls the C function in an upvalue in this frame, checking the time before and after. May raise.
int lh_delegate(lua_State *L, int upvalue);
// A library function that may wait for something. Upvalues: Lua's own function, its name.
int lh_waiting(lua_State *L);
// The same, calling another function, which has the same upvalues.
int lh_wait_in(lua_State *L, lua_CFunction function);
// Reports a file that is read as a script.
void lh_report_file(lua_State *L, const char *path);
// The registry's and the libraries' functions that lh_do_replace_functions sets.
int lh_print(lua_State *L);
int lh_require(lua_State *L);
int lh_set_hook(lua_State *L);
int lh_get_hook(lua_State *L);
int lh_get_info(lua_State *L);
// Replaces the setmetatable or debug.setmetatable on top.
void lh_guard_setmetatable(lua_State *L, int minds_protection);
// Creates the tables for limited finalizers.
void lh_begin_finalizers(lua_State *L);
// patterns.c
int lh_string_find(lua_State *L);
int lh_string_match(lua_State *L);
int lh_string_gmatch(lua_State *L);
int lh_string_gsub(lua_State *L);
// output.c: lua_WarnFunction, io.write, file:write.
void lh_warn(void *data, const char *message, int is_continued);
int lh_io_write(lua_State *L);
int lh_file_write(lua_State *L);
// processes.c: os.execute, io.popen.
int lh_execute(lua_State *L);
int lh_file_read(lua_State *L);
void lh_check_interrupted_pipe(lua_State *L, int index);
int lh_popen(lua_State *L);
// Report that a process will be started, and a child process that the script or its library waits for.
void lh_report_start(lua_State *L);
void lh_report_child(lua_State *L, int child);
