// How long everything has when the process is to end: the one table. Milliseconds, since it was asked to end if nothing else
// is written.
//
// The promise is that SIGTERM, SIGHUP and Ctrl-Q are obeyed within 2 s, whatever a script does (README, "What is guaranteed").
// In these 2 s come one after the other: scripts, the save and the last frame, processes, and what is left to write.
#pragma once

enum {
  // MARK: Scripts

  // One callback: enough for an honest `encodeRestorableState`, and a fifth of the promise.
  END_LAST_CALL = 400,
  // All callbacks together, once one has taken longer than that: half of the promise is left for the save.
  END_LAST_CALLS = 1000,
  // Each callback after that: enough to save a node, so that what is quick is still saved.
  END_LAST_SLICE = 50,
  // When a script that cannot be stopped is abandoned: a quarter of a second after all callbacks should have returned, which
  // is one look of the watchdog.
  END_SCRIPTS = 1250,
  // The same without a request to end: how long after its limit a callback that cannot be stopped is abandoned
  // (the guide to limits promises 2 s).
  CALL_GRACE = 2000,
  // Finalisers and `__close`, when an app is closed that has less time or no limit for a call.
  END_FINALIZERS = 1000,
  // Threads of luv, from when the app is closed: what they still work on is left to them.
  END_LUV = 1000,

  // MARK: The main thread

  // How long it may be busy before keys that end or interrupt are looked at without it, and a stream that takes nothing is
  // closed for it. A user notices a fifth of a second; a frame or a save is shorter.
  END_LOOK = 200,
  // What was typed before is still taken: a user who types ahead and ends the app loses nothing, one who leaves a text pasted
  // does not wait for it.
  END_INPUT = 500,
  // When the process ends without the main thread: it is still computing, and has computed for END_WORK since. After scripts
  // (END_SCRIPTS), and with END_REPORT within the promise.
  END_STUCK = 1400,
  // On a busy machine it has not had its share before.
  END_WORK = 700,
  // The same if it waits, as for a slow disk: to lose the save would be worse than to wait.
  END_WAIT = 10000,
  // How long the message about that may take: the terminal may not read, and the main thread may hold a lock of the streams.
  END_REPORT = 600,

  // MARK: Child processes

  // A program in the foreground (`runInTerminal`) between the signal and SIGKILL.
  END_FOREGROUND = 700,
  // Commands that read what a script wrote (`io.popen`), when their app is closed.
  END_READERS = 500,
  // A child process that was killed, until its end is left to whoever reaps it.
  END_KILLED = 500,
  // Descendants, which are killed again and again while they start others.
  END_DESCENDANTS = 2000,
  // A child process that its script ends (`process:terminate()`), between SIGTERM and SIGKILL; and output that others hold open.
  END_TERMINATED = 1000,
  END_LAST_OUTPUT = 250,

  // MARK: Another process

  // Another process that holds the session, at each step (request, SIGTERM, SIGKILL): the promise that it makes itself.
  END_HOLDER = 2000,
};
