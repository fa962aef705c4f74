// The watchdog: a thread that handles cases that the hook cannot. It breaks waits interrupted by the user, subtracts
// time in which the process was stopped, and reports calls that neither the hook nor the library can stop.
#include "internal.h"

// The interval at which a wait is broken again: the signal may arrive before the wait has begun.
#define LH_BREAKS LH_MILLISECONDS(20)
// The signal that breaks a wait. It is ignored by default, so it does no harm; its handler does not restart system
// calls.
#define LH_BREAK SIGURG
// How long the watchdog checks the clock by itself after a wake-up, so that frequent calls do not each wake it: while the
// process runs, and while it exits, when a call has less time.
#define LH_WATCHFUL LH_MILLISECONDS(500)
#define LH_WATCHFUL_AT_END LH_MILLISECONDS(END_LAST_SLICE)

typedef struct lh_watchdog {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  lh_context *first;
  uint64_t ending;  // when the process was asked to exit; 0 if it was not
  uint64_t wakes;   // the time of the next check; a call that needs an earlier check wakes the watchdog
  uint64_t looked;  // the time of the last check
} lh_watchdog;

// Checks a running call. Returns the time of its next check.
static uint64_t lh_look_at(lh_context *context, uint64_t now) {
  uint64_t begun = lh_load(&context->begun), next, soonest = LH_NEVER;
  if (!begun) return LH_NEVER;
  const char *waiting = __atomic_load_n(&context->waiting, __ATOMIC_ACQUIRE);
  if (waiting && (__atomic_load_n(&context->interrupted, __ATOMIC_RELAXED) ||
                  __atomic_load_n(&context->is_cancelled, __ATOMIC_RELAXED))) {
    pthread_kill(context->waiting_thread, LH_BREAK);
    soonest = now + LH_BREAKS;
  }
  uint64_t ending = lh_load(&context->ending);
  if (begun == LH_UNLIMITED_CALL && !ending) return soonest;
  // Also covers a call that began during the request to exit and missed it.
  if (ending) lh_store(&context->look_at, 0);
  int limit = lh_limit_hit(context, begun, now - LH_TICK, &next);
  if (next != LH_NEVER) next += LH_TICK;
  if (limit && context->limit_call != begun) {
    context->limit_call = begun;
    context->limit_since = now;
  }
  if (ending && limit && waiting) {
    // The script is stopped as soon as its wait ends, and the app exits in order.
    pthread_kill(context->waiting_thread, LH_BREAK);
    soonest = now + LH_BREAKS;
  }
  // Many calls that are each stopped in time can still take too long together.
  if (limit || (ending && context->is_late)) {
    uint64_t due = ending ? ending + LH_MILLISECONDS(END_SCRIPTS) : context->limit_since + LH_MILLISECONDS(CALL_GRACE);
    if (now < due) {
      next = due;
    } else {
      // Once per call.
      if (context->overdue_call != begun && lh_load(&context->begun) == begun) {
        context->overdue_call = begun;
        context->overdue(context->owner, ending ? LH_ENDED : limit, waiting);
      }
      if (limit) next = LH_NEVER;
    }
  }
  if (next > now + LH_BEAT) next = now + LH_BEAT;
  return next < soonest ? next : soonest;
}

// Checks all running calls. Returns the time of the next check.
static uint64_t lh_look(lh_watchdog *watchdog) {
  uint64_t now = lh_now(), next = LH_NEVER;
  lh_store(&watchdog->looked, now);
  for (lh_context *context = watchdog->first; context; context = context->next_watched) {
    uint64_t due = lh_look_at(context, now);
    if (due < next) next = due;
  }
  return next;
}

static int lh_is_ending(const lh_watchdog *watchdog) {
  for (const lh_context *context = watchdog->first; context; context = context->next_watched)
    if (lh_load(&context->ending)) return 1;
  return 0;
}

// Excludes a time in which the process was stopped, by a key or a debugger, from the limits of running calls.
static void lh_forgive(lh_watchdog *watchdog, uint64_t time) {
  for (lh_context *context = watchdog->first; context; context = context->next_watched) {
    if (__atomic_load_n(&context->is_paused, __ATOMIC_SEQ_CST)) continue;
    if (lh_load(&context->begun) > LH_UNLIMITED_CALL) lh_add(&context->clock_from, time);
  }
}

int lh_has_stood_still(const lh_watchdog *watchdog, uint64_t now, uint64_t time) {
  return watchdog && now > lh_load(&watchdog->looked) + time;
}

static void *lh_watch(void *argument) {
  lh_watchdog *watchdog = argument;
  sigset_t blocked;
  // Other threads handle signals, except SIGPROF, by which Swift's backtracer stops each thread.
  sigfillset(&blocked);
  sigdelset(&blocked, SIGPROF);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  pthread_mutex_lock(&watchdog->lock);
  int is_woken = 0;
  for (;;) {
    uint64_t next = lh_look(watchdog);
    if (next == LH_NEVER && is_woken)
      next = lh_now() + (lh_is_ending(watchdog) ? LH_WATCHFUL_AT_END : LH_WATCHFUL);
    lh_store(&watchdog->wakes, next);
    // A call that began before `wakes` was written has not woken this thread.
    if (lh_look(watchdog) < next) continue;
    if (next == LH_NEVER) {
      pthread_cond_wait(&watchdog->changed, &watchdog->lock);
      is_woken = 1;
    } else {
      struct timespec time = {(time_t)(next / 1000000000), (long)(next % 1000000000)};
      is_woken = pthread_cond_timedwait(&watchdog->changed, &watchdog->lock, &time) == 0;
      uint64_t now = lh_now();
      if (now > next + LH_BEAT) lh_forgive(watchdog, now - next);
    }
  }
  return NULL;
}

static void lh_break_wait(int number) { (void)number; }

lh_watchdog *lh_watchdog_new(void) {
  lh_watchdog *watchdog = calloc(1, sizeof *watchdog);
  if (!watchdog) return NULL;
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_mutex_init(&watchdog->lock, NULL);
  pthread_cond_init(&watchdog->changed, &attributes);
  watchdog->wakes = LH_NEVER;
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

void lh_wake(lh_watchdog *watchdog) {
  if (!watchdog) return;
  pthread_mutex_lock(&watchdog->lock);
  pthread_cond_signal(&watchdog->changed);
  pthread_mutex_unlock(&watchdog->lock);
}

void lh_wake_before(lh_watchdog *watchdog, uint64_t time) {
  if (!watchdog || time >= lh_load(&watchdog->wakes)) return;
  // Calls that begin before the watchdog runs need not wake it again.
  lh_store(&watchdog->wakes, time);
  lh_wake(watchdog);
}

void lh_watch_context(lh_watchdog *watchdog, lh_context *context) {
  pthread_mutex_lock(&watchdog->lock);
  context->watchdog = watchdog;
  // A worker has no time limits: it is cancelled with its app.
  if (!context->worker) context->ending = watchdog->ending;
  context->next_watched = watchdog->first;
  watchdog->first = context;
  pthread_mutex_unlock(&watchdog->lock);
}

void lh_unwatch_context(lh_context *context) {
  lh_watchdog *watchdog = context->watchdog;
  if (!watchdog) return;
  pthread_mutex_lock(&watchdog->lock);
  lh_context **link = &watchdog->first;
  while (*link != context) link = &(*link)->next_watched;
  *link = context->next_watched;
  pthread_mutex_unlock(&watchdog->lock);
}

// MARK: Requests, from any thread

static void lh_note_end(lh_context *context, uint64_t now) {
  if (context->worker || lh_load(&context->ending)) return;
  lh_store(&context->ending, now);
  lh_store(&context->look_at, 0);
}

void lh_request_end(lh_context *context) {
  lh_note_end(context, lh_now());
  if (context->watchdog) lh_wake(context->watchdog);
}

void lh_request_end_of_all(lh_watchdog *watchdog) {
  pthread_mutex_lock(&watchdog->lock);
  if (!watchdog->ending) watchdog->ending = lh_now();
  for (lh_context *context = watchdog->first; context; context = context->next_watched)
    lh_note_end(context, watchdog->ending);
  pthread_cond_signal(&watchdog->changed);
  pthread_mutex_unlock(&watchdog->lock);
}

int lh_end_awaits_others(lh_watchdog *watchdog) {
  int awaits = 0;
  uint64_t now = lh_now() - LH_TICK, next;
  pthread_mutex_lock(&watchdog->lock);
  for (lh_context *context = watchdog->first; context; context = context->next_watched) {
    uint64_t begun = lh_load(&context->begun);
    awaits |= begun && lh_load(&context->ending) && __atomic_load_n(&context->waiting, __ATOMIC_ACQUIRE) &&
              lh_limit_hit(context, begun, now, &next);
  }
  pthread_mutex_unlock(&watchdog->lock);
  return awaits;
}

// The request does not shorten the time of the running call.
int lh_request_interrupt_of_all(lh_watchdog *watchdog) {
  int count = 0;
  pthread_mutex_lock(&watchdog->lock);
  for (lh_context *context = watchdog->first; context; context = context->next_watched) {
    if (context->worker || !lh_load(&context->begun)) continue;
    __atomic_store_n(&context->interrupted, 1, __ATOMIC_RELAXED);
    count++;
  }
  pthread_cond_signal(&watchdog->changed);
  pthread_mutex_unlock(&watchdog->lock);
  return count > 0;
}
