// Sockets between processes of one user.
#include "Sockets.h"

// The C library defines these only for programs that request its extensions.
#ifndef O_PATH
#define O_PATH 010000000
#endif
struct system_credentials {
  pid_t process;
  uid_t user;
  gid_t group;
};

// Addresses a file through its descriptor, as a socket address has no room for a long path.
static void system_local_address(struct sockaddr_un *address, int descriptor, const char *name) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  snprintf(address->sun_path, sizeof address->sun_path, "/proc/self/fd/%d%s%s", descriptor, *name ? "/" : "", name);
}

int system_listen(const char *folder, const char *name) {
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

int system_connect(const char *path) {
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

int system_accept(int listener) {
  int connection = accept(listener, NULL, NULL);
  if (connection >= 0) {
    fcntl(connection, F_SETFD, FD_CLOEXEC);
    fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) | O_NONBLOCK);
  }
  return connection;
}

void system_stop_listening(int listener) { shutdown(listener, SHUT_RDWR); }

pid_t system_peer(int connection) {
  struct system_credentials peer;
  socklen_t size = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || size != sizeof peer) return 0;
  return peer.user == geteuid() ? peer.process : 0;
}

int system_send(int connection, const char *bytes, size_t count) {
  return send(connection, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)count ? 0 : -1;
}

int system_signal_process(int descriptor, int number) {
  return (int)syscall(SYS_pidfd_send_signal, descriptor, number, NULL, 0);
}
