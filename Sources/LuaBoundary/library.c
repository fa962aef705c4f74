// Replacements for library functions that can run long without returning to the interpreter, whose hook stops overlong
// calls: the same functions, with the same messages, that check the time.
//
// Where possible, Lua's own C function is entered in the frame of its replacement ("delegation"), which keeps its
// messages, tracebacks and levels.
#include "internal.h"
#include <limits.h>

// The number of calls between two checks of the clock, which cost as much as a short call of string.byte.
#define LH_CALLS_PER_LOOK 8

int lh_delegate(lua_State *L, int upvalue) {
  lua_CFunction function = lua_tocfunction(L, lua_upvalueindex(upvalue));
  lh_context *context = lh_get_context(L);
  if (context->expired) lh_check(L);
  int results = function(L);
  if (context->expired || ++context->library_calls % LH_CALLS_PER_LOOK == 0) lh_check(L);
  return results;
}

// A library function that takes long only for large arguments, or runs a coroutine. Upvalue 1: the function itself.
static int lh_timed(lua_State *L) { return lh_delegate(L, 1); }

// The function returned by coroutine.wrap. Upvalues: those of Lua's own, which is the last one.
static int lh_wrapped(lua_State *L) { return lh_delegate(L, 2); }

// coroutine.wrap. Upvalue 1: Lua's own function.
static int lh_wrap(lua_State *L) {
  lh_delegate(L, 1);
  lua_CFunction resume = lua_tocfunction(L, -1);
  lua_getupvalue(L, -1, 1);
  lua_pushcfunction(L, resume);
  lua_pushcclosure(L, lh_wrapped, 2);
  return 1;
}

// coroutine.yield. Upvalue 1: Lua's own function. A task may only yield to the host.
static int lh_yield(lua_State *L) {
  if (lh_is_task(L))
    return luaL_error(L, "a task cannot yield; wait with ui.sleep, ui.await and the like, and use coroutine.yield only in coroutines that the script creates");
  return lh_delegate(L, 1);
}

// Whether the thread at 1 is another task's. Only the host resumes and closes tasks.
static int lh_is_other_task(lua_State *L) {
  lua_State *thread = lua_tothread(L, 1);
  return thread && thread != L && lh_is_task(thread);
}

// coroutine.resume. Upvalue 1: Lua's own function.
static int lh_resume_coroutine(lua_State *L) {
  if (!lh_is_other_task(L)) return lh_delegate(L, 1);
  lua_pushboolean(L, 0);
  lua_pushliteral(L, "cannot resume a task: it resumes by itself when its wait is over");
  return 2;
}

// coroutine.close. Upvalue 1: Lua's own function.
static int lh_close_other_coroutine(lua_State *L) {
  if (lh_is_other_task(L)) return luaL_error(L, "cannot close a task; use task:cancel()");
  return lh_delegate(L, 1);
}

// xpcall. Upvalues: Lua's own function, and a function that wraps handlers so that they do nothing once the time is
// over, when they would run inside the hook and could not be stopped.
static int lh_xpcall(lua_State *L) {
  if (lua_isfunction(L, 2) && !lua_iscfunction(L, 2)) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_pushvalue(L, 2);
    lua_call(L, 1, 1);
    lua_replace(L, 2);
  }
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

int lh_make_xpcall(lua_State *L) {
  lua_settop(L, 2);
  lua_pushcclosure(L, lh_xpcall, 2);
  return 1;
}

int lh_time_is_over(lua_State *L) {
  lua_pushboolean(L, lh_is_over(lh_get_context(L)));
  return 1;
}

// A text that is compiled in pieces, with time checks in between.
typedef struct lh_source {
  const char *rest;
  size_t length;
} lh_source;

static const char *lh_read_source(lua_State *L, void *data, size_t *size) {
  lh_source *source = data;
  lh_check(L);
  const char *piece = source->rest;
  *size = source->length < 4096 ? source->length : 4096;
  source->rest += *size;
  source->length -= *size;
  return piece;
}

// load. Upvalue 1: Lua's own function, for chunks that a function supplies in pieces.
static int lh_load_chunk(lua_State *L) {
  lh_source source;
  source.rest = lua_tolstring(L, 1, &source.length);
  if (!source.rest) return lh_delegate(L, 1);
  const char *mode = luaL_optstring(L, 3, NULL), *name = luaL_optstring(L, 2, source.rest);
  int has_environment = !lua_isnone(L, 4), status = lua_load(L, lh_read_source, &source, name, mode);
  lh_check(L);
  if (status != LUA_OK) {
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 4);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  }
  return 1;
}

void lh_report_file(lua_State *L, const char *path) {
  if (lh_get_context(L)->worker) lh_worker_report(L, LH_LOADS, path);
  else LH_REPORT(L, lh_swift_loads(L, path));
}

// loadfile and dofile. Upvalue 1: Lua's own function.
static int lh_load_file(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING) lh_report_file(L, lua_tostring(L, 1));
  return lh_delegate(L, 1);
}

// MARK: string

static int lh_string_rep(lua_State *L) {
  size_t length, separator_length;
  const char *s = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  if (count <= 0 || length + separator_length == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (length + separator_length < length || length + separator_length > (size_t)INT_MAX / (size_t)count)
    return luaL_error(L, "resulting string too large");
  size_t total = (size_t)count * length + (size_t)(count - 1) * separator_length;
  if (total >= LH_LARGE) lh_collect_garbage(L, total);
  luaL_Buffer buffer;
  char *result = luaL_buffinitsize(L, &buffer, total);
  // One copy, then repeated doubling, in pieces that do not take long.
  size_t unit = length + separator_length, done = length < total ? unit : length;
  memcpy(result, s, length);
  if (done > length) memcpy(result + length, separator, separator_length);
  size_t period = done;
  while (done < total) {
    size_t piece = done - done % period;
    if (piece > (size_t)64 << 20) piece = ((size_t)64 << 20) / period * period;
    if (piece == 0) piece = period;
    if (piece > total - done) piece = total - done;
    memcpy(result + done, result, piece);
    done += piece;
    lh_check(L);
  }
  luaL_pushresultsize(&buffer, total);
  return 1;
}

// MARK: table

enum { LH_READS = 1, LH_WRITES = 2, LH_MEASURES = 4 };

// Raises unless the argument is a table or has the metamethods that make it usable as one.
static void lh_check_table(lua_State *L, int argument, int uses) {
  if (lua_type(L, argument) == LUA_TTABLE) return;
  static const struct { int use; const char *event; } needed[] = {
      {LH_READS, "__index"}, {LH_WRITES, "__newindex"}, {LH_MEASURES, "__len"}};
  int is_table = lua_getmetatable(L, argument);
  for (int i = 0; i < 3 && is_table; i++) {
    if (!(uses & needed[i].use)) continue;
    lua_pushstring(L, needed[i].event);
    is_table = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 1);
  }
  if (!is_table) luaL_checktype(L, argument, LUA_TTABLE);
  lua_pop(L, 1);
}

static lua_Integer lh_length(lua_State *L, int argument, int uses) {
  lh_check_table(L, argument, uses | LH_MEASURES);
  return luaL_len(L, argument);
}

#define LH_EACH_STEP(L, count) do { if (((count) & 1023) == 0) lh_check(L); } while (0)

static int lh_table_insert(lua_State *L) {
  lua_Integer end = (lua_Integer)((lua_Unsigned)lh_length(L, 1, LH_READS | LH_WRITES) + 1), position = end;
  int count = lua_gettop(L);
  if (count != 2 && count != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
  if (count == 3) {
    position = luaL_checkinteger(L, 2);
    luaL_argcheck(L, (lua_Unsigned)position - 1u < (lua_Unsigned)end, 2, "position out of bounds");
    for (lua_Integer i = end; i > position; i--) {
      LH_EACH_STEP(L, i);
      lua_geti(L, 1, i - 1);
      lua_seti(L, 1, i);
    }
  }
  lua_seti(L, 1, position);
  return 0;
}

static int lh_table_remove(lua_State *L) {
  lua_Integer size = lh_length(L, 1, LH_READS | LH_WRITES), position = luaL_optinteger(L, 2, size);
  if (position != size)
    luaL_argcheck(L, (lua_Unsigned)position - 1u <= (lua_Unsigned)size, 1, "position out of bounds");
  lua_geti(L, 1, position);
  for (; position < size; position++) {
    LH_EACH_STEP(L, position);
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

static int lh_table_move(lua_State *L) {
  lua_Integer from = luaL_checkinteger(L, 2), end = luaL_checkinteger(L, 3), to = luaL_checkinteger(L, 4);
  int target = lua_isnoneornil(L, 5) ? 1 : 5;
  lh_check_table(L, 1, LH_READS);
  lh_check_table(L, target, LH_WRITES);
  if (end >= from) {
    luaL_argcheck(L, from > 0 || end < LUA_MAXINTEGER + from, 3, "too many elements to move");
    lua_Integer count = end - from + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    // Backwards if the target overlaps items that have not been read yet.
    int forwards = to > end || to <= from || (target != 1 && !lua_compare(L, 1, target, LUA_OPEQ));
    for (lua_Integer i = 0; i < count; i++) {
      LH_EACH_STEP(L, i);
      lua_Integer step = forwards ? i : count - 1 - i;
      lua_geti(L, 1, from + step);
      lua_seti(L, target, to + step);
    }
  }
  lua_pushvalue(L, target);
  return 1;
}

static void lh_add_field(lua_State *L, luaL_Buffer *buffer, lua_Integer index) {
  lua_geti(L, 1, index);
  if (!lua_isstring(L, -1))
    luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)index);
  luaL_addvalue(buffer);
}

static int lh_table_concat(lua_State *L) {
  lua_Integer last = lh_length(L, 1, LH_READS);
  size_t separator_length;
  const char *separator = luaL_optlstring(L, 2, "", &separator_length);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (; i < last; i++) {
    LH_EACH_STEP(L, i);
    lh_add_field(L, &buffer, i);
    luaL_addlstring(&buffer, separator, separator_length);
  }
  if (i == last) lh_add_field(L, &buffer, i);
  luaL_pushresult(&buffer);
  return 1;
}

// The comparison for table.sort when Lua's own would not check the time. Upvalue 1: a C function, or nil.
static int lh_compare(lua_State *L) {
  lh_check(L);
  if (lua_isnil(L, lua_upvalueindex(1))) {
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
  } else {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
  }
  return 1;
}

// table.sort. Upvalue 1: Lua's own function. It is fast enough for up to a million items, unless the order is a C
// function or the items come from a metamethod.
static int lh_table_sort(lua_State *L) {
  int has_order = lua_iscfunction(L, 2), has_length = luaL_getmetafield(L, 1, "__len") != LUA_TNIL;
  if (has_length) lua_pop(L, 1);
  if (has_order || (lua_isnoneornil(L, 2) && (has_length || lua_rawlen(L, 1) > 1000000))) {
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    lua_pushcclosure(L, lh_compare, 1);
    lua_replace(L, 2);
  }
  return lh_delegate(L, 1);
}

// MARK: Waiting

int lh_wait_in(lua_State *L, lua_CFunction function) {
  lh_begin_waiting(L, lua_tostring(L, lua_upvalueindex(2)));
  lh_check(L);
  int results = function(L);
  lh_check(L);
  lh_end_waiting(L);
  return results;
}

int lh_waiting(lua_State *L) { return lh_wait_in(L, lua_tocfunction(L, lua_upvalueindex(1))); }

// The iterator returned by io.lines and file:lines. Upvalue 1: Lua's own, which raises if its wait was interrupted; its
// first upvalue is the file.
static int lh_next_line(lua_State *L) {
  lh_begin_waiting(L, "lines");
  lh_check(L);
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  int status = lua_pcall(L, 0, LUA_MULTRET, 0);
  lh_check(L);
  lh_end_waiting(L);
  // At the end, Lua's own function returns nothing.
  if (status == LUA_OK && lua_isnoneornil(L, 1)) {
    if (lua_getupvalue(L, lua_upvalueindex(1), 1)) {
      lh_check_interrupted_pipe(L, -1);
      lua_pop(L, 1);
    }
  }
  if (status == LUA_OK) return lua_gettop(L);
  if (status == LUA_ERRRUN && lua_type(L, -1) == LUA_TSTRING) {
    // Lua's own function adds the place of its caller, which is not the script here.
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

// io.lines and file:lines. Upvalue 1: Lua's own function.
static int lh_lines(lua_State *L) {
  int results = lh_delegate(L, 1), iterator = lua_gettop(L) - results + 1;
  luaL_checkstack(L, 1, NULL);
  lua_pushvalue(L, iterator);
  lua_pushcclosure(L, lh_next_line, 1);
  lua_replace(L, iterator);
  return results;
}

// MARK: Installing

typedef struct lh_replacement {
  const char *library, *name;
  lua_CFunction function;
  int delegates;  // whether it has Lua's own function and its name as upvalues
} lh_replacement;

// Replaces a function in the table on top.
static void lh_replace(lua_State *L, const lh_replacement *replacement) {
  if (replacement->delegates) {
    lua_getfield(L, -1, replacement->name);
    lua_pushcfunction(L, lua_tocfunction(L, -1));
    lua_remove(L, -2);
    lua_pushstring(L, replacement->name);
  }
  lua_pushcclosure(L, replacement->function, replacement->delegates ? 2 : 0);
  lua_setfield(L, -2, replacement->name);
}

int lh_install_library(lua_State *L) {
  static const lh_replacement functions[] = {
      {LUA_GNAME, "load", lh_load_chunk, 1}, {LUA_GNAME, "loadfile", lh_load_file, 1},
      {LUA_GNAME, "dofile", lh_load_file, 1},
      {"coroutine", "create", lh_timed, 1}, {"coroutine", "resume", lh_resume_coroutine, 1},
      {"coroutine", "close", lh_close_other_coroutine, 1}, {"coroutine", "wrap", lh_wrap, 1},
      {"coroutine", "yield", lh_yield, 1},
      {"string", "rep", lh_string_rep, 0}, {"string", "find", lh_string_find, 0}, {"string", "match", lh_string_match, 0},
      {"string", "gmatch", lh_string_gmatch, 0}, {"string", "gsub", lh_string_gsub, 0},
      {"string", "byte", lh_timed, 1}, {"string", "format", lh_timed, 1},
      {"table", "insert", lh_table_insert, 0}, {"table", "remove", lh_table_remove, 0},
      {"table", "move", lh_table_move, 0}, {"table", "concat", lh_table_concat, 0},
      {"table", "sort", lh_table_sort, 1}, {"table", "unpack", lh_timed, 1},
      {"utf8", "len", lh_timed, 1}, {"utf8", "codepoint", lh_timed, 1}, {"utf8", "offset", lh_timed, 1},
      {"os", "execute", lh_execute, 1}, {"io", "popen", lh_popen, 0}, {"io", "open", lh_waiting, 1},
      {"io", "read", lh_waiting, 1}, {"io", "write", lh_io_write, 1}, {"io", "close", lh_waiting, 1},
      {"io", "lines", lh_lines, 1},
  };
  static const lh_replacement methods[] = {
      {"io", "read", lh_file_read, 1}, {"io", "write", lh_file_write, 1}, {"io", "flush", lh_waiting, 1},
      {"io", "close", lh_waiting, 1}, {"io", "lines", lh_lines, 1},
  };
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    lua_getfield(L, -1, functions[i].library);
    lh_replace(L, &functions[i]);
    lua_pop(L, 1);
  }
  luaL_getmetatable(L, LUA_FILEHANDLE);
  lua_getfield(L, -1, "__index");
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) lh_replace(L, &methods[i]);
  return 0;
}

// Sets a function in the library on top, with Lua's own function as its upvalue if it delegates to that.
static void lh_replace_field(lua_State *L, const char *name, lua_CFunction function, int delegates) {
  if (delegates) lua_getfield(L, -1, name);
  lua_pushcclosure(L, function, delegates);
  lua_setfield(L, -2, name);
}

int lh_do_replace_functions(lua_State *L) {
  lh_begin_finalizers(L);
  lua_pushglobaltable(L);
  lh_replace_field(L, "print", lh_print, 0);
  lh_replace_field(L, "require", lh_require, 1);
  lua_getfield(L, -1, "setmetatable");
  lh_guard_setmetatable(L, 1);
  lua_setfield(L, -2, "setmetatable");
  lua_getfield(L, -1, LUA_DBLIBNAME);
  lh_replace_field(L, "gethook", lh_get_hook, 0);
  lh_replace_field(L, "sethook", lh_set_hook, 0);
  lh_replace_field(L, "getinfo", lh_get_info, 1);
  lua_getfield(L, -1, "setmetatable");
  lh_guard_setmetatable(L, 0);
  lua_setfield(L, -2, "setmetatable");
  return 0;
}
