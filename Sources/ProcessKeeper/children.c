// The record of children that code in this process waits for. All other children were adopted.
#include "ProcessKeeper.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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

static void add(pid_t value) {
  children *all = record();
  for (int i = 0; all && i < CAPACITY; i++) {
    pid_t expected = 0;
    if (atomic_compare_exchange_strong(&all->places[i], &expected, value)) return;
  }
}

static int has(pid_t value) {
  children *all = record();
  for (int i = 0; all && i < CAPACITY; i++)
    if (atomic_load(&all->places[i]) == value) return 1;
  return 0;
}

void children_record(pid_t child) { add(child); }
void children_record_helper(pid_t child) { add(child | HELPER); }
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
