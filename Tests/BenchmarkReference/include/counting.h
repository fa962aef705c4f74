// Counting the instructions of a part of a program.
#pragma once

// Starts counting instructions, or stops it, if the program runs in valgrind's callgrind with --collect-atstart=no.
// Otherwise, or if it was compiled without valgrind's header, nothing happens.
void reference_toggle_counting(void);
