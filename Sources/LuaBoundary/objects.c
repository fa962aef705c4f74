// Swift objects as userdata, with their metamethods and methods. Metatables are not trusted, as a script may assign
// them to other objects; the userdata itself records the class.
#include "internal.h"

void lh_begin_class(lh_class *kind, int id, int depth) {
  kind->id = id;
  kind->depth = depth;
  kind->line[depth] = kind;
}

// Whether an object is an instance of a class, according to the userdata and not to its metatable.
static int lh_is_kind(const lh_object *object, const lh_class *kind) { return object->kind->line[kind->depth] == kind; }

int lh_call_method(lua_State *L) {
  void *method = lua_touserdata(L, lua_upvalueindex(1));
  lh_object *object = lh_to_object(L, 1);
  if (!object || !lh_is_kind(object, lua_touserdata(L, lua_upvalueindex(2)))) { LH_ENTER(lh_swift_wrong_method(L, method)) }
  LH_ENTER(lh_swift_call_method(L, object->object, method))
}

void lh_push_object(lua_State *L, void *object, const lh_class *kind, int class_id) {
  lh_object *userdata = lua_newuserdatauv(L, sizeof(lh_object), LH_USER_VALUES);
  *userdata = (lh_object){ .magic = LH_MAGIC, .object = object, .kind = kind, .class_id = class_id };
  lh_get_context(L)->objects++;
}

int lh_push_known(lua_State *L, int table, const void *object) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, table);
  if (lh_raw_get_pointer(L, -1, object) == LUA_TUSERDATA) {
    lh_object *known = lh_to_object(L, -1);
    if (known && known->object == object) {
      if (known->survivals) lh_count_requested(lh_get_context(L), known);
      lua_copy(L, -1, -2);
      lua_settop(L, -2);
      return 1;
    }
  }
  lua_settop(L, -3);
  return 0;
}

uint64_t lh_begin_loan(lh_context *context) {
  lh_loan *loan = malloc(sizeof *loan);
  if (!loan) abort();
  *loan = (lh_loan){ .number = ++context->last_loan, .outer = context->loans };
  context->loans = loan;
  return loan->number;
}

void lh_end_loan(lh_context *context) {
  lh_loan *loan = context->loans;
  context->loans = loan->outer;
  free(loan);
}

void lh_push_lent(lua_State *L, void *object, void *successor, uint64_t loan, const lh_class *kind, int class_id) {
  lh_lent *lent = lua_newuserdatauv(L, sizeof(lh_lent), 0);
  *lent = (lh_lent){
    .object = { .magic = LH_LENT_MAGIC, .object = object, .kind = kind, .class_id = class_id },
    .loan = loan,
    .successor = successor,
  };
}

lh_object *lh_to_lent(lua_State *L, int index) {
  if (lua_rawlen(L, index) != sizeof(lh_lent)) return NULL;
  lh_lent *lent = lua_touserdata(L, index);
  if (lent->object.magic != LH_LENT_MAGIC) return NULL;
  const lh_loan *loan = lent->loan ? lh_get_context(L)->loans : NULL;
  while (loan && loan->number != lent->loan) loan = loan->outer;
  if (!loan) {
    lent->loan = 0;
    lent->object.object = lent->successor;
  }
  return &lent->object;
}

void lh_set_super(lua_State *L, int index) { lh_raw_set_pointer(L, index, LH_SUPER); }

static void lh_mark_touched(lua_State *L, lh_object *object) {
  lh_context *context = lh_get_context(L);
  if (object->touched || !context->traces_touch) return;
  object->touched = 1;
  lh_swift_touch(L, object);
}

// Looks up the key at 2 in the script class on top and its superclasses. Pushes the value and returns 1, or pops the
// class and returns 0.
static int lh_find_in_classes(lua_State *L) {
  while (lua_type(L, -1) == LUA_TTABLE) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, -2) != LUA_TNIL) return 1;
    lua_pop(L, 1);
    lua_rawgetp(L, -1, LH_SUPER);
    lua_remove(L, -2);
  }
  lua_pop(L, 1);
  return 0;
}

// Pushes the function with the name at an index in the table on top and returns 1, or returns 0.
static int lh_find_function(lua_State *L, int name) {
  lua_pushvalue(L, name);
  if (lua_rawget(L, -2) == LUA_TFUNCTION) return 1;
  lua_pop(L, 1);
  return 0;
}

int lh_find_override(lua_State *L) {
  int object = lua_gettop(L) - 2, class = object + 1, name = object + 2;
  int is_found = lua_getiuservalue(L, object, LH_FIELDS) == LUA_TTABLE && lh_find_function(L, name);
  if (!is_found) lua_pushvalue(L, class);
  while (!is_found && lua_type(L, -1) == LUA_TTABLE) {
    is_found = lh_find_function(L, name);
    if (!is_found) {
      lua_rawgetp(L, -1, LH_SUPER);
      lua_remove(L, -2);
    }
  }
  if (is_found) {
    lua_copy(L, object, class);
    lua_copy(L, -1, object);
  }
  lua_settop(L, is_found ? class : object - 1);
  return is_found;
}

int lh_index(lua_State *L) {
  lh_object *object = lh_to_object(L, 1);
  if (!object) { LH_ENTER(lh_swift_unknown(L, 0)) }
  const lh_class *kind = lua_touserdata(L, lua_upvalueindex(4));
  if (!lh_is_kind(object, kind)) { LH_ENTER(lh_swift_wrong_class(L, kind->id)) }
  if (lua_getiuservalue(L, 1, LH_FIELDS) == LUA_TTABLE) {
    lua_pushvalue(L, 2);
    int type = lua_rawget(L, -2);
    if (type != LUA_TNIL) {
      if (type == LUA_TTABLE) lh_mark_touched(L, object);
      return 1;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (lua_type(L, lua_upvalueindex(1)) == LUA_TTABLE) {
    lua_pushvalue(L, lua_upvalueindex(1));
    if (lh_find_in_classes(L)) return 1;
  }
  lua_pushvalue(L, 2);
  int type = lua_rawget(L, lua_upvalueindex(2));
  if (type == LUA_TLIGHTUSERDATA) {
    void *property = lua_touserdata(L, -1);
    lua_pop(L, 1);
    LH_ENTER(lh_swift_get(L, object->object, property))
  }
  if (type != LUA_TNIL || !lua_toboolean(L, lua_upvalueindex(3))) return 1;
  lua_pop(L, 1);
  LH_ENTER(lh_swift_unknown(L, 0))
}

int lh_next_field(lua_State *L) {
  lua_settop(L, 2);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

int lh_pairs(lua_State *L) {
  lua_settop(L, 1);
  lh_object *object = lh_to_object(L, 1);
  if (!object) { LH_ENTER(lh_swift_unknown(L, 0)) }
  lua_pushcfunction(L, lh_next_field);
  if (lua_getiuservalue(L, 1, LH_FIELDS) == LUA_TTABLE) {
    // A table in a field can be changed by code that reads the field.
    lh_mark_touched(L, object);
  } else {
    lua_pop(L, 1);
    lua_newtable(L);
  }
  lua_pushnil(L);
  return 3;
}

int lh_class_index(lua_State *L) {
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) != LUA_TNIL) return 1;
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  if (lh_find_in_classes(L)) return 1;
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(1));
  return 1;
}

int lh_newindex(lua_State *L) {
  lh_object *object = lh_to_object(L, 1);
  if (!object) { LH_ENTER(lh_swift_unknown(L, 1)) }
  const lh_class *kind = lua_touserdata(L, lua_upvalueindex(4));
  if (!lh_is_kind(object, kind)) { LH_ENTER(lh_swift_wrong_class(L, kind->id)) }
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TLIGHTUSERDATA) {
    void *property = lua_touserdata(L, -1);
    lua_pop(L, 1);
    LH_ENTER(lh_swift_set(L, object->object, property))
  }
  lua_pop(L, 1);
  if (lua_toboolean(L, lua_upvalueindex(3))) {
    LH_ENTER(lh_swift_unknown(L, 1))
  }
  if (lua_isnil(L, 2)) return luaL_error(L, "a field cannot be named nil");
  if (lua_type(L, 2) == LUA_TNUMBER && lua_tonumber(L, 2) != lua_tonumber(L, 2)) return luaL_error(L, "a field cannot be named NaN");
  if (lua_getiuservalue(L, 1, LH_FIELDS) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, LH_FIELDS);
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  lh_mark_touched(L, object);
  return 0;
}

int lh_collect(lua_State *L) {
  lh_object *object = lh_to_object(L, 1);
  // A lent object is not retained.
  if (!object || object->magic != LH_MAGIC || !lua_checkstack(L, LH_ROOM)) return 0;
  lh_context *context = lh_get_context(L);
  int enforcing = context->enforcing;
  context->enforcing = 0;
  int lives = lh_swift_collect(L, object, enforcing);
  context->enforcing = enforcing;
  lh_count_finalized(context, object, lives);
  // Setting the metatable again re-arms the finalizer (Lua manual, section 2.5.3).
  if (lives && lua_getmetatable(L, 1)) lua_setmetatable(L, 1);
  return 0;
}
