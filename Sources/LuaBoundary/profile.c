// Samples of the call stack for a profile. The hook takes one when at least LH_SAMPLE has passed since the last, and nine
// times as long as reading the last stack took: that takes a tenth of a script's time at most, however deep its stack is.
#include "internal.h"

#define LH_SAMPLE LH_MILLISECONDS(1)
// The greatest depth of a recorded stack; of deeper ones the outermost functions are recorded.
#define LH_SAMPLE_DEPTH 64

// Appends the name of a function, its place and a null character; returns the new length.
static size_t lh_append_frame(char *text, size_t length, size_t size, lua_State *L, lua_Debug *frame) {
  lua_getinfo(L, "Sn", frame);
  const char *name = frame->name ? frame->name : "function";
  int added;
  if (frame->what[0] == 'C') added = snprintf(text + length, size - length, "[C] %s", name);
  else if (frame->what[0] == 'm') added = snprintf(text + length, size - length, "%s", frame->short_src);
  else added = snprintf(text + length, size - length, "%s %s:%d", name, frame->short_src, frame->linedefined);
  return added < 0 || length + (size_t)added >= size ? size : length + (size_t)added + 1;
}

// Returns the number of running functions. Each `lua_getstack` walks the stack from its top, so levels are not tried one
// by one.
static int lh_stack_depth(lua_State *L) {
  lua_Debug frame;
  int known = 0, beyond = 1;
  while (lua_getstack(L, beyond - 1, &frame)) {
    known = beyond;
    beyond *= 2;
  }
  while (beyond - known > 1) {
    int middle = known + (beyond - known) / 2;
    if (lua_getstack(L, middle - 1, &frame)) known = middle; else beyond = middle;
  }
  return known;
}

void lh_sample(lua_State *L) {
  lh_context *context = lh_get_context(L);
  uint64_t start = lh_now();
  if (start < context->next_sample) return;
  int depth = lh_stack_depth(L);
  lua_Debug frame;
  char text[8192];
  size_t length = 0;
  for (int level = depth - 1; level >= 0 && depth - level <= LH_SAMPLE_DEPTH && length < sizeof text; level--)
    if (lua_getstack(L, level, &frame)) length = lh_append_frame(text, length, sizeof text, L, &frame);
  uint64_t pause = 9 * (lh_now() - start);
  LH_REPORT(L, lh_swift_sampled(L, text, length));
  context->next_sample = lh_now() + (pause > LH_SAMPLE ? pause : LH_SAMPLE);
}
