// The record of children that code in this process waits for. All other children were adopted.
#include "ProcessKeeper.h"
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CAPACITY = 1024, HELPER = 1 << 30 };

typedef struct {
  pid_t owner;
  // Process numbers, plus HELPER for helpers. 0 is a free entry.
  _Atomic pid_t places[CAPACITY];
} children;

int children_adopt(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

// Shared with children of `fork`, which record themselves before they can exit.
static children *record(void) {
  static children *record;
  if (!record) {
    void *memory = mmap(NULL, sizeof(children), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    record = memory;
    record->owner = getpid();
  }
  return record;
}

// Returns 0 if there is no place for another one.
static int add(pid_t value) {
  children *all = record();
  for (int i = 0; all && i < CAPACITY; i++) {
    pid_t expected = 0;
    if (atomic_compare_exchange_strong(&all->places[i], &expected, value)) return 1;
  }
  return 0;
}

// Removes the records of processes that have been waited for.
static void remove_past(void) {
  children *all = record();
  for (int i = 0; all && i < CAPACITY; i++) {
    pid_t process = atomic_load(&all->places[i]) & ~HELPER;
    siginfo_t unused;
    if (process && waitid(P_PID, (id_t)process, &unused, WEXITED | WNOHANG | WNOWAIT) != 0 && errno == ECHILD)
      atomic_store(&all->places[i], 0);
  }
}

// Children of `fork`, which record themselves, may have taken all places.
static void add_child(pid_t value) {
  if (add(value)) return;
  remove_past();
  add(value);
}

static int has(pid_t value) {
  children *all = record();
  for (int i = 0; all && i < CAPACITY; i++)
    if (atomic_load(&all->places[i]) == value) return 1;
  return 0;
}

void children_record(pid_t child) { add_child(child); }
void children_record_helper(pid_t child) { add_child(child | HELPER); }
int children_has(pid_t child) { return has(child) || children_has_helper(child); }
int children_has_helper(pid_t child) { return has(child | HELPER); }

void children_keep_only(const pid_t *present, int count) {
  children *all = record();
  for (int i = 0; all && i < CAPACITY; i++) {
    pid_t value = atomic_load(&all->places[i]);
    if (!value) continue;
    int is_present = 0;
    for (int j = 0; j < count && !is_present; j++) is_present = present[j] == (value & ~HELPER);
    if (!is_present) atomic_store(&all->places[i], 0);
  }
}

static void record_fork(void) {
  // Skip children of children.
  if (record() && getppid() == record()->owner) add(getpid());
}

void children_record_forks(void) {
  static int is_recording;
  if (is_recording || !record()) return;
  is_recording = pthread_atfork(NULL, NULL, record_fork) == 0;
}
