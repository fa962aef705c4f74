// Processes that must not outlive this one: a keeper that kills them when this process is gone, and a record of the
// children that code in this process waits for.
#pragma once
#include <stdint.h>
#include <sys/types.h>

// MARK: The keeper

// Starts the keeper: a process that, as soon as this one is gone, kills every process with `token` in its environment
// and every process in an announced session, until none is left. The keeper is a copy of this process without its
// memory, so it needs no executable of its own.
//
// Returns the keeper's process number, or -1. To announce a session, write its number to `*pipe` as an `int32_t`; when
// the session has no processes left, write the negated number. To announce a single process, write its number plus
// KEEPER_PROCESS.
pid_t keeper_start(const char *token, int *pipe);
static const int32_t KEEPER_PROCESS = 1 << 24;

// MARK: Children of this process

// Records a child that the code which started it waits for. After `children_record_forks`, children of `fork` are
// recorded automatically.
void children_record(pid_t child);
// Records a child that exits by itself when this process does.
void children_record_helper(pid_t child);
// Records every child started by `fork` from now on.
void children_record_forks(void);

// Makes this process adopt descendants whose parent has exited. Returns 0, or -1.
int children_adopt(void);

// Whether a child is recorded, that is, some code waits for it. Adopted processes are not recorded.
int children_has(pid_t child);
int children_has_helper(pid_t child);
// Removes the records of all processes except the given ones, which are the existing children.
void children_keep_only(const pid_t *present, int count);
