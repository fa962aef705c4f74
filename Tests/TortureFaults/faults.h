// Loaded into a process under test by LD_PRELOAD: makes writes to the files of its state fail, or kills it inside one.
#pragma once
