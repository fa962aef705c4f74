// Processes that must not outlive this one: a keeper that ends them when this process is gone, and a record of the children
// that code of this process waits for.
#pragma once
#include <stdint.h>
#include <sys/types.h>

// MARK: The keeper

// Starts the keeper: a process that ends, as soon as this one is gone, every process with `token` in its environment and every
// process in the sessions that it knows of, until none is left. It is a copy of this process without its memory, so that it
// needs no program of its own.
//
// Returns its process number, or -1. Sessions are announced by writing an `int32_t` to `*pipe`: the session's number when it
// begins, and the same number negated when nothing is left of it; a process, by its number with KEEPER_PROCESS added.
pid_t keeper_start(const char *token, int *pipe);
static const int32_t KEEPER_PROCESS = 1 << 24;

// MARK: Children of this process

// Records a child that the code which started it also waits for. A child of `fork` is recorded by itself after
// `children_record_forks`.
void children_record(pid_t child);
// Records a child that ends by itself when this process does.
void children_record_helper(pid_t child);
// Records from now on each child that is started by `fork`, whoever calls it.
void children_record_forks(void);

// Makes descendants whose parent ends children of this process. Returns 0, or -1.
int children_adopt(void);

// Whether somebody waits for this child. An adopted process is none that is recorded.
int children_has(pid_t child);
int children_has_helper(pid_t child);
// Forgets all that are not among these, the children that there are.
void children_keep_only(const pid_t *present, int count);
