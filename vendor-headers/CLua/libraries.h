// What stands in place of functions of Lua's own libraries. They are C functions, as those are, so that tracebacks and
// messages name them and nothing of the host stands between a script and an error.
#pragma once

// print: the words are joined here, where `__tostring` may raise; the registry has the Swift function that gets the line.
#define LH_PRINT "luahost.print"

// Writes what a script has printed, byte for byte.
static inline void lh_write_output(const void *bytes, size_t count) { fwrite(bytes, 1, count, stdout); }

// Writes a line to standard error with its control characters made visible. Takes no lock of the stream: its thread may be stuck.
static inline void lh_write_error(const char *bytes, size_t count) {
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

static inline int lh_print(lua_State *L) {
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

static inline int lh_require(lua_State *L);

// The name that the call of `require` at a level of the stack was given, or NULL if there is another function. Pushes it.
static inline const char *lh_required_at(lua_State *L, int level, lua_Debug *call) {
  if (!lua_getstack(L, level, call) || !lua_getinfo(L, "f", call)) return NULL;
  int is_require = lua_tocfunction(L, -1) == lh_require;
  lua_pop(L, 1);
  if (!is_require || !lua_getlocal(L, call, 1)) return NULL;
  if (lua_type(L, -1) == LUA_TSTRING) return lua_tostring(L, -1);
  lua_pop(L, 1);
  return NULL;
}

// require: Lua's own (upvalue 1), which would follow a circle until the stack is full. A module is being loaded while a
// call of `require` with its name stands on the stack.
static inline int lh_require(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, 2, name);
  if (lua_toboolean(L, 3)) return 1;
  lua_settop(L, 1);
  lua_Debug call;
  lua_pushstring(L, name);
  for (int level = 1; lua_getstack(L, level, &call); level++) {
    const char *outer = lh_required_at(L, level, &call);
    if (!outer) continue;
    lua_pushfstring(L, "%s > %s", outer, lua_tostring(L, 2));
    lua_replace(L, 2);
    if (strcmp(outer, name) == 0) return luaL_error(L, "module '%s' is required in a circle: %s", name, lua_tostring(L, 2));
    lua_pop(L, 1);
  }
  lua_settop(L, 1);
  lh_context *context = lh_get_context(L);
  int enforcing = context->enforcing;
  context->enforcing = 0;
  lh_swift_requires(L, name);
  context->enforcing = enforcing;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushvalue(L, 1);
  lua_call(L, 1, LUA_MULTRET);
  // A module of C cannot be loaded anew, and one that was preloaded has no file.
  const char *path = lua_type(L, 3) == LUA_TSTRING ? lua_tostring(L, 3) : "", *suffix = strrchr(path, '.');
  if (suffix && strcmp(suffix, ".lua") == 0) lh_tell_file(L, path);
  // It may start processes.
  if (suffix && strcmp(suffix, ".so") == 0) lh_tell_start(L);
  return lua_gettop(L) - 1;
}

// debug.sethook and debug.gethook. A thread has one hook, and the host's holds the time limit: a script's own is called by
// it. The registry has what scripts set, under the name that Lua has for it, by thread: a userdata with the function as its user value.
#define LH_SCRIPT_HOOKS "_HOOKKEY"

typedef struct lh_script_hook {
  int mask, count; // as the script gave them
  int step, passed; // instructions from one count event to the next, and since the script was told
} lh_script_hook;

// Pushes the hook that a script set for a thread, or nil.
static inline lh_script_hook *lh_push_script_hook(lua_State *L, lua_State *thread) {
  lua_getfield(L, LUA_REGISTRYINDEX, LH_SCRIPT_HOOKS);
  if (lua_type(L, -1) != LUA_TTABLE) return NULL;
  lua_pushthread(thread);
  if (thread != L) lua_xmove(thread, L, 1);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  return lua_touserdata(L, -1);
}

static inline void lh_run_hooks(lua_State *L, lua_Debug *event) {
  if (event->event == LUA_HOOKCOUNT) lh_hook(L, event);
  if (lh_get_context(L)->expired) return;
  lh_script_hook *own = lh_push_script_hook(L, L);
  if (!own) {
    lua_pop(L, 1);
    return;
  }
  if (event->event == LUA_HOOKCOUNT) {
    own->passed += own->step;
    if (!own->count || own->passed < own->count) {
      lua_pop(L, 1);
      return;
    }
    own->passed = 0;
  }
  static const char *const names[] = {"call", "return", "line", "count", "tail call"};
  lua_getiuservalue(L, -1, 1);
  lua_remove(L, -2);
  lua_pushstring(L, names[event->event]);
  if (event->currentline >= 0) lua_pushinteger(L, event->currentline); else lua_pushnil(L);
  lua_call(L, 2, 0);
}

static inline int lh_set_hook(lua_State *L) {
  // The hook's count begins anew.
  lh_check(L);
  int first = lua_isthread(L, 1);
  lua_State *thread = first ? lua_tothread(L, 1) : L;
  if (lua_isnoneornil(L, first + 1)) {
    lua_settop(L, first + 1);
    lua_pushnil(L);
    lh_arm_hook(thread);
  } else {
    luaL_checktype(L, first + 1, LUA_TFUNCTION);
    const char *events = luaL_checkstring(L, first + 2);
    int count = (int)luaL_optinteger(L, first + 3, 0);
    lua_settop(L, first + 1);
    lh_script_hook *own = lua_newuserdatauv(L, sizeof(lh_script_hook), 1);
    own->mask = (strchr(events, 'c') ? LUA_MASKCALL : 0) | (strchr(events, 'r') ? LUA_MASKRET : 0)
      | (strchr(events, 'l') ? LUA_MASKLINE : 0);
    own->count = count > 0 ? count : 0;
    own->step = own->count ? own->count / ((own->count - 1) / LH_HOOK_COUNT + 1) : LH_HOOK_COUNT;
    own->passed = 0;
    lua_pushvalue(L, first + 1);
    lua_setiuservalue(L, -2, 1);
    lua_sethook(thread, lh_run_hooks, own->mask | LUA_MASKCOUNT, own->step);
  }
  if (!luaL_getsubtable(L, LUA_REGISTRYINDEX, LH_SCRIPT_HOOKS)) {
    lua_pushvalue(L, -1);
    lua_setmetatable(L, -2);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
  }
  luaL_checkstack(thread, 1, "stack overflow");
  lua_pushthread(thread);
  if (thread != L) lua_xmove(thread, L, 1);
  lua_pushvalue(L, -3);
  lua_rawset(L, -3);
  return 0;
}

static inline int lh_get_hook(lua_State *L) {
  lua_State *thread = lua_isthread(L, 1) ? lua_tothread(L, 1) : L;
  luaL_checkstack(thread, 1, "stack overflow");
  lh_script_hook *own = lh_push_script_hook(L, thread);
  if (!own) {
    lua_pushnil(L);
    return 1;
  }
  char events[4], *end = events;
  if (own->mask & LUA_MASKCALL) *end++ = 'c';
  if (own->mask & LUA_MASKRET) *end++ = 'r';
  if (own->mask & LUA_MASKLINE) *end++ = 'l';
  lua_getiuservalue(L, -1, 1);
  lua_pushlstring(L, events, (size_t)(end - events));
  lua_pushinteger(L, own->count);
  return 3;
}
