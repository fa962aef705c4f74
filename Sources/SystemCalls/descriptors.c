// Descriptors and threads.
#include "SystemCalls.h"

void system_flush_output(void) {
  fflush(stdout);
  fflush(stderr);
}

void system_write_output(const void *bytes, size_t count, int is_error) {
  fwrite(bytes, 1, count, is_error ? stderr : stdout);
}

void system_write_output_by_lines(void) { setvbuf(stdout, NULL, _IOLBF, BUFSIZ); }

static int system_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

int system_make_pipe(int ends[2], int blocks) {
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    if (!blocks) system_set_nonblocking(ends[i]);
  }
  return 0;
}

ssize_t system_read_some(int descriptor, void *bytes, size_t limit) {
  ssize_t count;
  do {
    count = read(descriptor, bytes, limit);
  } while (count < 0 && errno == EINTR);
  if (count > 0) return count;
  return count < 0 && errno == EAGAIN ? 0 : -1;
}

static void *system_wait_at(void *gate) {
  pthread_mutex_lock((pthread_mutex_t *)gate);
  pthread_mutex_unlock((pthread_mutex_t *)gate);
  return NULL;
}

int system_check_threads(int count) {
  pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
  pthread_t threads[8];
  int started = 0, code = 0;
  pthread_mutex_lock(&gate);
  while (started < count && started < 8 && (code = pthread_create(&threads[started], NULL, system_wait_at, &gate)) == 0)
    started++;
  pthread_mutex_unlock(&gate);
  while (started > 0) pthread_join(threads[--started], NULL);
  return code;
}

int system_output_has_failed(void) { return ferror(stdout); }

void system_forget_output_failure(void) { clearerr(stdout); }
