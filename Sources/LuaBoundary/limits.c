// Time limits of script code, for all coroutines together.
//
// A call from outside has a limit of processor time of its thread, and twice that limit of real time. So a busy machine
// does not stop innocent callbacks, and a call that only waits is stopped, too. The hook and the library's functions
// read the coarse clock, which is cheap; the limits themselves are checked only when one can have been reached
// (`look_at`).
#include "internal.h"

// The maximum age of the reading of the processor time from which a call counts. Reading it takes a system call, which
// costs more than a call into Lua.
#define LH_WORK_AGE LH_MILLISECONDS(100)
// The fraction of the limit at which the processor time is read again once a call has run that long in real time: every
// 100 ms for a limit of 5 s.
#define LH_WORK_PARTS 50
// The time without the watchdog running after which the process counts as having been stopped.
#define LH_STANDSTILL (3 * LH_BEAT)

static uint64_t lh_read_clock(clockid_t clock) {
  struct timespec now = {0, 0};
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

uint64_t lh_now(void) { return lh_read_clock(CLOCK_MONOTONIC); }

// The same clock at lower cost, some milliseconds behind.
static uint64_t lh_now_roughly(void) { return lh_read_clock(CLOCK_MONOTONIC_COARSE); }

int lh_limit_hit(const lh_context *context, uint64_t begun, uint64_t now, uint64_t *next) {
  *next = LH_NEVER;
  uint64_t ending = lh_load(&context->ending);
  if (ending) {
    uint64_t from = begun > ending ? begun : ending, last = from + LH_MILLISECONDS(END_LAST_CALL);
    uint64_t last_of_all = ending + LH_MILLISECONDS(END_LAST_CALLS), slice = from + LH_MILLISECONDS(END_LAST_SLICE);
    if (context->is_late && last > last_of_all) last = last_of_all;
    if (last < slice) last = slice;
    if (now >= last) return LH_ENDED;
    *next = last;
  }
  if (!context->work_limit || __atomic_load_n(&context->is_paused, __ATOMIC_RELAXED)) return LH_RUNNING;
  uint64_t from = lh_load(&context->clock_from), due = from + context->work_limit;
  if (now >= due) {
    uint64_t clock_due = due + context->work_limit;
    if (now >= clock_due) return LH_CLOCK_LIMIT;
    uint64_t work = lh_read_clock(context->work_clock), work_from = lh_load(&context->work_from);
    uint64_t used = work > work_from ? work - work_from : 0, pause = context->work_limit / LH_WORK_PARTS;
    if (used >= context->work_limit) return LH_WORK_LIMIT;
    // The remaining processor time cannot be used up earlier.
    due = now + (context->work_limit - used > pause ? context->work_limit - used : pause);
    if (due > clock_due) due = clock_due;
  }
  if (due < *next) *next = due;
  return LH_RUNNING;
}

// Checks the limits. Returns whether one has been reached.
static int lh_check_limits(lh_context *context, uint64_t look_at, uint64_t now) {
  uint64_t begun = lh_load(&context->begun), next = LH_NEVER;
  int limit = begun ? lh_limit_hit(context, begun, now, &next) : LH_RUNNING;
  if (limit == LH_CLOCK_LIMIT && lh_has_stood_still(context->watchdog, now, LH_STANDSTILL)) {
    // The process was stopped by a key or a debugger; the watchdog subtracts that time as soon as it runs.
    limit = LH_RUNNING;
    next = now + LH_BEAT;
  }
  if (!limit) {
    // Unless the process was asked to exit meanwhile.
    __atomic_compare_exchange_n(&context->look_at, &look_at, next, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return 0;
  }
  context->expired = limit;
  if (limit == LH_ENDED) context->is_late = 1;
  return 1;
}

int lh_is_over(lh_context *context) {
  if (context->expired) return 1;
  if (__atomic_load_n(&context->is_cancelled, __ATOMIC_RELAXED)) {
    context->expired = LH_CANCELLED;
    return 1;
  }
  if (__atomic_load_n(&context->interrupted, __ATOMIC_RELAXED)) {
    context->expired = LH_INTERRUPTED;
    return 1;
  }
  uint64_t look_at = __atomic_load_n(&context->look_at, __ATOMIC_RELAXED);
  if (look_at == LH_NEVER) return 0;
  uint64_t now = lh_now_roughly();
  return now >= look_at && lh_check_limits(context, look_at, now);
}

// MARK: Calls from outside

void lh_prepare_limits(lh_context *context) {
  context->look_at = LH_NEVER;
  if (pthread_getcpuclockid(pthread_self(), &context->work_clock) != 0) context->work_clock = CLOCK_THREAD_CPUTIME_ID;
}

void lh_begin_limited(lh_context *context) {
  uint64_t begun = lh_now_roughly();
  if (begun - context->work_read_at > LH_WORK_AGE) {
    context->work_read = lh_read_clock(context->work_clock);
    context->work_read_at = begun;
  }
  // Since the last reading, the thread cannot have used more processor time than real time.
  __atomic_store_n(&context->work_from, context->work_read + (begun - context->work_read_at), __ATOMIC_RELAXED);
  __atomic_store_n(&context->clock_from, begun, __ATOMIC_RELAXED);
  int is_ending = lh_load(&context->ending) != 0;
  // The time before which no limit is reached; the coarse clock is at most a tick behind.
  uint64_t least = context->work_limit;
  if (is_ending && (!least || least > LH_MILLISECONDS(END_LAST_SLICE))) least = LH_MILLISECONDS(END_LAST_SLICE);
  __atomic_store_n(&context->begun, begun, __ATOMIC_RELEASE);
  lh_store(&context->look_at, is_ending ? 0 : begun + least);
  lh_wake_before(context->watchdog, begun + least + (is_ending ? LH_TICK : 0));
}

void lh_begin(lh_context *context) { lh_begin_call(context); }

lh_paused lh_pause(lh_context *context) {
  context->pauses++;
  lh_paused paused = {0, 0, 0};
  if (context->begun <= LH_UNLIMITED_CALL || context->is_paused) return paused;
  __atomic_store_n(&context->is_paused, 1, __ATOMIC_SEQ_CST);
  return (lh_paused){1, lh_now_roughly(), lh_read_clock(context->work_clock)};
}

void lh_go_on(lh_context *context, lh_paused paused) {
  context->pauses--;
  if (!paused.counts) return;
  lh_add(&context->clock_from, lh_now_roughly() - paused.clock);
  lh_add(&context->work_from, lh_read_clock(context->work_clock) - paused.work);
  __atomic_store_n(&context->is_paused, 0, __ATOMIC_SEQ_CST);
  lh_store(&context->look_at, 0);
}

// MARK: Stopping a script

void lh_arm_hook(lua_State *L) { lua_sethook(L, lh_hook, LUA_MASKCOUNT | lh_line_mask(L), LH_HOOK_COUNT); }

// Records the traceback of the place where the script is stopped, for the error's description.
static void lh_keep_traceback(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (context->is_traced) return;
  context->is_traced = 1;
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  lh_trace(L, L, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, LH_TRACEBACK);
}

// Raises the error of a script that must stop.
static int lh_raise_end(lua_State *L) {
  switch (lh_get_context(L)->expired) {
    case LH_WORK_LIMIT: return luaL_error(L, "time limit exceeded (processor time)");
    case LH_CLOCK_LIMIT: return luaL_error(L, "time limit exceeded (by the clock)");
    case LH_KILLED: return luaL_error(L, "the app was terminated");
    case LH_INTERRUPTED: return luaL_error(L, "interrupted");
    case LH_CANCELLED: return luaL_error(L, "the worker was cancelled");
    default: return luaL_error(L, "the app is exiting");
  }
}

void lh_check(lua_State *L) {
  if (!lh_is_over(lh_get_context(L))) return;
  lua_sethook(L, lh_hook, LUA_MASKCOUNT, 1);
  lh_keep_traceback(L);
  lh_raise_end(L);
}

// Stops a script whose time is over, repeatedly until the call from outside has returned.
void lh_hook(lua_State *L, lua_Debug *event) {
  if (event->event != LUA_HOOKCOUNT) {
    lh_observe_line(L, event);
    return;
  }
  int is_hurried = lua_gethook(L) == lh_hook && lua_gethookcount(L) == 1;
  if (!lh_is_over(lh_get_context(L))) {
    lh_make_room(L);
    if (lh_get_context(L)->is_profiled) lh_sample(L);
    // A coroutine that was stopped in an earlier call was resumed.
    if (is_hurried) lh_arm_hook(L);
    return;
  }
  if (!is_hurried) lua_sethook(L, lh_hook, LUA_MASKCOUNT, 1);
  lh_keep_traceback(L);
  // A coroutine is suspended, and its resumer is stopped: an error raised by the hook would leave hooks off for its
  // `__close` handlers.
  if (lua_isyieldable(L)) {
    lua_yield(L, 0);
    return;
  }
  lh_raise_end(L);
}

// MARK: Waiting

// The duration from which a wait is reported.
#define LH_LONG_WAIT LH_MILLISECONDS(1000)

void lh_begin_waiting(lua_State *L, const char *name) {
  lh_context *context = lh_get_context(L);
  lua_Debug caller;
  context->waiting_at[0] = '\0';
  if (lua_getstack(L, 1, &caller) && lua_getinfo(L, "Sl", &caller) && caller.currentline > 0)
    snprintf(context->waiting_at, sizeof context->waiting_at, "%s:%d", caller.short_src, caller.currentline);
  context->waiting_since = lh_now();
  context->waiting_thread = pthread_self();
  // Written last, as the watchdog then reads the fields above.
  lh_store_waiting(context, name);
}

const char *lh_waiting_place(const lh_context *context) { return context->waiting_at; }

void lh_end_waiting(lua_State *L) {
  lh_context *context = lh_get_context(L);
  uint64_t waited = lh_now() - context->waiting_since;
  if (waited >= LH_LONG_WAIT && !context->pauses) LH_REPORT(L, lh_swift_waited(L, context->waiting, waited));
  lh_store_waiting(context, NULL);
}
