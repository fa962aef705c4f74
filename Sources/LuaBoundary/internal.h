// What the files of this target share, and Swift does not see. Functions that may raise are marked so.
#pragma once
#include "LuaBoundary.h"
#include "SystemCalls.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// MARK: Swift's functions (LuaRuntime/State/Entrances.swift)

// They are entered as Swift enters them.
#define LH_SWIFT __attribute__((swiftcall))
// A host function: returns a count of results on top, -1 with an error value on top, or LH_WAITS.
LH_SWIFT int lh_swift_call(lua_State *L, void *function);
// Methods and properties of host objects, likewise. The object is of the class that they were defined for.
LH_SWIFT int lh_swift_call_method(lua_State *L, void *object, void *method);
LH_SWIFT int lh_swift_get(lua_State *L, void *object, void *property);
LH_SWIFT int lh_swift_set(lua_State *L, void *object, void *property);
// An unknown name, or a receiver of another class: these push an error value and return -1.
LH_SWIFT int lh_swift_unknown(lua_State *L, int writing);
LH_SWIFT int lh_swift_wrong_method(lua_State *L, void *method);
LH_SWIFT int lh_swift_wrong_class(lua_State *L, int class_id);
// Lua no longer reaches the object at 1. Returns whether its userdata lives on; it does unless it may go.
LH_SWIFT int lh_swift_collect(lua_State *L, lh_object *object, int may_go);
// Reports of events: an object that a script may have changed, once each; a callback that a library called has failed, with
// the error value on top, which is popped.
LH_SWIFT void lh_swift_touch(lua_State *L, lh_object *object);
LH_SWIFT void lh_swift_failed(lua_State *L, int status);
// A module before it is searched for, a file that is read as a script, and bytes before they are written.
LH_SWIFT void lh_swift_requires(lua_State *L, const char *name);
LH_SWIFT void lh_swift_loads(lua_State *L, const char *path);
LH_SWIFT void lh_swift_wrote(lua_State *L, const char *bytes, size_t count, int is_error);
// A process before it is started, and a child process that the script or its library waits for.
LH_SWIFT void lh_swift_starts(lua_State *L);
LH_SWIFT void lh_swift_started(lua_State *L, int child);
// A long wait after its end, with its function and the nanoseconds that it took.
LH_SWIFT void lh_swift_waited(lua_State *L, const char *function, uint64_t waited);

// Calls one of them with the limits off.
#define LH_REPORT(L, call)                         \
  do {                                             \
    lh_context *reporting = lh_get_context(L);     \
    int was_enforcing = reporting->enforcing;      \
    reporting->enforcing = 0;                      \
    call;                                          \
    reporting->enforcing = was_enforcing;          \
  } while (0)

// Enters Swift with the limits off, and raises for it, or yields, when it has returned. Ends the function.
#define LH_ENTER(expression)                     \
  lh_context *context = lh_get_context(L);       \
  int enforcing = context->enforcing;            \
  context->enforcing = 0;                        \
  int count = (expression);                      \
  context->enforcing = enforcing;                \
  if (count < 0) return lh_leave(L, count);      \
  lh_tell_collector(L, context);                 \
  return count;

// MARK: Constants

// How many instructions there are between two calls of the hook.
#define LH_HOOK_COUNT 2500
// The size from which an allocation counts as work that takes time.
#define LH_LARGE ((size_t)16384)
// How many values a Swift function can push before it has to ask for room.
#define LH_ROOM (2 * LUA_MINSTACK)
// The registry's traceback of the last error.
#define LH_TRACEBACK ((const void *)(uintptr_t)0x6c6802)
// The superclass of a script's class, while that is a script's too.
#define LH_SUPER ((const void *)(uintptr_t)0x6c6801)

// MARK: boundary.c

// Leaves a host function that returned no count. May raise.
int lh_leave(lua_State *L, int count);

// Whether a thread is that of a task. One that a task creates itself is not.
static inline int lh_is_task(lua_State *L) { return (int)(*(uintptr_t *)lua_getextraspace(L) & LH_TASK); }

// MARK: memory.c

// How many more bytes the host may hold before the collector is informed.
#define LH_UNSEEN ((size_t)256 << 10)

void *lh_allocate(void *data, void *block, size_t old_size, size_t new_size);
// Whether so many bytes more are too many.
static inline int lh_is_over_limit(const lh_context *context, size_t more) {
  return context->limit && context->used + context->held + more > context->limit;
}
// Frees garbage if scripts have no room for so many bytes more. May raise.
void lh_collect_garbage(lua_State *L, size_t more);
// Frees garbage if there is too much; if there still is, the script gets Lua's own error where it allocates next. May raise.
void lh_make_room(lua_State *L);
void lh_pace_collector(lua_State *L, lh_context *context);
// Lets the collector do as much as if Lua had allocated what the host has. May raise. Inline: each return from Swift asks.
static inline void lh_tell_collector(lua_State *L, lh_context *context) {
  if (context->unseen >= LH_UNSEEN && context->enforcing) lh_pace_collector(L, context);
}

// MARK: limits.c

#define LH_MILLISECONDS(count) ((uint64_t)(count) * UINT64_C(1000000))
// A time that never comes.
#define LH_NEVER UINT64_MAX
// The beginning of a call that has no limit.
#define LH_UNLIMITED_CALL UINT64_C(1)

// The limit that a call has reached, on whatever thread it is asked: LH_ENDED, LH_CLOCK_LIMIT or LH_WORK_LIMIT. LH_RUNNING if
// none; `next` is when it can have reached one at the earliest.
int lh_limit_hit(const lh_context *context, uint64_t begun, uint64_t now, uint64_t *next);
// Whether the time of the call that runs is over, or the script is to end for another reason.
int lh_is_over(lh_context *context);
// For C functions: raises if the time is over. A script that catches the error gets no further: the hook comes at once.
void lh_check(lua_State *L);
// To be called on the state's thread.
void lh_prepare_limits(lh_context *context);
void lh_arm_hook(lua_State *L);
// Before and after a function that may wait for something else.
void lh_begin_waiting(lua_State *L, const char *name);
void lh_end_waiting(lua_State *L);

// MARK: watchdog.c

// How often the watchdog looks at a call that runs, and by how much it must be late for the process to have stood still.
#define LH_BEAT LH_MILLISECONDS(250)

// The watchdog shares some words of the context with the state's thread.
static inline uint64_t lh_load(const uint64_t *value) { return __atomic_load_n(value, __ATOMIC_SEQ_CST); }
static inline void lh_store(uint64_t *value, uint64_t new_value) { __atomic_store_n(value, new_value, __ATOMIC_SEQ_CST); }
static inline void lh_add(uint64_t *value, uint64_t more) { __atomic_fetch_add(value, more, __ATOMIC_SEQ_CST); }
static inline void lh_store_waiting(lh_context *context, const char *name) {
  __atomic_store_n(&context->waiting, name, __ATOMIC_RELEASE);
}

// A call from outside begins. Inline, as is its end: each call pays for it.
void lh_begin_limited(lh_context *context);
static inline void lh_begin_call(lh_context *context) {
  __atomic_store_n(&context->interrupted, 0, __ATOMIC_RELAXED);
  if (context->work_limit || lh_load(&context->ending)) lh_begin_limited(context);
  // Its `look_at` never comes, from the end of the last call; a request to end that is just made is seen by the watchdog.
  else __atomic_store_n(&context->begun, LH_UNLIMITED_CALL, __ATOMIC_RELEASE);
}

// The call has returned. Says why its script was to end, if it was.
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

// Wakes the watchdog if it would look later than at a time.
void lh_wake_before(struct lh_watchdog *watchdog, uint64_t time);
// Whether the watchdog has not run for some time.
int lh_has_stood_still(const struct lh_watchdog *watchdog, uint64_t now, uint64_t time);

// MARK: The library

// Puts our functions in the place of Lua's. To be called in protected mode, right after luaL_openlibs.
int lh_install_library(lua_State *L);
// Calls the C function that is an upvalue, in this frame; looks at the time before and after. May raise.
int lh_delegate(lua_State *L, int upvalue);
// A library function that may wait for something else. Upvalues: Lua's own, its name.
int lh_waiting(lua_State *L);
// Reports a file that is read as a script.
void lh_tell_file(lua_State *L, const char *path);
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
int lh_popen(lua_State *L);
// Reports that a process is going to be started, and a child process that the script or its library waits for.
void lh_tell_start(lua_State *L);
void lh_tell_child(lua_State *L, int child);
