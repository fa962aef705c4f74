// The interface for Swift, in addition to Lua's functions that cannot raise: entering and leaving scripts, limits,
// objects and the stack.
//
// Lua raises errors with longjmp, which must never cross a Swift frame. Therefore Swift functions are entered from C
// functions, which raise only after the Swift frame is gone, and operations that may raise (metamethods, allocation
// failures in scripts) run inside lua_pcall. No function here raises, except those of type lua_CFunction, which Swift
// only pushes.
//
// `[-0, +1]` before a function: the number of values it pops and pushes.
#pragma once
#include "../../../vendor-headers/CLua/CLua.h"
#include <pthread.h>
#include <stdint.h>
#include <time.h>

// MARK: The context of a state

// Why a script must stop.
enum {
  LH_RUNNING = 0, LH_WORK_LIMIT = 1, LH_CLOCK_LIMIT = 2, LH_EXITING = 3, LH_KILLED = 4, LH_ENDED = 5, LH_INTERRUPTED = 6,
  LH_CANCELLED = 7
};

struct lh_worker;
struct lh_encoder;
// The workers of an app.
typedef struct lh_workers lh_workers;

// The data that a Lua state shares with its Swift owner. Its address is in the extra space of every thread of the
// state.
typedef struct lh_context {
  void *owner;
  // Memory (memory.c).
  size_t used;       // bytes held by Lua
  size_t held;       // bytes held by the host for scripts
  size_t unseen;     // the part of `held` that the collector does not know yet
  size_t limit;      // the maximum number of bytes for scripts; 0 is unlimited
  lh_workers *workers; // the workers that share the limit; NULL before there are any
  size_t objects;    // the number of userdata with an object
  size_t lingering;  // the number of those that have outlived their finalizer and probably end soon
  int is_behind;     // whether the collector must not pause before its next cycle because of them
  size_t resume_at;  // the number of bytes at which the paused collector resumes; 0 if it is not paused
  int refusals;      // how many allocations to refuse because both together exceed the limit
  int enforcing;     // whether script code runs and the limits apply
  int is_open;       // whether the state is complete; before, lua_newstate reports a lack of memory
  lua_State *main;       // the main thread, with a message handler at the bottom of its stack; NULL in a worker
  // The current call from outside (limits.c). Times are in nanoseconds.
  int expired;           // why the script must stop, or the state is being closed; LH_RUNNING otherwise
  int ended;             // why the script of the last call was stopped; LH_RUNNING if it was not
  uint64_t work_limit;   // the limit of processor time for a call, and half of the limit of real time; 0 is unlimited
  uint64_t begun;        // when the call began, on the coarse clock; 0 if there is none
  uint64_t look_at;      // when its limits are checked next
  uint64_t clock_from, work_from; // the start of its measured time: real time, and processor time of the thread
  uint64_t work_read, work_read_at; // the last reading of the processor time at the start of a call
  clockid_t work_clock;  // the clock of the thread's processor time
  int pauses;            // the number of nested operations without a time limit
  int is_paused;         // whether the time is paused
  unsigned library_calls; // number of library calls, to check the clock at intervals
  int is_traced;         // whether the traceback of the script's end is recorded
  int interrupted;       // whether the user requested an interrupt
  // Of a worker, which has no owner (workers.c).
  struct lh_worker *worker;
  int is_cancelled;      // whether the worker must stop; accessed atomically
  uint64_t ending;       // when the process was asked to exit; 0 if it was not
  int is_late;           // whether a call was stopped since
  uint64_t closing_since; // when closing the state began; 0 before
  // The library function that is waiting, with its start, thread and place; NULL if there is none.
  const char *waiting;
  uint64_t waiting_since;
  pthread_t waiting_thread;
  char waiting_at[LUA_IDSIZE + 16];
  // Data of the watchdog (watchdog.c). `overdue` is called on its thread when a call cannot be stopped, with the limit
  // that was reached, and the waiting function if it is known.
  void (*overdue)(void *owner, int limit, const char *waiting);
  struct lh_watchdog *watchdog;
  struct lh_context *next_watched;
  uint64_t limit_call, limit_since; // the call that has reached a limit, identified by its start, and when it did
  uint64_t overdue_call;            // the call that was reported
  // Events reported to Swift.
  lua_State *task;       // the coroutine resumed by Swift, while it runs
  int traces_touch;      // whether touched objects are reported
  int reports_written;     // whether writes to standard output and error are reported
  int warns;             // whether warnings are printed
  int is_within_warning; // whether the current warning is incomplete
  int is_distrusted;     // whether control characters in warnings are made visible on a terminal
  int is_luv_ending;     // whether luv's callbacks are no longer called
  int is_profiled;       // whether the hook samples the call stack (profile.c)
  int has_line_observer, observes_lines; // whether there is an observer of lines, and whether it is called (lines.c)
  uint64_t next_sample;  // the time before which no sample is taken
  char caller[LUA_IDSIZE + 16]; // the last place that lh_caller_place has returned
  struct lh_loan *loans; // the calls to which objects are lent, the innermost first
  uint64_t last_loan;    // the number of the last one
  struct lh_encoder *encoder; // encodes values for a coder (encoding.c); NULL before it is used
} lh_context;

// The lowest bit of the address marks a task's thread, which only Swift resumes.
#define LH_TASK ((uintptr_t)1)

// Inline, as every entry from Lua begins with it.
static inline lh_context *lh_get_context(lua_State *L) {
  return (lh_context *)(*(uintptr_t *)lua_getextraspace(L) & ~LH_TASK);
}

// Creates a state with all of Lua's libraries; NULL if there is not enough memory.
lua_State *lh_new_state(lh_context *context);

// MARK: Entering scripts

// Calls the function below `arguments` values in protected mode, under the limits. Leaves the results, or one error
// value.
int lh_protected_call(lua_State *L, int arguments, int results);

// [-0, +1] Pushes the traceback of the last error caught by lh_protected_call.
void lh_push_traceback(lua_State *L);

// [-0, +1] Pushes the traceback of a coroutine.
void lh_push_thread_traceback(lua_State *L, lua_State *thread);

// [-0, +1] Pushes a new thread for a task.
lua_State *lh_push_task(lua_State *L);

// Resumes a coroutine under the limits. Leaves the yielded or returned values, or one error value.
int lh_resume(lua_State *thread, lua_State *from, int arguments, int *results);

// Closes the variables of a coroutine that has failed or is cancelled, under their own limits. Returns LUA_OK, or a
// status with an error value on top of the coroutine's stack: its own error, or that of a variable.
int lh_close_coroutine(lua_State *thread, lua_State *from);

// Whether the `count` values on top, yielded by a coroutine, are a wait of the host.
int lh_has_waited(lua_State *thread, int count);

// Operations that may run metamethods, to be called in protected mode: tostring(value), value[key],
// value[key] = value, a full collection.
int lh_do_tostring(lua_State *L);
int lh_do_gettable(lua_State *L);
int lh_do_settable(lua_State *L);
int lh_do_gc(lua_State *L);

// MARK: Observing lines

// [-1, +0] Pops a function that is called, while observes_lines is set, with whether a line of a script is about to run;
// otherwise a function returns. Must be called before scripts create coroutines.
void lh_set_line_observer(lua_State *L);
// [-0, +1] Pushes a function that returns Lua's debug library, which scripts in the sandbox do not have.
void lh_push_debug_opener(lua_State *L);

// MARK: Entry points for scripts

// Returned by a Swift function instead of a count to make the calling task wait.
static const int LH_WAITS = -2;

// A host function: upvalue 1 is the Swift function.
int lh_call(lua_State *L);

// A method: upvalue 1 is the Swift function, upvalue 2 the class that defines it.
int lh_call_method(lua_State *L);

// __index, __newindex, __pairs and __gc of host objects. Upvalues of the first two: the innermost script class or nil,
// the properties and built-in methods by name, whether an unknown name is an error, the Swift class.
int lh_index(lua_State *L);
int lh_newindex(lua_State *L);
int lh_pairs(lua_State *L);
int lh_collect(lua_State *L);

// The __index of a script's class. Upvalues: the built-in class from which it inherits, the members of the class itself.
int lh_class_index(lua_State *L);

// `next`, even if a script has replaced the global.
int lh_next_field(lua_State *L);

// MARK: Objects

enum { LH_FIELDS = 1, LH_HANDLERS = 2, LH_OWNED = 3, LH_USER_VALUES = 3 };
// The maximum depth of Swift classes.
#define LH_DEPTH 16

// A Swift class and its superclasses, so that a class check is a single comparison.
typedef struct lh_class {
  int id;
  int depth;                             // the class's own index in the line
  const struct lh_class *line[LH_DEPTH]; // from the root class to this one
} lh_class;

// A Swift object in a full userdata.
typedef struct lh_object {
  uint64_t magic;
  void *object;          // retained; NULL after its release
  const lh_class *kind;  // the innermost Swift class
  int class_id;          // the class, which may be a script's
  int16_t touched;
  int16_t survivals;     // how often it has outlived its finalizer, as Swift or a task still held it
} lh_object;

#define LH_MAGIC UINT64_C(0x6c7561686f737431)

// Initializes a class with a copy of its superclass's line.
void lh_begin_class(lh_class *kind, int id, int depth);

// [-0, +1] Pushes a new userdata for an object and takes ownership of the object.
void lh_push_object(lua_State *L, void *object, const lh_class *kind, int class_id);

// Finds a lent object; see lh_to_object.
lh_object *lh_to_lent(lua_State *L, int index);

// [-0, +1 or 0] Pushes the userdata of an object, which a table with a reference contains by the object's address, and
// returns 1; returns 0 if there is none.
int lh_push_known(lua_State *L, int table, const void *object);

// [-1, +0] Pops a class and makes it the superclass of the class at an index, if both are script classes.
void lh_set_super(lua_State *L, int index);

// [-3, +2 or 0] Pops a userdata, the innermost script class of its object or nil, and a name. If a field of the object, or
// the class or a superclass, is a function of this name, pushes it and the userdata and returns 1; otherwise returns 0.
int lh_find_override(lua_State *L);

// Returns the object at an index; NULL for any other value, including forged and foreign userdata. Inline, as every
// object argument and receiver is read through it.
static inline lh_object *lh_to_object(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA) return NULL;
  if (lua_rawlen(L, index) != sizeof(lh_object)) return lh_to_lent(L, index);
  lh_object *object = (lh_object *)lua_touserdata(L, index);
  if (object->magic != LH_MAGIC || !object->object) return NULL;
  return object;
}

// MARK: Lent objects
//
// An object can be lent to a script for the time of a call. Its userdata then costs much less: it does not retain the
// object, has no finalizer, and is not found by the object. After the call, it stands for another object. That is
// checked at each use, as a script may keep the userdata anywhere.

// A call to which objects are lent.
typedef struct lh_loan {
  uint64_t number;
  struct lh_loan *outer;
} lh_loan;

// The userdata of a lent object. It has no user values, so that it is never recorded as touched.
typedef struct lh_lent {
  lh_object object;  // retained elsewhere, with a magic number of its own
  uint64_t loan;     // the number of the call; 0 after its end was noticed
  void *successor;   // the object for which it stands after the call, which lives as long as the state
} lh_lent;

#define LH_LENT_MAGIC UINT64_C(0x6c7561686f737432)

// Begins a call, and returns its number. Calls end in the reverse order.
uint64_t lh_begin_loan(lh_context *context);
void lh_end_loan(lh_context *context);

// [-0, +1] Pushes a new userdata for an object lent to a call.
void lh_push_lent(lua_State *L, void *object, void *successor, uint64_t loan, const lh_class *kind, int class_id);

// MARK: Encoding

// Encodes the values of one callback for a coder.
typedef struct lh_encoder lh_encoder;

// An item of a coder: the offsets of its key's text, of its CBOR item, and of its end, and the tables that it contains.
typedef struct lh_encoded_item {
  size_t key, start, end;
  int first_table, table_count;
} lh_encoded_item;

// What was encoded, valid until lh_end_encoding. Tables are given by their addresses, in the order in which they begin.
typedef struct lh_encoded {
  const unsigned char *bytes;
  const lh_encoded_item *items;
  size_t item_count;
  const void *const *tables;
  int table_count;
  size_t largest_map;     // the most bytes of the map of all items; 0 if there are none
  struct lh_name *names;  // room for the keys of the items
} lh_encoded;

// [-0, +1] Pushes the method that encodes a value, with the Swift function and the class that define it. Most values for
// the coder of lh_begin_encoding are encoded in C, the others by the Swift function.
void lh_push_encode(lua_State *L, void *method, const lh_class *kind);

// [-0, +0] Starts encoding for the coder with an object, which has no items yet.
void lh_begin_encoding(lua_State *L, void *coder, int takes_tables);
lh_encoded lh_encoded_items(lua_State *L);
// Writes the items as a deterministic map, and returns its size. Requires at least one item, and room for the largest map.
size_t lh_write_map(lh_encoded encoded, unsigned char *map);
// [-0, +1] Pushes a new list of the tables.
void lh_push_encoded_tables(lua_State *L);
// [-0, +0] Stops encoding for the coder and forgets what was encoded.
void lh_end_encoding(lua_State *L);
void lh_free_encoder(lh_context *context);

// MARK: The stack

static const int LH_REGISTRY = LUA_REGISTRYINDEX;

// Inline, like Lua's own macros for these operations.
static inline void lh_set_top(lua_State *L, int index) { lua_settop(L, index); }
static inline void lh_pop(lua_State *L, int count) { lua_settop(L, -count - 1); }

// [-0, +1] Pushes a string of bytes; `bytes` may be NULL if `count` is 0.
void lh_push_bytes(lua_State *L, const void *bytes, size_t count);

// [-upvalues, +1] Pushes a C function.
void lh_push_closure(lua_State *L, lua_CFunction function, int upvalues);

// [-0, +1] Pushes a new table.
void lh_push_table(lua_State *L, size_t items, size_t keys);

// Returns the bytes of the string at an index; NULL for any other value. Numbers are not converted.
const char *lh_bytes(lua_State *L, int index, size_t *count);

// [-1, +1] Pops a key and pushes its value in the table at an index; nil if there is no table.
int lh_raw_get(lua_State *L, int table);

// [-0, +1] Pushes an item of the table at an index; nil if there is no table.
int lh_raw_get_item(lua_State *L, int table, lua_Integer item);

// [-0, +1] Pushes the value with a light userdata key in the table at an index; nil if there is no table.
int lh_raw_get_pointer(lua_State *L, int table, const void *key);

// [-2, +0] Pops a value and a key and sets them in the table at an index. Returns 0 if there is no table, or the key is
// nil or NaN.
int lh_raw_set(lua_State *L, int table);

// [-1, +0] Pops a value and sets it as an item of the table at an index. Returns 0 if there is no table.
int lh_raw_set_item(lua_State *L, int table, lua_Integer item);

// [-1, +0] Pops a value and sets it with a light userdata key in the table at an index. Returns 0 if there is no table.
int lh_raw_set_pointer(lua_State *L, int table, const void *key);

// [-2, +2] Replaces a key and its value on top, or two nils at the start, by the next pair of the table at an absolute
// index, and returns 1. After the last pair, pops both and returns 0; returns -1 if the key is no longer in the table.
int lh_next(lua_State *L, int table);

// The keys of a table. It is a list if its keys are the integers from 1 to the number of its pairs.
typedef struct lh_table_keys {
  size_t count;
  int is_list;
  int contains_tables; // whether a key or a value is a table
} lh_table_keys;

// [-0, +0] Reads the keys of the table at an absolute index; none if there is no table. Requires room for 2 values.
lh_table_keys lh_read_keys(lua_State *L, int table);

// [-1, +0] Pops a table or nil and sets it as the metatable of the value at an index. Returns 0 if it is neither.
int lh_set_metatable(lua_State *L, int index);

// [-0, +1] Pushes a user value of the userdata at an index; nil if there is none.
int lh_get_user_value(lua_State *L, int index, int number);

// [-1, +0] Pops a value and sets it as a user value of the userdata at an index. Returns 0 if there is none.
int lh_set_user_value(lua_State *L, int index, int number);

// [-1, +0] Pops a value and stores it in the registry. Returns its slot.
int lh_keep(lua_State *L);

// [-0, +0] Releases a slot.
void lh_release(lua_State *L, int slot);

// [-0, +1] Pushes the value in a slot. Inline, as every call into a script begins with it.
static inline void lh_push_kept(lua_State *L, int slot) { lua_rawgeti(L, LUA_REGISTRYINDEX, slot); }

// [-0, +1] Pushes `script:line: ` for the function running at a level; "" if it is not a script's.
void lh_push_place(lua_State *L, int level);

// Returns the first place in a script, as `file:line`, at a level of the stack or above it, up to level 10; NULL if there is
// none. It is valid until the next call.
const char *lh_caller_place(lua_State *L, int first);

// [-0, +1] Pushes `script:line` for the definition of the function at an index; nil if it is not a script's.
void lh_push_definition(lua_State *L, int index);

// [-0, +1] Pushes the chunk name of the function at an index; nil if it is not a script's.
void lh_push_source(lua_State *L, int index);

// [-0, +1 or 0] Pushes the function that runs at a level of the call stack and returns 1; 0 if there is no such level.
int lh_push_running(lua_State *L, int level);

// Whether the running function was called with a dot, as in `object.method(...)`.
int lh_is_called_with_dot(lua_State *L);

// [-0, +1] Compiles a chunk and pushes it as a function, or an error message. Returns a status.
int lh_load_buffer(lua_State *L, const char *bytes, size_t count, const char *name, const char *mode);
// Returns the compiled code of the Lua function on top, with its names and lines, which the caller frees; NULL if there is not
// enough memory or it is no Lua function.
char *lh_dump(lua_State *L, size_t *count);

// Returns a hash of the list at an index and of the tables in it, to detect changes.
uint64_t lh_list_print(lua_State *L, int index);

// MARK: The collector

// Stops the collector until lh_resume_collector is called, or scripts and host together hold this many more bytes. Has
// no effect if a script has stopped it. At the memory limit, garbage is collected nevertheless.
void lh_pause_collector(lua_State *L, size_t more);
void lh_resume_collector(lua_State *L);

// MARK: Limits

uint64_t lh_now(void);

// Starts a call from outside, and its time.
void lh_begin(lh_context *context);

// The hook of every thread. Swift sets it when the state is closed without running scripts.
void lh_hook(lua_State *L, lua_Debug *event);

// Whether the time of the current call is over, or the script must stop for another reason.
int lh_is_over(lh_context *context);

// Pauses the time of the current call until lh_go_on is called with the result of lh_pause.
typedef struct lh_paused {
  int counts;
  uint64_t clock, work;
} lh_paused;
lh_paused lh_pause(lh_context *context);
void lh_go_on(lh_context *context, lh_paused paused);

// Returns the file and line of the wait; empty if they are unknown.
const char *lh_waiting_place(const lh_context *context);

// Starts a watchdog thread, which runs forever; NULL if no thread can be created.
struct lh_watchdog *lh_watchdog_new(void);
void lh_watch_context(struct lh_watchdog *watchdog, lh_context *context);
void lh_unwatch_context(lh_context *context);

// Requests that the script stop: the current call, and all later ones, get little time. Callable from any thread.
void lh_request_end(lh_context *context);
// The same for all existing states and those created later.
void lh_request_end_of_all(struct lh_watchdog *watchdog);

// Whether the process was asked to exit and a script is still waiting although its time is over. Callable from any
// thread.
int lh_end_awaits_others(struct lh_watchdog *watchdog);

// Requests an interrupt by the user in all states. Returns whether any script is running. Callable from any thread.
int lh_request_interrupt_of_all(struct lh_watchdog *watchdog);

// MARK: Replacements of functions in Lua's libraries

// The registry key of the Swift function that receives printed lines.
#define LH_PRINT "luahost.print"

// Replaces print, require, setmetatable and functions of debug. To be called in protected mode.
int lh_do_replace_functions(lua_State *L);

// Creates xpcall from Lua's own and a function that wraps handlers.
int lh_make_xpcall(lua_State *L);

// Returns whether the time of the call is over.
int lh_time_is_over(lua_State *L);

// Writes a script's output unchanged.
void lh_write_output(const void *bytes, size_t count);

// Writes a line to standard error with control characters made visible. Does not lock the stream, as the thread that
// holds the lock may be stuck.
void lh_write_error(const char *bytes, size_t count);

// MARK: luv

// The functions of luv and libuv in use. The loop is allocated with malloc.
typedef int (*lh_luv_caller)(lua_State *L, int arguments, int results, int flags);
typedef struct lh_luv {
  void *loop;
  lua_CFunction open;
  void (*set_loop)(lua_State *L, void *loop);
  void (*set_callback)(lua_State *L, lh_luv_caller caller);
  void (*set_thread)(lua_State *L, lh_luv_caller caller);  // NULL if luv is too old
  void (*set_cthread)(lua_State *L, int (*caller)(lua_State *L, lua_CFunction function, void *data, int flags));  // the same
  void (*set_thread_cb)(lua_State *(*acquire)(void), void (*release)(lua_State *L));
  size_t (*loop_size)(void);
  int (*loop_init)(void *loop), (*loop_close)(void *loop), (*run)(void *loop, int mode);
  int (*backend_fd)(const void *loop), (*backend_timeout)(const void *loop), (*loop_alive)(const void *loop);
  int (*is_closing)(const void *handle);
  void (*update_time)(void *loop), (*close)(void *handle, void (*closed)(void *handle));
  void (*walk)(void *loop, void (*visit)(void *handle, void *argument), void *argument);
} lh_luv;

enum { LH_RUN_ONCE = 1, LH_RUN_NOWAIT = 2 };

// Opens the library and resolves its functions. Returns NULL, or what is missing: the message of dlerror, or a symbol's
// name.
const char *lh_luv_load(lh_luv *luv, const char *path);

// Opens the module; argument 1 is the lh_luv. To be called in protected mode.
int lh_do_open_luv(lua_State *L);

// Closes all handles of the loop; their callbacks are no longer called. Returns whether the loop is empty. Threads
// still working after `most` nanoseconds are not waited for.
int lh_luv_end(lh_luv *luv, lh_context *context, uint64_t most);

// MARK: Workers

// A worker runs Lua on a thread, in a state of its own. Its functions are in C; it enters Swift only to find modules.
typedef struct lh_worker lh_worker;

// A copy of Lua values outside of any state, or another message from a worker.
typedef struct lh_message lh_message;

enum {
  LH_SENT,      // values for the other side
  LH_PRINTED,   // a line of `print`
  LH_REQUIRES,  // the name of a module, before it is searched for
  LH_LOADS,     // the path of a file that is read as a script
  LH_REFUSED,   // the name of a function that a trial run refuses, a newline, and the message
  LH_EXITS,     // the exit code as text: the worker has called `os.exit`
  LH_RETURNED,  // the results
  LH_FAILED     // the error value, or its text, and the traceback
};

// A module found for a worker: its path and text, allocated with malloc, or the message that it was not found.
typedef struct lh_module {
  char *path, *text, *message;
  size_t length;
} lh_module;

// The text of a chunk of the host.
typedef struct lh_text {
  const char *bytes;
  size_t count;
} lh_text;

// The chunks that prepare a worker's state. They exist as long as the process.
typedef struct lh_worker_chunks {
  lh_text prelude, withhold, worker, json, codec;
} lh_worker_chunks;

// The capabilities of a worker's scripts: a bit for each name in lh_worker_settings.
typedef struct lh_worker_settings {
  const lh_worker_chunks *chunks;
  unsigned capabilities;      // bits, in the order of `capability_names`
  unsigned refused;           // further bits: those that the app has, but whose functions raise an error in a trial run
  const char *const *capability_names;  // ends with NULL; exists as long as the process
  const char *path, *cpath;   // those of the app's `package`, copied; NULL without access to files
  const void *finder;         // finds modules; NULL if Lua's own `package` does. Taken over
} lh_worker_settings;

// Creates the workers of an app; NULL if no descriptor is left. The descriptor is readable when a worker has sent
// something.
lh_workers *lh_workers_new(void);
int lh_workers_descriptor(const lh_workers *workers);
// Makes the descriptor unreadable until a worker sends something again.
void lh_workers_settle(lh_workers *workers);
// Makes it readable.
void lh_workers_remind(lh_workers *workers);
// The number of bytes that the workers use.
size_t lh_workers_used(const lh_workers *workers);
// Waits until all threads have ended, for a number of milliseconds at most.
void lh_workers_await(lh_workers *workers, int most);
void lh_workers_release(lh_workers *workers);

// Creates a worker with the memory limit of an app.
lh_worker *lh_worker_new(lh_workers *workers, const lh_context *app, const lh_worker_settings *settings);
void lh_worker_release(lh_worker *worker);
// [-count, +0 or 1] For lh_protected_call, as lh_do_write: sets the chunk of a worker from the function at 2; the worker
// is a light userdata at 1. Raises if the function has upvalues other than _ENV.
int lh_do_set_chunk(lua_State *L);
// Starts the thread with arguments, which it takes over. Returns an error number.
int lh_worker_start(lh_worker *worker, struct lh_watchdog *watchdog, lh_message *arguments);
// Sends a message, which it takes over. Returns 1; 0 if the worker has ended, -1 if too many messages are waiting.
int lh_worker_send(lh_worker *worker, lh_message *message);
// Returns the next message of a worker, or NULL. The caller frees it.
lh_message *lh_worker_take(lh_worker *worker);
// Returns whether there is a new progress.
int lh_worker_take_progress(lh_worker *worker, double *progress);
// Returns whether a worker waits for a message, for any time, and all that it has sent was taken.
int lh_worker_is_idle(lh_worker *worker);
// Makes the worker stop as soon as its thread is not in a C function.
void lh_worker_cancel(lh_worker *worker);

// Creates an empty message.
lh_message *lh_message_new(lh_workers *workers, int kind);
void lh_message_free(lh_message *message);
int lh_message_kind(const lh_message *message);
const void *lh_message_bytes(const lh_message *message, size_t *count);
// Functions for lh_protected_call. The first argument is the message, as a light userdata. Writing takes the verb and the
// name of the values for errors ("send", "argument"), and the values.
int lh_do_write(lua_State *L);
int lh_do_read(lua_State *L);
