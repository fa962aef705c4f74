// How two processes of one user talk about a session, and how one of them is signalled without mistaking it for another.
#pragma once
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

// Listens at a name in a folder, for the owner only. What has the name is replaced, once the socket takes connections.
int system_listen(const char *folder, const char *name);

// Connects to a socket of this user at a path, not through a link; -1 if there is none, or nobody listens. Nothing waits.
int system_connect(const char *path);

// Takes the next connection, which does not wait; -1 at the end.
int system_accept(int listener);

// Lets system_accept come to its end, on whatever thread it waits.
void system_stop_listening(int listener);

// The process on the other side if it is one of this user; 0 otherwise.
pid_t system_peer(int connection);

// Sends a message at once, or not at all: nobody waits for a process that does not read.
int system_send(int connection, const char *bytes, size_t count);

// Sends a signal to the process of a descriptor (see system_open_process), and never to another one that got its number.
int system_signal_process(int descriptor, int number);
