// Output of scripts: print, io.write and warnings.
#include "internal.h"

// MARK: Warnings

// As in the standalone interpreter (Lua manual, sections 4.6 and 6.1), warnings are off until a script calls
// `warn("@on")`; each is then printed as a line on standard error, its pieces joined.
static void lh_put_warning(const lh_context *context, const char *piece) {
  visible_text text = {{0}, 0, 0};
  if (context->is_distrusted && isatty(STDERR_FILENO)) visible_text_write(&text, piece, strlen(piece), stderr);
  else fputs(piece, stderr);
}

void lh_warn(void *data, const char *message, int is_continued) {
  lh_context *context = data;
  int begins = !context->is_within_warning;
  context->is_within_warning = is_continued;
  if (begins && !is_continued && *message == '@') {
    // Unknown control messages are ignored.
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

// MARK: io

// Reports the bytes written by the arguments from `first` on, all at once, if the stream is standard output or error.
static void lh_report_written(lua_State *L, const luaL_Stream *stream, int first) {
  lh_context *context = lh_get_context(L);
  if (!context->reports_written || !stream || !stream->closef || (stream->f != stdout && stream->f != stderr)) return;
  int count = 0, last = lua_gettop(L);
  while (first + count <= last && lua_isstring(L, first + count)) count++;
  if (count == 0) return;
  luaL_checkstack(L, count + LH_ROOM, NULL);
  for (int i = 0; i < count; i++) lua_pushvalue(L, first + i);
  lua_concat(L, count);
  size_t length;
  const char *bytes = lua_tolstring(L, -1, &length);
  LH_REPORT(L, lh_swift_wrote(L, bytes, length, stream->f == stderr));
  lua_pop(L, 1);
}

// file:write. Upvalues: Lua's own function, its name.
int lh_file_write(lua_State *L) {
  lh_report_written(L, luaL_testudata(L, 1, LUA_FILEHANDLE), 2);
  return lh_waiting(L);
}

// io.write. Upvalues: Lua's own function, its name.
int lh_io_write(lua_State *L) {
  // The key under which Lua's library stores the default output.
  lua_getfield(L, LUA_REGISTRYINDEX, "_IO_output");
  const luaL_Stream *stream = luaL_testudata(L, -1, LUA_FILEHANDLE);
  lua_pop(L, 1);
  lh_report_written(L, stream, 1);
  return lh_waiting(L);
}

// MARK: print

void lh_write_output(const void *bytes, size_t count) { fwrite(bytes, 1, count, stdout); }

int lh_print(lua_State *L) {
  int count = lua_gettop(L);
  luaL_Buffer line;
  luaL_buffinit(L, &line);
  for (int index = 1; index <= count; index++) {
    if (index > 1) luaL_addchar(&line, '\t');
    luaL_tolstring(L, index, NULL);
    luaL_addvalue(&line);
  }
  luaL_addchar(&line, '\n');
  luaL_pushresult(&line);
  lua_getfield(L, LUA_REGISTRYINDEX, LH_PRINT);
  lua_insert(L, -2);
  lua_call(L, 1, 0);
  return 0;
}

void lh_write_error(const char *bytes, size_t count) {
  visible_text text = {{0}, 0, 0};
  char *shown = malloc(VISIBLE_TEXT_CAPACITY(count) + 1);
  if (!shown) return;
  size_t length = visible_text_take(&text, bytes, count, shown);
  length += visible_text_end(&text, shown + length);
  shown[length++] = '\n';
  ssize_t written = write(STDERR_FILENO, shown, length);
  (void)written;
  free(shown);
}
