// The messages between an app and its workers, which wait in queues under a lock.
#include "workers.h"

// How many bytes of messages may wait: from a worker, which then waits, and to a worker, whose sender gets an error.
#define LH_WAITING_FROM ((size_t)4 << 20)
#define LH_WAITING_TO ((size_t)64 << 20)
// The size of a message in addition to its bytes.
#define LH_MESSAGE_SIZE 128

static void lh_append(lh_queue *queue, lh_message *message) {
  message->next = NULL;
  if (queue->last) queue->last->next = message;
  else queue->first = message;
  queue->last = message;
  queue->bytes += message->capacity + LH_MESSAGE_SIZE;
}

lh_message *lh_pop_first(lh_queue *queue) {
  lh_message *message = queue->first;
  if (!message) return NULL;
  queue->first = message->next;
  if (!queue->first) queue->last = NULL;
  queue->bytes -= message->capacity + LH_MESSAGE_SIZE;
  return message;
}

void lh_discard(lh_queue *queue) {
  lh_message *message;
  while ((message = lh_pop_first(queue))) lh_message_free(message);
}

int lh_is_cancelled(const lh_worker *worker) {
  return __atomic_load_n(&worker->context.is_cancelled, __ATOMIC_SEQ_CST);
}

void lh_post(lh_worker *worker, lh_message *message) {
  pthread_mutex_lock(&worker->lock);
  while (worker->from.bytes >= LH_WAITING_FROM && !lh_is_cancelled(worker))
    pthread_cond_wait(&worker->changed, &worker->lock);
  int is_cancelled = lh_is_cancelled(worker);
  if (!is_cancelled) lh_append(&worker->from, message);
  pthread_mutex_unlock(&worker->lock);
  if (is_cancelled) lh_message_free(message);
  else lh_workers_remind(worker->workers);
}

void lh_post_text(lua_State *L, int kind, const char *text, size_t length) {
  lh_worker *worker = lh_get_context(L)->worker;
  lh_post(worker, lh_message_text(worker->workers, kind, text, length));
  lh_check(L);
}

void lh_worker_report(lua_State *L, int kind, const char *text) { lh_post_text(L, kind, text, strlen(text)); }

// MARK: For the app

int lh_worker_send(lh_worker *worker, lh_message *message) {
  pthread_mutex_lock(&worker->lock);
  int has_ended = worker->has_ended || lh_is_cancelled(worker);
  int is_full = worker->to.first && worker->to.bytes + message->capacity > LH_WAITING_TO;
  if (!has_ended && !is_full) {
    lh_append(&worker->to, message);
    pthread_cond_broadcast(&worker->changed);
  }
  pthread_mutex_unlock(&worker->lock);
  if (has_ended || is_full) lh_message_free(message);
  return has_ended ? 0 : is_full ? -1 : 1;
}

lh_message *lh_worker_take(lh_worker *worker) {
  pthread_mutex_lock(&worker->lock);
  lh_message *message = lh_pop_first(&worker->from);
  if (message) pthread_cond_broadcast(&worker->changed);
  pthread_mutex_unlock(&worker->lock);
  return message;
}

int lh_worker_is_idle(lh_worker *worker) {
  pthread_mutex_lock(&worker->lock);
  int is_idle = worker->is_receiving && !worker->to.first && !worker->from.first && !worker->has_progress;
  pthread_mutex_unlock(&worker->lock);
  return is_idle;
}

int lh_worker_take_progress(lh_worker *worker, double *progress) {
  pthread_mutex_lock(&worker->lock);
  int has_progress = worker->has_progress;
  worker->has_progress = 0;
  *progress = worker->progress;
  pthread_mutex_unlock(&worker->lock);
  return has_progress;
}
