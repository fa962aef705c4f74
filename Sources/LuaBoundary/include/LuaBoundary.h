// What Swift uses beside Lua's own harmless functions: entering scripts and leaving them, limits, objects, and the stack.
//
// Lua raises errors with longjmp, which must never cross a Swift frame. So Swift functions are entered from C functions,
// which raise only after the Swift frame is gone; and what may raise (metamethods, allocation failures inside scripts) runs
// inside lua_pcall. No function here raises, unless it is a lua_CFunction, which Swift only pushes.
//
// `[-0, +1]` before a function: how many values it pops and pushes.
#pragma once
#include "../../../vendor-headers/CLua/CLua.h"
#include <pthread.h>
#include <stdint.h>
#include <time.h>

// MARK: The context of a state

// Why a script is to end.
enum {
  LH_RUNNING = 0, LH_WORK_LIMIT = 1, LH_CLOCK_LIMIT = 2, LH_EXITING = 3, LH_KILLED = 4, LH_ENDED = 5, LH_INTERRUPTED = 6
};

// What one Lua state shares with its Swift owner. Its address is in the extra space of every thread of the state.
typedef struct lh_context {
  void *owner;
  // Memory (memory.c).
  size_t used;       // bytes that Lua holds
  size_t held;       // bytes that the host holds for scripts
  size_t unseen;     // the part of `held` that the collector does not know yet
  size_t limit;      // bytes that scripts may hold; 0 is no limit
  int refusals;      // how many allocations are refused because both are over the limit
  int enforcing;     // whether script code runs, and the limits count
  int is_open;       // whether the state is complete; before, lua_newstate reports a lack of memory
  // The call from outside that runs (limits.c). Times are nanoseconds.
  int expired;           // why the script is to end, or the state is being closed; LH_RUNNING if it is not
  int ended;             // why the script of the last call was ended; LH_RUNNING if it was not
  uint64_t work_limit;   // how much processor time a call may use, and half of what it may take by the clock; 0 is no limit
  uint64_t begun;        // when it began, on the coarse clock; 0: none runs
  uint64_t look_at;      // when its limits are checked next
  uint64_t clock_from, work_from; // from where its time counts, by the clock and of the thread's processor time
  uint64_t work_read, work_read_at; // the last reading of the processor time at the beginning of a call
  clockid_t work_clock;  // the clock of the thread's processor time
  int pauses;            // how many operations of unlimited time are in progress
  int is_paused;         // whether its time stands still
  unsigned library_calls; // of the library's functions, for looking at the clock from time to time
  int is_traced;         // whether the traceback of the script's end is kept
  int interrupted;       // whether the user asked to stop what runs
  uint64_t ending;       // when the process was asked to end; 0 if it was not
  int is_late;           // whether a call was stopped since
  uint64_t closing_since; // when closing the state began; 0 before
  // What a library function waits for, since when and where; NULL if none waits.
  const char *waiting;
  uint64_t waiting_since;
  pthread_t waiting_thread;
  char waiting_at[LUA_IDSIZE + 16];
  // The watchdog's (watchdog.c). `overdue` is called on its thread when a call cannot be stopped, with the limit that it has
  // reached, and the function that waits, if that is known.
  void (*overdue)(void *owner, int limit, const char *waiting);
  struct lh_watchdog *watchdog;
  struct lh_context *next_watched;
  uint64_t limit_call, limit_since; // the call that has reached a limit, by its beginning, and since when
  uint64_t overdue_call;            // the call that was reported
  // Events that Swift is interested in.
  lua_State *task;       // the coroutine that Swift resumed, while it runs
  int traces_touch;      // whether touched objects are reported
  int tells_written;     // whether writes to standard output and error are reported
  int warns;             // whether warnings are written
  int is_within_warning; // whether more of a warning is to come
  int is_distrusted;     // whether control characters in warnings are made visible on a terminal
  int is_luv_ending;     // whether luv's callbacks are no longer called
} lh_context;

// The lowest bit of the address marks a thread of a task, which Swift resumes, and no script.
#define LH_TASK ((uintptr_t)1)

// Inline: each entrance from Lua begins with it.
static inline lh_context *lh_get_context(lua_State *L) {
  return (lh_context *)(*(uintptr_t *)lua_getextraspace(L) & ~LH_TASK);
}

// A new state with all of Lua's libraries; NULL if there is no memory for it.
lua_State *lh_new_state(lh_context *context);

// MARK: Entering scripts

// Calls the function below `arguments` values in protected mode, with the limits on. Leaves the results, or one error value.
int lh_protected_call(lua_State *L, int arguments, int results);

// [-0, +1] Pushes the traceback of the last error that lh_protected_call caught.
void lh_push_traceback(lua_State *L);

// [-0, +1] Pushes the traceback of a coroutine.
void lh_push_thread_traceback(lua_State *L, lua_State *thread);

// [-0, +1] Pushes a new thread for a task.
lua_State *lh_push_task(lua_State *L);

// Resumes a coroutine with the limits on. Leaves what it yielded or returned, or one error value.
int lh_resume(lua_State *thread, lua_State *from, int arguments, int *results);

// Closes the variables of a coroutine that has failed or is not to go on, under limits of their own. Returns LUA_OK, or a
// status with an error value on top of its stack: the one it failed with, or that of a variable.
int lh_close_coroutine(lua_State *thread, lua_State *from);

// Whether the `count` values on top that a coroutine has yielded are a wait of the host.
int lh_has_waited(lua_State *thread, int count);

// Operations that may run metamethods, to be called in protected mode: tostring(value), value[key], a full collection.
int lh_do_tostring(lua_State *L);
int lh_do_gettable(lua_State *L);
int lh_do_gc(lua_State *L);

// MARK: Entered from scripts

// What a Swift function returns instead of a count when the task that called it is to wait.
static const int LH_WAITS = -2;

// A host function: upvalue 1 is the Swift function.
int lh_call(lua_State *L);

// A method: upvalue 1 is the Swift function, upvalue 2 the class that it was defined for.
int lh_call_method(lua_State *L);

// __index, __newindex, __pairs and __gc of host objects. Upvalues of the first two: the innermost script class or nil, the
// properties by name, the built-in methods by name, whether an unknown name is an error, the Swift class.
int lh_index(lua_State *L);
int lh_newindex(lua_State *L);
int lh_pairs(lua_State *L);
int lh_collect(lua_State *L);

// __index of a script's class: upvalue 1 is the built-in class it inherits from.
int lh_class_index(lua_State *L);

// `next`, even if a script has replaced its own.
int lh_next_field(lua_State *L);

// MARK: Objects

enum { LH_FIELDS = 1, LH_HANDLERS = 2, LH_OWNED = 3, LH_USER_VALUES = 3 };
// How deep Swift classes may inherit.
#define LH_DEPTH 16

// A Swift class and its superclasses, so that whether an object is of a class is one comparison.
typedef struct lh_class {
  int id;
  int depth;                             // its own place in the line
  const struct lh_class *line[LH_DEPTH]; // from the outermost to itself
} lh_class;

// A Swift object as a full userdata.
typedef struct lh_object {
  uint64_t magic;
  void *object;          // retained; NULL when it is released
  const lh_class *kind;  // the innermost Swift class
  int class_id;          // the class, which may be a script's
  int touched;
} lh_object;

#define LH_MAGIC UINT64_C(0x6c7561686f737431)

// Makes a class that has the line of its superclass a class of its own.
void lh_begin_class(lh_class *kind, int id, int depth);

// [-0, +1] Pushes a new userdata for an object, which it takes over.
void lh_push_object(lua_State *L, void *object, const lh_class *kind, int class_id);

// [-1, +0] Pops a class and makes it the superclass of the class at an index, while both are scripts'.
void lh_set_super(lua_State *L, int index);

// The object at an index, or NULL if there is something else: forged and foreign userdata too. Inline: each object that is
// an argument or a receiver is read by it.
static inline lh_object *lh_to_object(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || lua_rawlen(L, index) != sizeof(lh_object)) return NULL;
  lh_object *object = (lh_object *)lua_touserdata(L, index);
  if (object->magic != LH_MAGIC || !object->object) return NULL;
  return object;
}

// MARK: The stack

static const int LH_REGISTRY = LUA_REGISTRYINDEX;

// Inline, as Lua's own macros for these are: what would be called does nothing else.
static inline void lh_set_top(lua_State *L, int index) { lua_settop(L, index); }
static inline void lh_pop(lua_State *L, int count) { lua_settop(L, -count - 1); }

// [-0, +1] Pushes a string of bytes; `bytes` may be NULL if there are none.
void lh_push_bytes(lua_State *L, const void *bytes, size_t count);

// [-upvalues, +1] Pushes a C function.
void lh_push_closure(lua_State *L, lua_CFunction function, int upvalues);

// [-0, +1] Pushes a new table.
void lh_push_table(lua_State *L, size_t items, size_t keys);

// The bytes of the string at an index; NULL if there is something else. Numbers are not converted to strings.
const char *lh_bytes(lua_State *L, int index, size_t *count);

// [-1, +1] Pops a key and pushes its value in the table at an index; nil if there is no table.
int lh_raw_get(lua_State *L, int table);

// [-0, +1] Pushes an item of the table at an index; nil if there is no table.
int lh_raw_get_item(lua_State *L, int table, lua_Integer item);

// [-0, +1] Pushes the value of a light userdata in the table at an index; nil if there is no table.
int lh_raw_get_pointer(lua_State *L, int table, const void *key);

// [-2, +0] Pops a value and a key, and sets it in the table at an index. Returns 0 if there is no table, or the key is nil
// or not a number.
int lh_raw_set(lua_State *L, int table);

// [-1, +0] Pops a value and makes it an item of the table at an index. Returns 0 if there is no table.
int lh_raw_set_item(lua_State *L, int table, lua_Integer item);

// [-1, +0] Pops a value and sets it under a light userdata in the table at an index. Returns 0 if there is no table.
int lh_raw_set_pointer(lua_State *L, int table, const void *key);

// [-2, +2] Replaces a key and its value on top, or two nils, by the next pair of the table at an absolute index and returns 1.
// After the last one pops both and returns 0; returns -1 if it cannot go on because the key is no longer in the table.
int lh_next(lua_State *L, int table);

// [-1, +0] Pops a table or nil and makes it the metatable of the value at an index. Returns 0 if it is neither.
int lh_set_metatable(lua_State *L, int index);

// [-0, +1] Pushes a user value of the userdata at an index; nil if there is none.
int lh_get_user_value(lua_State *L, int index, int number);

// [-1, +0] Pops a value and makes it a user value of the userdata at an index. Returns 0 if there is none.
int lh_set_user_value(lua_State *L, int index, int number);

// [-1, +0] Pops a value and keeps it in the registry. Returns its slot.
int lh_keep(lua_State *L);

// [-0, +0] Releases a slot.
void lh_release(lua_State *L, int slot);

// [-0, +1] Pushes the value in a slot. Inline: each call into a script begins with it, and it does nothing else.
static inline void lh_push_kept(lua_State *L, int slot) { lua_rawgeti(L, LUA_REGISTRYINDEX, slot); }

// [-0, +1] Pushes `script:line: ` of the function that runs at a level; "" if no script defines it.
void lh_push_place(lua_State *L, int level);

// [-0, +1] Pushes `script:line` of where the function at an index is defined; nil if no script defines it.
void lh_push_definition(lua_State *L, int index);

// [-0, +1] Pushes the name of the chunk that the function at an index comes from; nil if no script defines it.
void lh_push_source(lua_State *L, int index);

// Whether the function that runs was called with a dot, as `object.method(...)`.
int lh_is_called_with_dot(lua_State *L);

// [-0, +1] Compiles the text of a chunk and pushes it as a function, or an error message. Returns a status.
int lh_load_buffer(lua_State *L, const char *bytes, size_t count, const char *name, const char *mode);

// A hash of the list at an index and of the tables in it: whether a copy of one was changed.
uint64_t lh_list_print(lua_State *L, int index);

// MARK: Limits

uint64_t lh_now(void);

// A call from outside begins, and its time.
void lh_begin(lh_context *context);

// The hook of every thread. Swift sets it where the state is closed without running scripts.
void lh_hook(lua_State *L, lua_Debug *event);

// The time of the call that runs stands still until lh_go_on gets what lh_pause has returned.
typedef struct lh_paused {
  int counts;
  uint64_t clock, work;
} lh_paused;
lh_paused lh_pause(lh_context *context);
void lh_go_on(lh_context *context, lh_paused paused);

// The file and line of the wait; empty if they are not known.
const char *lh_waiting_place(const lh_context *context);

// Starts a watchdog, a thread that is never ended; NULL if the system has no thread for it.
struct lh_watchdog *lh_watchdog_new(void);
void lh_watch_context(struct lh_watchdog *watchdog, lh_context *context);
void lh_unwatch_context(lh_context *context);

// The script is to end: what runs, and what is still called, gets little time. From any thread.
void lh_request_end(lh_context *context);
// The same for all states that there are, and those that are being created.
void lh_request_end_of_all(struct lh_watchdog *watchdog);

// Whether the process is to exit, and a script waits for something else though its time is over. From any thread.
int lh_end_awaits_others(struct lh_watchdog *watchdog);

// The user asks to stop what runs, in all states: returns whether something does. From any thread.
int lh_request_interrupt_of_all(struct lh_watchdog *watchdog);

// MARK: In place of functions of Lua's libraries

// The registry's Swift function that gets each printed line.
#define LH_PRINT "luahost.print"

// print, require, debug.sethook, debug.gethook, debug.getinfo.
int lh_print(lua_State *L);
int lh_require(lua_State *L);
int lh_set_hook(lua_State *L);
int lh_get_hook(lua_State *L);
int lh_get_info(lua_State *L);

// Makes xpcall of Lua's own and a function that makes handlers.
int lh_make_xpcall(lua_State *L);

// Returns whether the time of the call is over.
int lh_time_is_over(lua_State *L);

// Writes what a script has printed, byte for byte.
void lh_write_output(const void *bytes, size_t count);

// Writes a line to standard error with its control characters made visible. Takes no lock of the stream: its thread may be
// stuck.
void lh_write_error(const char *bytes, size_t count);

// [-1, +1] Replaces Lua's own setmetatable or debug.setmetatable on top.
void lh_guard_setmetatable(lua_State *L, int minds_protection);

// [-0, +0] Creates what limited finalisers need.
void lh_begin_finalizers(lua_State *L);

// MARK: luv

// The functions of luv and libuv that are used. The loop's memory is malloc's.
typedef int (*lh_luv_caller)(lua_State *L, int arguments, int results, int flags);
typedef struct lh_luv {
  void *loop;
  lua_CFunction open;
  void (*set_loop)(lua_State *L, void *loop);
  void (*set_callback)(lua_State *L, lh_luv_caller caller);
  void (*set_thread)(lua_State *L, lh_luv_caller caller);  // NULL if luv is too old for that
  void (*set_thread_cb)(lua_State *(*acquire)(void), void (*release)(lua_State *L));
  size_t (*loop_size)(void);
  int (*loop_init)(void *loop), (*loop_close)(void *loop), (*run)(void *loop, int mode);
  int (*backend_fd)(const void *loop), (*backend_timeout)(const void *loop), (*loop_alive)(const void *loop);
  int (*is_closing)(const void *handle);
  void (*update_time)(void *loop), (*close)(void *handle, void (*closed)(void *handle));
  void (*walk)(void *loop, void (*visit)(void *handle, void *argument), void *argument);
} lh_luv;

enum { LH_RUN_ONCE = 1, LH_RUN_NOWAIT = 2 };

// Opens the library and finds its functions. Returns NULL, or what is missing: dlerror's words, or a symbol's name.
const char *lh_luv_load(lh_luv *luv, const char *path);

// Opens the module: 1 is lh_luv. To be called in protected mode.
int lh_do_open_luv(lua_State *L);

// Closes all that the loop has; its callbacks are no longer called. Returns whether nothing of it is left: what threads
// still work on after so many nanoseconds is not waited for.
int lh_luv_end(lh_luv *luv, lh_context *context, uint64_t most);
