// Memory that the host holds for scripts. Included by shim.h.
//
// Lua's allocator does not count it, because the collection that Lua makes for want of memory runs no finalisers, and what
// the host holds goes with those only. It is looked at where scripts may be stopped: by the hook, and when a function of
// the host returns to the script. In between the two together may be over the limit by LH_EXCESS.
#pragma once

// How many bytes the host may come to hold before the collector is told.
#define LH_UNSEEN ((size_t)256 << 10)
// How far over the limit the two may be together until garbage is collected.
#define LH_EXCESS(limit) (((size_t)1 << 20) + (limit) / 16)

// Whether so many bytes more are too many.
static inline int lh_is_over_limit(const lh_context *context, size_t more) {
  return context->limit && context->used + context->held + more > context->limit;
}

// Frees what only garbage holds on to, if scripts have no room for so many bytes more.
static inline void lh_collect_garbage(lua_State *L, size_t more) {
  lh_context *context = lh_get_context(L);
  if (!context->enforcing || !context->held) return;
  // A view can go only after what holds it has gone.
  for (int round = 0; round < 20 && lh_is_over_limit(context, more); round++) {
    size_t before = context->used + context->held;
    if (lua_gc(L, LUA_GCCOLLECT) < 0 || context->used + context->held >= before) return;
  }
}

// Frees garbage if there is too much; if there still is, the script gets Lua's own error where it allocates next.
static inline void lh_make_room(lua_State *L) {
  lh_context *context = lh_get_context(L);
  if (!context->enforcing || !context->held || !lh_is_over_limit(context, 0)) return;
  lh_collect_garbage(L, 0);
  // Lua tries twice, with a collection between.
  context->refusals = lh_is_over_limit(context, 0) ? 2 : 0;
}

// Lets the collector do as much as if Lua had allocated what the host has.
static inline void lh_tell_collector(lua_State *L, lh_context *context) {
  if (context->unseen < LH_UNSEEN || !context->enforcing) return;
  size_t kilobytes = context->unseen >> 10;
  context->unseen = 0;
  if (lua_gc(L, LUA_GCISRUNNING) > 0) lua_gc(L, LUA_GCSTEP, kilobytes > 1 << 20 ? 1 << 20 : (int)kilobytes);
  lh_make_room(L);
}
