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

// The C library hides these from programs that don't ask for its own extensions.
#ifndef O_PATH
#define O_PATH 010000000
#endif
struct system_credentials {
  pid_t process;
  uid_t user;
  gid_t group;
};

// The path of an open file: an address of a socket has no room for a long path.
static inline void system_local_address(struct sockaddr_un *address, int descriptor, const char *name) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d%s%s", descriptor, *name ? "/" : "", name);
}

// Listens at a name in a folder, for the owner only. What has the name is replaced, once the socket takes connections.
static inline int system_listen(const char *folder, const char *name) {
  int place = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (place < 0) return -1;
  char temporary[40];
  snprintf(temporary, sizeof temporary, ".socket.%ld", (long)getpid());
  unlinkat(place, temporary, 0);
  struct sockaddr_un address;
  system_local_address(&address, place, temporary);
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int is_ready = listener >= 0 && fchmod(listener, 0600) == 0 &&
                 bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 16) == 0 &&
                 renameat(place, temporary, place, name) == 0;
  if (!is_ready) {
    unlinkat(place, temporary, 0);
    if (listener >= 0) close(listener);
    listener = -1;
  }
  close(place);
  return listener;
}

// Connects to a socket of this user at a path, not through a link; -1 if there is none, or nobody listens. Nothing waits.
static inline int system_connect(const char *path) {
  int place = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (place < 0) return -1;
  struct stat status;
  struct sockaddr_un address;
  system_local_address(&address, place, "");
  int is_ours = fstat(place, &status) == 0 && S_ISSOCK(status.st_mode) && status.st_uid == geteuid();
  int connection = is_ours ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0) : -1;
  if (connection >= 0 && connect(connection, (struct sockaddr *)&address, sizeof address) != 0) {
    close(connection);
    connection = -1;
  }
  close(place);
  return connection;
}

// Takes the next connection, which does not wait; -1 at the end.
static inline int system_accept(int listener) {
  int connection = accept(listener, NULL, NULL);
  if (connection >= 0) {
    fcntl(connection, F_SETFD, FD_CLOEXEC);
    fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) | O_NONBLOCK);
  }
  return connection;
}

// Lets system_accept come to its end, on whatever thread it waits.
static inline void system_stop_listening(int listener) { shutdown(listener, SHUT_RDWR); }

// The process on the other side if it is one of this user; 0 otherwise.
static inline pid_t system_peer(int connection) {
  struct system_credentials peer;
  socklen_t size = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || size != sizeof peer) return 0;
  return peer.user == geteuid() ? peer.process : 0;
}

// Sends a message at once, or not at all: nobody waits for a process that does not read.
static inline int system_send(int connection, const char *bytes, size_t count) {
  return send(connection, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)count ? 0 : -1;
}

// Sends a signal to the process of a descriptor (see system_open_process), and never to another one that got its number.
static inline int system_signal_process(int descriptor, int number) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, number, NULL, 0);
}
