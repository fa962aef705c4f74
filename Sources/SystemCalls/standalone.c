// The mark of a bundled app.
#include "Standalone.h"

// The mark; its answer is "yes" in a bundled app. Volatile, so that the compiler does not assume its contents.
static const volatile char system_standalone_mark[] = "\x01luahost: is an app of its own: no \x02";
#define SYSTEM_STANDALONE_PLACE (sizeof system_standalone_mark - 5)

int system_is_standalone(void) { return system_standalone_mark[SYSTEM_STANDALONE_PLACE] == 'y'; }

long system_find(const char *bytes, size_t count, size_t from, const char *wanted, size_t length) {
  while (from + length <= count) {
    const char *next = memchr(bytes + from, wanted[0], count - length + 1 - from);
    if (!next) break;
    if (memcmp(next, wanted, length) == 0) return next - bytes;
    from = (size_t)(next - bytes) + 1;
  }
  return -1;
}

size_t system_copy_standalone_mark(char *buffer, size_t *place) {
  for (size_t i = 0; i < sizeof system_standalone_mark; i++) buffer[i] = system_standalone_mark[i];
  *place = SYSTEM_STANDALONE_PLACE;
  return sizeof system_standalone_mark;
}
