// Memory: the allocator, and the memory that the host holds for scripts.
//
// Lua's allocator does not count the host's memory, because Lua's emergency collection runs no finalizers, and only
// finalizers release that memory. The sum is checked where scripts can be stopped: by the hook, and when a host
// function returns to the script. In between, it may exceed the limit by LH_EXCESS.
#include "internal.h"
#include "workers.h"

// How far the sum may exceed the limit before garbage is collected.
#define LH_EXCESS(limit) (((size_t)1 << 20) + (limit) / 16)

void lh_collect_garbage(lua_State *L, size_t more) {
  lh_context *context = lh_get_context(L);
  if (!context->enforcing || !context->held) return;
  // A view can be collected only after its owner.
  for (int round = 0; round < 20 && lh_is_over_limit(context, more); round++) {
    size_t before = context->used + context->held;
    if (lua_gc(L, LUA_GCCOLLECT) < 0 || context->used + context->held >= before) return;
  }
}

void lh_pause_collector(lua_State *L, size_t more) {
  lh_context *context = lh_get_context(L);
  if (lua_gc(L, LUA_GCISRUNNING) <= 0) return;
  context->resume_at = context->used + context->held + more;
  lua_gc(L, LUA_GCSTOP);
}

void lh_resume_collector(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (!context->resume_at) return;
  context->resume_at = 0;
  lua_gc(L, LUA_GCRESTART);
}

void lh_make_room(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (context->resume_at && context->used + context->held > context->resume_at) lh_resume_collector(L);
  if (!context->enforcing || !context->held || !lh_is_over_limit(context, 0)) return;
  lh_collect_garbage(L, 0);
  // Lua tries twice, with a collection in between.
  context->refusals = lh_is_over_limit(context, 0) ? 2 : 0;
}

size_t lh_used_by_others(const lh_context *context) {
  size_t workers = __atomic_load_n(&context->workers->used, __ATOMIC_RELAXED);
  if (!context->worker) return workers;
  workers = workers > context->used ? workers - context->used : 0;
  return workers + __atomic_load_n(&context->workers->app, __ATOMIC_RELAXED);
}

static void lh_count_used(lh_context *context, size_t before, size_t now) {
  context->used += now - before;
  if (!context->workers) return;
  if (context->worker) lh_workers_count(context->workers, (ptrdiff_t)(now - before));
  else __atomic_store_n(&context->workers->app, context->used + context->held, __ATOMIC_RELAXED);
}

void *lh_allocate(void *data, void *block, size_t old_size, size_t new_size) {
  lh_context *context = data;
  size_t held = block ? old_size : 0;
  if (new_size == 0) {
    free(block);
    lh_count_used(context, held, 0);
    return NULL;
  }
  if (context->limit && context->enforcing && new_size > held) {
    size_t used = context->used - held + new_size + (context->workers ? lh_used_by_others(context) : 0);
    if (used > context->limit || used + context->held > context->limit + LH_EXCESS(context->limit)) return NULL;
  }
  if (context->refusals && context->enforcing && new_size > held && lh_is_over_limit(context, 0)) {
    context->refusals--;
    return NULL;
  }
  // Long work in C usually needs memory, so large allocations check the time. The hook reports why the script is
  // stopped.
  if (context->enforcing && new_size >= LH_LARGE && new_size > held && lh_is_over(context)) return NULL;
  void *moved = realloc(block, new_size);
  if (moved) lh_count_used(context, held, new_size);
  else if (context->is_open && !context->enforcing && new_size > held) abort();
  return moved;
}

// Objects that Swift still holds outlive their finalizer. Most are views, which end one cycle after their owners: a tree
// of garbage takes as many cycles as it has levels. Lua pauses between cycles until memory has doubled, and counts such
// objects as in use, so the pauses would become ever longer.

// The number of lingering objects for which Lua's own pace is sufficient.
#define LH_FEW_LINGERING ((size_t)256)
// The number of cycles after which Swift holds an object for other reasons, as it does a timer.
#define LH_MOST_SURVIVALS 8

static int lh_is_lingering(const lh_object *object) {
  return object->survivals > 0 && object->survivals <= LH_MOST_SURVIVALS;
}

void lh_count_finalized(lh_context *context, lh_object *object, int lives) {
  if (lh_is_lingering(object)) context->lingering--;
  if (!lives) {
    context->objects--;
    return;
  }
  if (object->survivals <= LH_MOST_SURVIVALS) object->survivals++;
  if (!lh_is_lingering(object)) return;
  context->lingering++;
  if (context->lingering > LH_FEW_LINGERING && context->lingering > context->objects / 4) context->is_behind = 1;
}

void lh_count_requested(lh_context *context, lh_object *object) {
  if (lh_is_lingering(object)) context->lingering--;
  object->survivals = 0;
}

void lh_pace_collector(lua_State *L, lh_context *context) {
  size_t kilobytes = context->unseen >> 10;
  int is_behind = context->is_behind;
  context->unseen = 0;
  context->is_behind = 0;
  if (lua_gc(L, LUA_GCISRUNNING) > 0) {
    if (kilobytes) lua_gc(L, LUA_GCSTEP, kilobytes > 1 << 20 ? 1 << 20 : (int)kilobytes);
    // One step ends the cycle whose finalizers have run, and another one begins the next cycle.
    for (int step = 0; is_behind && step < 2; step++) lua_gc(L, LUA_GCSTEP, 0);
  }
  lh_make_room(L);
}
