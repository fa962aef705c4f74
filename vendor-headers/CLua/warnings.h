// Warnings, as Lua's own interpreter has them (Lua manual, sections 4.6 and 6.1): off until a script says `warn("@on")`; then
// each is a line on standard error, its pieces put together.
#pragma once

static inline void lh_put_warning(const lh_context *context, const char *piece) {
  visible_text text = {{0}, 0, 0};
  if (context->is_distrusted && isatty(STDERR_FILENO)) visible_text_write(&text, piece, strlen(piece), stderr);
  else fputs(piece, stderr);
}

static inline void lh_warn(void *data, const char *message, int is_continued) {
  lh_context *context = data;
  int begins = !context->is_within_warning;
  context->is_within_warning = is_continued;
  if (begins && !is_continued && *message == '@') {
    // Other control messages are for other hosts.
    if (strcmp(message, "@off") == 0) context->warns = 0;
    else if (strcmp(message, "@on") == 0) context->warns = 1;
    return;
  }
  if (!context->warns) return;
  if (begins) fputs("Lua warning: ", stderr);
  lh_put_warning(context, message);
  if (!is_continued) {
    fputc('\n', stderr);
    fflush(stderr);
  }
}
