// Memory that the host holds for scripts. Included by shim.h.
//
// Lua's allocator does not count it, because the collection that Lua makes for want of memory runs no finalisers, and what
// the host holds goes with those only. It is looked at where scripts may be stopped: the two together are over the limit
// no longer than from one hook to the next, and never reach twice the limit.
#pragma once

// How many bytes the host may come to hold before the collector is told.
#define LH_UNSEEN ((size_t)256 << 10)

static inline int lh_is_over_limit(const lh_context *context) {
  return context->limit && context->used + context->held > context->limit;
}

// Lets the collector do as much as if Lua had allocated what the host has.
static inline void lh_tell_collector(lua_State *L, lh_context *context) {
  if (context->unseen < LH_UNSEEN || !context->enforcing) return;
  size_t kilobytes = context->unseen >> 10;
  context->unseen = 0;
  if (lua_gc(L, LUA_GCISRUNNING) > 0) lua_gc(L, LUA_GCSTEP, kilobytes > 1 << 20 ? 1 << 20 : (int)kilobytes);
}

// Frees what only garbage holds on to, if there is too much; if there still is, the script gets Lua's own error where it
// allocates next.
static inline void lh_make_room(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (!context->enforcing || !context->held || !lh_is_over_limit(context)) return;
  // A view can go only after what holds it has gone.
  for (int round = 0; round < 20 && lh_is_over_limit(context); round++) {
    size_t before = context->used + context->held;
    if (lua_gc(L, LUA_GCCOLLECT) < 0) return;
    if (context->used + context->held >= before) break;
  }
  // Lua tries twice, with a collection between.
  context->refusals = lh_is_over_limit(context) ? 2 : 0;
}
