#include "counting.h"

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
void reference_toggle_counting(void) { CALLGRIND_TOGGLE_COLLECT; }
#else
void reference_toggle_counting(void) {}
#endif
