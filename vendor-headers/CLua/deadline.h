// Time: how long script code may run, by the clock on the wall and for all coroutines together. Included by shim.h.
//
// A call from outside has a deadline. A thread of the process, the watchdog, marks it when it has passed; the hook and the
// library's functions see the mark, and end the script. If it has not ended some time later, because something runs that
// neither the hook nor the library reaches, the watchdog tells the state's owner.
#pragma once
#include <pthread.h>

// How long after its deadline a call is overdue.
#define LH_GRACE UINT64_C(2000000000)
// When the process is to end: how long a call may still take. Once one took longer, how long all of them may take, and how
// long each may take afterwards; and when the owner is told that the script does not let the process end. Together less
// than the 2 s in which a process obeys SIGTERM.
#define LH_LAST_CALL UINT64_C(400000000)
#define LH_LAST_CALLS UINT64_C(1000000000)
#define LH_LAST_SLICE UINT64_C(50000000)
#define LH_LAST_GRACE UINT64_C(1250000000)
// From when on a wait is told of.
#define LH_LONG_WAIT UINT64_C(1000000000)
// How often the watchdog looks at what runs, and by how much it must be late for the process to have stood still.
#define LH_HEARTBEAT UINT64_C(250000000)
// How often a wait is broken that a person wants to end: the signal may come before the wait has begun.
#define LH_BREAKS UINT64_C(20000000)
// What breaks a wait. By default it is ignored, so that it harms nobody; its handler lets no system call be begun again.
#define LH_BREAK SIGURG
// How long the watchdog, once it was woken, goes on looking at the clock by itself, so that calls one after the other do not
// each wake it.
#define LH_WATCHFUL UINT64_C(500000000)
// The lowest bit of a deadline says that it has passed.
#define LH_NEVER (UINT64_MAX - 1)

// The thread that looks at the clock for all states of the process.
typedef struct lh_watchdog {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  lh_context *first;
  uint64_t ending;  // when the process was asked to end; 0 if it was not
  uint64_t wakes;  // when it looks next; a call with an earlier deadline wakes it
} lh_watchdog;

static inline uint64_t lh_load(const uint64_t *value) { return __atomic_load_n(value, __ATOMIC_SEQ_CST); }
static inline void lh_store(uint64_t *value, uint64_t new_value) { __atomic_store_n(value, new_value, __ATOMIC_SEQ_CST); }
static inline void lh_store_waiting(lh_context *context, const char *name) {
  __atomic_store_n(&context->waiting, name, __ATOMIC_RELEASE);
}

// Marks what has passed and tells of what is overdue. Returns when there is something to do next.
static inline uint64_t lh_look(lh_watchdog *watchdog) {
  uint64_t now = lh_now(), next = UINT64_MAX;
  for (lh_context *context = watchdog->first; context; context = context->next_watched) {
    uint64_t deadline = lh_load(&context->deadline);
    const char *waiting = __atomic_load_n(&context->waiting, __ATOMIC_ACQUIRE);
    if (deadline && waiting && __atomic_load_n(&context->interrupted, __ATOMIC_RELAXED)) {
      pthread_kill(context->waiting_thread, LH_BREAK);
      if (now + LH_BREAKS < next) next = now + LH_BREAKS;
    }
    if (deadline == 0 || deadline == LH_NEVER) continue;
    uint64_t ending = lh_load(&context->ending);
    if (now >= deadline && !(deadline & 1)) {
      // Not if another call has begun meanwhile.
      uint64_t expected = deadline;
      if (!__atomic_compare_exchange_n(&context->deadline, &expected, deadline | 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        deadline = expected;
      else
        deadline |= 1;
      if (deadline == 0) continue;
    }
    if (ending && waiting && (deadline & 1)) {
      // The script ends as soon as its wait does, and the app in order.
      pthread_kill(context->waiting_thread, LH_BREAK);
      if (now + LH_BREAKS < next) next = now + LH_BREAKS;
    }
    uint64_t due = deadline & ~UINT64_C(1);
    // Each of very many calls that are stopped takes little, and all of them much.
    int is_late = (deadline & 1) || context->is_late;
    if (is_late) {
      if (!ending) due += LH_GRACE;
      else if (due < ending + LH_LAST_GRACE || !(deadline & 1)) due = ending + LH_LAST_GRACE;
      if (now >= due) {
        // Once for each call.
        uint64_t call = deadline & ~UINT64_C(1);
        if (context->overdue_since != call && lh_load(&context->deadline) == deadline) {
          context->overdue_since = call;
          context->overdue(context->owner, waiting);
        }
        if (deadline & 1) continue;
        due = deadline;
      }
    }
    if (due > now + LH_HEARTBEAT) due = now + LH_HEARTBEAT;
    if (due < next) next = due;
  }
  return next;
}

// The process has stood still for some time, stopped by a key or a debugger: for what runs that time has not passed.
static inline void lh_forgive(lh_watchdog *watchdog, uint64_t time) {
  for (lh_context *context = watchdog->first; context; context = context->next_watched) {
    uint64_t deadline = lh_load(&context->deadline);
    if (deadline == 0 || deadline == LH_NEVER || lh_load(&context->ending)) continue;
    // Not if another call has begun meanwhile. The lowest bit stays.
    __atomic_compare_exchange_n(&context->deadline, &deadline, deadline + (time & ~UINT64_C(1)), 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  }
}

static void *lh_watch(void *argument) {
  lh_watchdog *watchdog = argument;
  sigset_t blocked;
  // Signals are the business of other threads, but the one that Swift's backtracer stops each thread with.
  sigfillset(&blocked);
  sigdelset(&blocked, SIGPROF);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  pthread_mutex_lock(&watchdog->lock);
  int is_woken = 0;
  for (;;) {
    uint64_t next = lh_look(watchdog);
    if (next == UINT64_MAX && is_woken) next = lh_now() + LH_WATCHFUL;
    lh_store(&watchdog->wakes, next);
    // A call that began before that was written has not woken us.
    if (lh_look(watchdog) < next) continue;
    if (next == UINT64_MAX) {
      pthread_cond_wait(&watchdog->changed, &watchdog->lock);
      is_woken = 1;
    } else {
      struct timespec time = {(time_t)(next / 1000000000), (long)(next % 1000000000)};
      is_woken = pthread_cond_timedwait(&watchdog->changed, &watchdog->lock, &time) == 0;
      uint64_t now = lh_now();
      if (now > next + LH_HEARTBEAT) lh_forgive(watchdog, now - next);
    }
  }
  return NULL;
}

static void lh_break_wait(int number) { (void)number; }

// Starts a watchdog, which is never ended; NULL if the system has no thread for it.
static inline lh_watchdog *lh_watchdog_new(void) {
  lh_watchdog *watchdog = calloc(1, sizeof *watchdog);
  if (!watchdog) return NULL;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&watchdog->lock, NULL);
  pthread_cond_init(&watchdog->changed, &attributes);
  watchdog->wakes = UINT64_MAX;
  pthread_t thread;
  if (pthread_create(&thread, NULL, lh_watch, watchdog) != 0) {
    free(watchdog);
    return NULL;
  }
  pthread_detach(thread);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = lh_break_wait;
  sigaction(LH_BREAK, &action, NULL);
  return watchdog;
}

static inline void lh_wake(lh_watchdog *watchdog) {
  pthread_mutex_lock(&watchdog->lock);
  pthread_cond_signal(&watchdog->changed);
  pthread_mutex_unlock(&watchdog->lock);
}

static inline void lh_watch_context(lh_watchdog *watchdog, lh_context *context) {
  pthread_mutex_lock(&watchdog->lock);
  context->watchdog = watchdog;
  context->ending = watchdog->ending;
  context->next_watched = watchdog->first;
  watchdog->first = context;
  pthread_mutex_unlock(&watchdog->lock);
}

static inline void lh_unwatch_context(lh_context *context) {
  lh_watchdog *watchdog = context->watchdog;
  if (!watchdog) return;
  pthread_mutex_lock(&watchdog->lock);
  lh_context **link = &watchdog->first;
  while (*link != context) link = &(*link)->next_watched;
  *link = context->next_watched;
  pthread_mutex_unlock(&watchdog->lock);
}

// A call from outside begins, and its time.
static inline void lh_begin(lh_context *context) {
  __atomic_store_n(&context->interrupted, 0, __ATOMIC_RELAXED);
  uint64_t ending = lh_load(&context->ending), deadline = LH_NEVER;
  if (context->patience || ending) {
    uint64_t now = lh_now_roughly();
    if (context->patience) deadline = (now + context->patience) & ~UINT64_C(1);
    if (ending) {
      uint64_t last = now + LH_LAST_CALL;
      if (context->is_late && last > ending + LH_LAST_CALLS) last = ending + LH_LAST_CALLS;
      if (last < now + LH_LAST_SLICE) last = now + LH_LAST_SLICE;
      if (last < deadline) deadline = last & ~UINT64_C(1);
    }
  }
  lh_store(&context->deadline, deadline);
  if (context->watchdog && deadline < lh_load(&context->watchdog->wakes)) lh_wake(context->watchdog);
}

// The time of the call that runs stands still until lh_go_on. Returns what is left of it; 0 for what has no end, or has
// come to it.
static inline uint64_t lh_pause(lh_context *context) {
  context->pauses++;
  uint64_t now = lh_now(), deadline = lh_load(&context->deadline);
  if (deadline == 0 || deadline == LH_NEVER || (deadline & 1) || lh_load(&context->ending)) return 0;
  if (!__atomic_compare_exchange_n(&context->deadline, &deadline, LH_NEVER, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) return 0;
  return deadline > now ? deadline - now : 2;
}

// It goes on, unless the process is to end, for which it has another end by now.
static inline void lh_go_on(lh_context *context, uint64_t left) {
  context->pauses--;
  uint64_t never = LH_NEVER, deadline = (lh_now() + left) & ~UINT64_C(1);
  if (!left || lh_load(&context->ending)) return;
  __atomic_compare_exchange_n(&context->deadline, &never, deadline, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  if (context->watchdog && deadline < lh_load(&context->watchdog->wakes)) lh_wake(context->watchdog);
}

// Whether the time of the call that runs is over, or the script is to end for another reason.
static inline int lh_is_over(lh_context *context) {
  if (context->expired) return 1;
  if (__atomic_load_n(&context->interrupted, __ATOMIC_RELAXED)) {
    context->expired = LH_INTERRUPTED;
    return 1;
  }
  if (!(__atomic_load_n(&context->deadline, __ATOMIC_RELAXED) & 1)) return 0;
  context->expired = lh_load(&context->ending) ? LH_ENDED : LH_TIMED_OUT;
  if (context->expired == LH_ENDED) context->is_late = 1;
  return 1;
}

// The call has returned. Says why its script was to end, if it was.
static inline int lh_end(lh_context *context) {
  int expired = context->expired;
  lh_store(&context->deadline, 0);
  lh_store_waiting(context, NULL);
  context->is_traced = 0;
  __atomic_store_n(&context->interrupted, 0, __ATOMIC_RELAXED);
  if (expired != LH_KILLED) context->expired = LH_RUNNING;
  return expired;
}

// The script is to end: what runs has little time left. From any thread; without the watchdog's lock.
static inline void lh_shorten(lh_context *context, uint64_t now) {
  uint64_t last = (now + LH_LAST_CALL) & ~UINT64_C(1);
  if (lh_load(&context->ending)) return;
  lh_store(&context->ending, now);
  uint64_t deadline = lh_load(&context->deadline);
  while (deadline > last && !(deadline & 1) &&
         !__atomic_compare_exchange_n(&context->deadline, &deadline, last, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
}

static inline void lh_request_end(lh_context *context) {
  lh_shorten(context, lh_now());
  if (context->watchdog) lh_wake(context->watchdog);
}

// The same for all states that there are, and those that are still made.
static inline void lh_request_end_of_all(lh_watchdog *watchdog) {
  pthread_mutex_lock(&watchdog->lock);
  if (!watchdog->ending) watchdog->ending = lh_now();
  for (lh_context *context = watchdog->first; context; context = context->next_watched) lh_shorten(context, watchdog->ending);
  pthread_cond_signal(&watchdog->changed);
  pthread_mutex_unlock(&watchdog->lock);
}

// Whether the process is to end, and a script waits for something else though its time is over. From any thread.
static inline int lh_end_awaits_others(lh_watchdog *watchdog) {
  int awaits = 0;
  pthread_mutex_lock(&watchdog->lock);
  for (lh_context *context = watchdog->first; context; context = context->next_watched)
    awaits |= lh_load(&context->ending) && (lh_load(&context->deadline) & 1) && __atomic_load_n(&context->waiting, __ATOMIC_ACQUIRE);
  pthread_mutex_unlock(&watchdog->lock);
  return awaits;
}

// A person asks for the end of what runs now, in all states that there are: returns whether something does. From any thread.
// Its time stays as it is: what does not look at the request has no less of it.
static inline int lh_request_interrupt_of_all(lh_watchdog *watchdog) {
  int count = 0;
  pthread_mutex_lock(&watchdog->lock);
  for (lh_context *context = watchdog->first; context; context = context->next_watched) {
    if (!lh_load(&context->deadline)) continue;
    __atomic_store_n(&context->interrupted, 1, __ATOMIC_RELAXED);
    count++;
  }
  pthread_cond_signal(&watchdog->changed);
  pthread_mutex_unlock(&watchdog->lock);
  return count > 0;
}

static inline void lh_hook(lua_State *L, lua_Debug *event);

// Keeps the traceback of where the script is ended, for the error's description.
static inline void lh_keep_traceback(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (context->is_traced) return;
  context->is_traced = 1;
  luaL_checkstack(L, LUA_MINSTACK, NULL);
  luaL_traceback(L, L, NULL, 0);
  lua_rawsetp(L, LUA_REGISTRYINDEX, LH_TRACEBACK);
}

// Raises for a script that is to end.
static inline int lh_raise_end(lua_State *L) {
  switch (lh_get_context(L)->expired) {
    case LH_TIMED_OUT: return luaL_error(L, "time limit exceeded");
    case LH_KILLED: return luaL_error(L, "the app was ended");
    case LH_INTERRUPTED: return luaL_error(L, "interrupted");
    default: return luaL_error(L, "the app is ending");
  }
}

// For C functions: raises if the time is over. What catches the error gets no further: the hook comes at once.
static inline void lh_check(lua_State *L) {
  if (!lh_is_over(lh_get_context(L))) return;
  lua_sethook(L, lh_hook, LUA_MASKCOUNT, 1);
  lh_keep_traceback(L);
  lh_raise_end(L);
}

// The count hook: ends a script whose time is over, again and again until the call from outside has returned.
static inline void lh_hook(lua_State *L, lua_Debug *event) {
  (void)event;
  int is_hurried = lua_gethook(L) == lh_hook && lua_gethookcount(L) == 1;
  if (!lh_is_over(lh_get_context(L))) {
    lh_make_room(L);
    // A coroutine that was ended in an earlier call, and goes on.
    if (is_hurried) lua_sethook(L, lh_hook, LUA_MASKCOUNT, LH_HOOK_COUNT);
    return;
  }
  if (!is_hurried) lua_sethook(L, lh_hook, LUA_MASKCOUNT, 1);
  lh_keep_traceback(L);
  // A coroutine is left where it is, and whoever resumed it is ended: an error out of a hook would leave it without hooks
  // for its `__close` handlers.
  if (lua_isyieldable(L)) {
    lua_yield(L, 0);
    return;
  }
  lh_raise_end(L);
}

// Before and after a function that may wait for something else.
static inline void lh_begin_waiting(lua_State *L, const char *name) {
  lh_context *context = lh_get_context(L);
  lua_Debug caller;
  context->waiting_at[0] = '\0';
  if (lua_getstack(L, 1, &caller) && lua_getinfo(L, "Sl", &caller) && caller.currentline > 0)
    snprintf(context->waiting_at, sizeof context->waiting_at, "%s:%d", caller.short_src, caller.currentline);
  context->waiting_since = lh_now();
  context->waiting_thread = pthread_self();
  // The watchdog reads what is above when it sees this.
  lh_store_waiting(context, name);
}

// The file and line of the wait; empty if they are not known.
static inline const char *lh_waiting_place(lh_context *context) { return context->waiting_at; }

static inline void lh_end_waiting(lua_State *L) {
  lh_context *context = lh_get_context(L);
  uint64_t waited = lh_now() - context->waiting_since;
  int enforcing = context->enforcing;
  context->enforcing = 0;
  if (waited >= LH_LONG_WAIT && !context->pauses) lh_swift_waited(L, context->waiting, waited);
  context->enforcing = enforcing;
  lh_store_waiting(context, NULL);
}
