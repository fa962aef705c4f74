// All time limits for the end of the process, in one table. In milliseconds; unless stated otherwise, since the request
// to exit.
//
// SIGTERM, SIGHUP and Ctrl-Q are promised to take effect within 2 s, whatever a script does (README, "What is
// guaranteed"). These 2 s include, one after the other: scripts, the save and the last frame, child processes, and
// remaining output.
#pragma once

enum {
  // MARK: Scripts

  // One callback: enough for a normal `encodeRestorableState`, and a fifth of the promise.
  END_LAST_CALL = 400,
  // All callbacks together, once one has exceeded its limit; leaves half of the promise for the save.
  END_LAST_CALLS = 1000,
  // Each callback after that: enough to save one node, so that quick nodes are still saved.
  END_LAST_SLICE = 50,
  // When a script that cannot be stopped is abandoned: one check of the watchdog after all callbacks should have
  // returned.
  END_SCRIPTS = 1250,
  // The same without a request to exit: the time after its limit at which a callback that cannot be stopped is
  // abandoned (the guide to limits promises 2 s).
  CALL_GRACE = 2000,
  // Finalizers and `__close`, when an app is closed whose calls have a longer limit or none.
  END_FINALIZERS = 1000,
  // Threads of luv, from the closing of the app; unfinished work is left to them.
  END_LUV = 1000,

  // Threads of workers, from the closing of the app: they stop at their next instruction. Those inside a C function are left
  // to themselves.
  END_WORKERS = 200,

  // MARK: The main thread

  // How long the main thread may be busy before another thread checks for quit and interrupt keys, and closes a stream
  // that blocks. Users notice a fifth of a second; a frame or a save is shorter.
  END_LOOK = 200,
  // Input typed before the request is still handled, so that a user who types ahead and quits loses nothing; a long
  // paste is not waited for.
  END_INPUT = 500,
  // When the process exits without the main thread, because it is still computing and has computed for END_WORK since
  // the request. After scripts (END_SCRIPTS), and together with END_REPORT within the promise.
  END_STUCK = 1400,
  // On a busy machine, the main thread may not have had its share of the processor before.
  END_WORK = 700,
  // The same if the main thread is blocked, for example by a slow disk: losing the save would be worse than waiting.
  END_WAIT = 10000,
  // Limit of the message about it: the terminal may not read, and the main thread may hold a lock of the streams.
  END_REPORT = 600,

  // MARK: The terminal

  // The last answer to the queries of a screen, before the terminal is given to the shell or another program.
  END_ANSWER = 100,

  // MARK: Child processes

  // A program in the foreground (`runInTerminal`), between the signal and SIGKILL.
  END_FOREGROUND = 700,
  // Commands that read a script's output (`io.popen`), when their app is closed.
  END_READERS = 500,
  // A killed child process, until it is left to be reaped by others.
  END_KILLED = 500,
  // Descendants, which are killed repeatedly while they start others.
  END_DESCENDANTS = 2000,
  // A child process terminated by its script (`process:terminate()`), between SIGTERM and SIGKILL; and output that
  // other processes hold open.
  END_TERMINATED = 1000,
  END_LAST_OUTPUT = 250,

  // MARK: Another process

  // Another process that holds the session, for each step (request, SIGTERM, SIGKILL). Equals the promise that it gives
  // itself.
  END_HOLDER = 2000,
};
