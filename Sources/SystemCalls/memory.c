// The allocator of the C library.
#include "SystemCalls.h"

#include <malloc.h>

void system_return_large_blocks(void) {
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
}
