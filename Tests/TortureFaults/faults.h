// Loaded into a process under test with LD_PRELOAD: makes writes to the files of its state fail, or kills it during
// one.
#pragma once
