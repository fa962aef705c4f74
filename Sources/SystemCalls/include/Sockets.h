// Communication about a session between two processes of one user, and safe signalling of one of them.
#pragma once
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// Listens at a name in a folder, for the owner only. Replaces an existing file once the socket accepts connections.
int system_listen(const char *folder, const char *name);

// Connects to a socket of this user at a path that is not a symbolic link; -1 if there is none, or no process listens. Does
// not block.
int system_connect(const char *path);

// Accepts the next connection, which is non-blocking; -1 at the end.
int system_accept(int listener);

// Makes system_accept return, on any thread.
void system_stop_listening(int listener);

// Returns the peer's process number if it belongs to this user; 0 otherwise.
pid_t system_peer(int connection);

// Sends a message immediately, or not at all: never waits for a process that does not read.
int system_send(int connection, const char *bytes, size_t count);

// Sends a signal to the process of a descriptor (see system_open_process), never to another one that reuses its number.
int system_signal_process(int descriptor, int number);
