// Lua's patterns (manual, section 6.4.1), with time checks within a match, as some patterns take exponential time.
#include "internal.h"
#include <ctype.h>
#include <stddef.h>

#define LH_MAXIMUM_CAPTURES 32
#define LH_MAXIMUM_DEPTH 200
enum { LH_UNFINISHED = -1, LH_POSITION = -2 };

// The state of a search.
typedef struct lh_match {
  lua_State *L;
  const char *subject;      // the text is from `subject` to `end`
  const char *end;
  const char *pattern_end;
  unsigned steps;           // steps since the last check of the clock
  int depth;                // the remaining depth of nested calls
  int level;                // the number of captures, finished or not
  struct {
    const char *start;
    ptrdiff_t length;       // or LH_UNFINISHED, LH_POSITION
  } capture[LH_MAXIMUM_CAPTURES];
} lh_match;

#define LH_STEP(m) do { if (++(m)->steps >= 8192) { (m)->steps = 0; lh_check((m)->L); } } while (0)

static void lh_begin_match(lh_match *m) {
  m->level = 0;
  m->depth = LH_MAXIMUM_DEPTH;
}

// Returns the end of the single-character class at p.
static const char *lh_class_end(lh_match *m, const char *p) {
  char first = *p++;
  if (first == '%') {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (first != '[') return p;
  if (p < m->pattern_end && *p == '^') p++;
  // A bracket in first position is a literal.
  int is_first = 1;
  while (is_first || p >= m->pattern_end || *p != ']') {
    is_first = 0;
    if (p >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%') p++;
  }
  return p + 1;
}

static int lh_in_class(int c, int letter) {
  int is_in;
  switch (tolower(letter)) {
    case 'a': is_in = isalpha(c); break;
    case 'c': is_in = iscntrl(c); break;
    case 'd': is_in = isdigit(c); break;
    case 'g': is_in = isgraph(c); break;
    case 'l': is_in = islower(c); break;
    case 'p': is_in = ispunct(c); break;
    case 's': is_in = isspace(c); break;
    case 'u': is_in = isupper(c); break;
    case 'w': is_in = isalnum(c); break;
    case 'x': is_in = isxdigit(c); break;
    // Undocumented since Lua 5.2, but still supported.
    case 'z': is_in = c == 0; break;
    default: return letter == c;
  }
  return isupper(letter) ? !is_in : !!is_in;
}

// Whether the set from the bracket at p to the bracket at last contains a character.
static int lh_in_set(int c, const char *p, const char *last) {
  int is_member = 1;
  p++;
  if (*p == '^') {
    is_member = 0;
    p++;
  }
  while (p < last) {
    if (*p == '%') {
      if (lh_in_class(c, (unsigned char)p[1])) return is_member;
      p += 2;
    } else if (p[1] == '-' && p + 2 < last) {
      if ((unsigned char)p[0] <= c && c <= (unsigned char)p[2]) return is_member;
      p += 3;
    } else {
      if ((unsigned char)*p == c) return is_member;
      p++;
    }
  }
  return !is_member;
}

// Whether the class from p to class_end matches the character at s.
static int lh_matches_one(lh_match *m, const char *s, const char *p, const char *class_end) {
  if (s >= m->end) return 0;
  int c = (unsigned char)*s;
  switch (*p) {
    case '.': return 1;
    case '%': return lh_in_class(c, (unsigned char)p[1]);
    case '[': return lh_in_set(c, p, class_end - 1);
    default: return (unsigned char)*p == c;
  }
}

static const char *lh_do_match(lh_match *m, const char *s, const char *p);

static const char *lh_match_balance(lh_match *m, const char *s, const char *p) {
  if (p >= m->pattern_end - 1) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->end || *s != *p) return NULL;
  int open = 1;
  while (++s < m->end) {
    LH_STEP(m);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == *p) {
      open++;
    }
  }
  return NULL;
}

// Matches as many characters as possible, then fewer.
static const char *lh_match_most(lh_match *m, const char *s, const char *p, const char *class_end) {
  const char *last = s;
  while (lh_matches_one(m, last, p, class_end)) {
    LH_STEP(m);
    last++;
  }
  for (;; last--) {
    const char *result = lh_do_match(m, last, class_end + 1);
    if (result || last == s) return result;
  }
}

// Matches as few characters as possible, then more.
static const char *lh_match_fewest(lh_match *m, const char *s, const char *p, const char *class_end) {
  for (;; s++) {
    const char *result = lh_do_match(m, s, class_end + 1);
    if (result || !lh_matches_one(m, s, p, class_end)) return result;
  }
}

static int lh_finished_capture(lh_match *m, int digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->level || m->capture[index].length == LH_UNFINISHED)
    return luaL_error(m->L, "invalid capture index %%%d", index + 1);
  return index;
}

// Returns the end of the match that begins at s, for the pattern from p on; NULL if there is none.
static const char *lh_do_match(lh_match *m, const char *s, const char *p) {
  if (m->depth-- == 0) luaL_error(m->L, "pattern too complex");
  LH_STEP(m);
  while (p != m->pattern_end) {
    if (*p == '(') {
      int is_position = p + 1 < m->pattern_end && p[1] == ')';
      if (m->level >= LH_MAXIMUM_CAPTURES) luaL_error(m->L, "too many captures");
      m->capture[m->level].start = s;
      m->capture[m->level].length = is_position ? LH_POSITION : LH_UNFINISHED;
      m->level++;
      s = lh_do_match(m, s, p + (is_position ? 2 : 1));
      if (!s) m->level--;
      break;
    }
    if (*p == ')') {
      int index = m->level - 1;
      while (index >= 0 && m->capture[index].length != LH_UNFINISHED) index--;
      if (index < 0) luaL_error(m->L, "invalid pattern capture");
      m->capture[index].length = s - m->capture[index].start;
      s = lh_do_match(m, s, p + 1);
      if (!s) m->capture[index].length = LH_UNFINISHED;
      break;
    }
    if (*p == '$' && p + 1 == m->pattern_end) {
      if (s != m->end) s = NULL;
      break;
    }
    if (*p == '%' && p + 1 < m->pattern_end) {
      if (p[1] == 'b') {
        if (!(s = lh_match_balance(m, s, p + 2))) break;
        p += 4;
        continue;
      }
      if (p[1] == 'f') {
        p += 2;
        if (p >= m->pattern_end || *p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
        const char *set_end = lh_class_end(m, p);
        int before = s == m->subject ? 0 : (unsigned char)s[-1], after = s == m->end ? 0 : (unsigned char)*s;
        if (lh_in_set(before, p, set_end - 1) || !lh_in_set(after, p, set_end - 1)) {
          s = NULL;
          break;
        }
        p = set_end;
        continue;
      }
      if (isdigit((unsigned char)p[1])) {
        int index = lh_finished_capture(m, (unsigned char)p[1]);
        size_t length = (size_t)m->capture[index].length;
        if ((size_t)(m->end - s) < length || memcmp(m->capture[index].start, s, length) != 0) {
          s = NULL;
          break;
        }
        s += length;
        p += 2;
        continue;
      }
    }
    const char *class_end = lh_class_end(m, p);
    char suffix = class_end < m->pattern_end ? *class_end : '\0';
    int is_optional = suffix == '*' || suffix == '?' || suffix == '-';
    if (!lh_matches_one(m, s, p, class_end)) {
      if (is_optional) {
        p = class_end + 1;
        continue;
      }
      s = NULL;
      break;
    }
    if (suffix == '*' || suffix == '+') {
      s = lh_match_most(m, suffix == '+' ? s + 1 : s, p, class_end);
      break;
    }
    if (suffix == '-') {
      s = lh_match_fewest(m, s, p, class_end);
      break;
    }
    if (suffix == '?') {
      const char *result = lh_do_match(m, s + 1, class_end + 1);
      if (result) {
        s = result;
        break;
      }
      p = class_end + 1;
    } else {
      s++;
      p = class_end;
    }
  }
  m->depth++;
  return s;
}

// Finds bytes in a text, checking the time; NULL if they are not found.
static const char *lh_find_bytes(lh_match *m, const char *s, size_t length, const char *sought, size_t sought_length) {
  if (sought_length == 0) return s;
  const char *end = s + length;
  while ((size_t)(end - s) >= sought_length) {
    s = memchr(s, *sought, (size_t)(end - s) - sought_length + 1);
    if (!s) return NULL;
    if (memcmp(s, sought, sought_length) == 0) return s;
    // A long comparison counts as several steps.
    m->steps += (unsigned)(sought_length >> 6);
    LH_STEP(m);
    s++;
  }
  return NULL;
}

// Pushes a capture; without captures, number 0 is the whole match.
static void lh_push_capture(lh_match *m, int index, const char *s, const char *e) {
  if (index >= m->level) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(m->L, s, (size_t)(e - s));
    return;
  }
  ptrdiff_t length = m->capture[index].length;
  if (length == LH_UNFINISHED) luaL_error(m->L, "unfinished capture");
  if (length == LH_POSITION) {
    lua_pushinteger(m->L, m->capture[index].start - m->subject + 1);
  } else {
    lua_pushlstring(m->L, m->capture[index].start, (size_t)length);
  }
}

// Pushes all captures; without captures, the whole match if `s` is given.
static int lh_push_captures(lh_match *m, const char *s, const char *e) {
  int count = m->level == 0 && s ? 1 : m->level;
  luaL_checkstack(m->L, count, "too many captures");
  for (int i = 0; i < count; i++) lh_push_capture(m, i, s, e);
  return count;
}

// Returns the zero-based offset for a position argument, at most one more than the length.
static size_t lh_initial_offset(lua_State *L, int argument, size_t length) {
  lua_Integer position = luaL_optinteger(L, argument, 1);
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length + (size_t)position;
}

static int lh_search(lua_State *L, int is_find) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length), *p = luaL_checklstring(L, 2, &pattern_length);
  size_t offset = lh_initial_offset(L, 3, length);
  if (offset > length) {
    lua_pushnil(L);
    return 1;
  }
  lh_match m = {.L = L, .subject = subject, .end = subject + length, .pattern_end = p + pattern_length};
  const char *s = subject + offset;
  int is_plain = is_find && lua_toboolean(L, 4);
  if (is_find && !is_plain) {
    is_plain = 1;
    for (size_t i = 0; i < pattern_length && is_plain; i++) is_plain = !p[i] || !strchr("^$*+?.([%-", p[i]);
  }
  if (is_plain) {
    const char *found = lh_find_bytes(&m, s, length - offset, p, pattern_length);
    if (found) {
      lua_pushinteger(L, found - subject + 1);
      lua_pushinteger(L, found - subject + (lua_Integer)pattern_length);
      return 2;
    }
    lua_pushnil(L);
    return 1;
  }
  int is_anchored = pattern_length > 0 && *p == '^';
  if (is_anchored) p++;
  do {
    lh_begin_match(&m);
    const char *e = lh_do_match(&m, s, p);
    if (e) {
      if (!is_find) return lh_push_captures(&m, s, e);
      lua_pushinteger(L, s - subject + 1);
      lua_pushinteger(L, e - subject);
      return lh_push_captures(&m, NULL, NULL) + 2;
    }
  } while (s++ < m.end && !is_anchored);
  lua_pushnil(L);
  return 1;
}

int lh_string_find(lua_State *L) { return lh_search(L, 1); }
int lh_string_match(lua_State *L) { return lh_search(L, 0); }

// The state of a gmatch iteration.
typedef struct lh_iteration {
  const char *next;
  const char *last;  // the end of the last match
  lh_match match;
} lh_iteration;

// Upvalues: the text, the pattern, the iteration.
static int lh_next_match(lua_State *L) {
  lh_iteration *iteration = lua_touserdata(L, lua_upvalueindex(3));
  const char *p = lua_tostring(L, lua_upvalueindex(2));
  lh_match *m = &iteration->match;
  m->L = L;
  for (const char *s = iteration->next; s <= m->end; s++) {
    lh_begin_match(m);
    const char *e = lh_do_match(m, s, p);
    if (e && e != iteration->last) {
      iteration->next = iteration->last = e;
      return lh_push_captures(m, s, e);
    }
  }
  return 0;
}

int lh_string_gmatch(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length), *p = luaL_checklstring(L, 2, &pattern_length);
  size_t offset = lh_initial_offset(L, 3, length);
  lua_settop(L, 2);
  lh_iteration *iteration = lua_newuserdatauv(L, sizeof *iteration, 0);
  memset(iteration, 0, sizeof *iteration);
  iteration->next = subject + (offset > length ? length + 1 : offset);
  iteration->match.subject = subject;
  iteration->match.end = subject + length;
  iteration->match.pattern_end = p + pattern_length;
  lua_pushcclosure(L, lh_next_match, 3);
  return 1;
}

// Appends a replacement string with its captures expanded.
static void lh_add_template(lh_match *m, luaL_Buffer *buffer, const char *s, const char *e) {
  size_t length;
  const char *template = lua_tolstring(m->L, 3, &length), *end = template + length, *percent;
  while ((percent = memchr(template, '%', (size_t)(end - template)))) {
    luaL_addlstring(buffer, template, (size_t)(percent - template));
    char c = percent[1];
    if (c == '%') {
      luaL_addchar(buffer, '%');
    } else if (c == '0') {
      luaL_addlstring(buffer, s, (size_t)(e - s));
    } else if (isdigit((unsigned char)c)) {
      lh_push_capture(m, c - '1', s, e);
      luaL_addvalue(buffer);
    } else {
      luaL_error(m->L, "invalid use of '%%' in replacement string");
    }
    template = percent + 2;
  }
  luaL_addlstring(buffer, template, (size_t)(end - template));
}

// Appends the replacement of a match. Returns whether it differs from the match.
static int lh_add_replacement(lh_match *m, luaL_Buffer *buffer, const char *s, const char *e, int type) {
  lua_State *L = m->L;
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(L, 3);
    lua_call(L, lh_push_captures(m, s, e), 1);
  } else if (type == LUA_TTABLE) {
    lh_push_capture(m, 0, s, e);
    lua_gettable(L, 3);
  } else {
    lh_add_template(m, buffer, s, e);
    return 1;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(buffer, s, (size_t)(e - s));
    return 0;
  }
  if (!lua_isstring(L, -1)) return luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(buffer);
  return 1;
}

int lh_string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *s = luaL_checklstring(L, 1, &length), *p = luaL_checklstring(L, 2, &pattern_length), *last = NULL;
  int type = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1), count = 0;
  if (type != LUA_TNUMBER && type != LUA_TSTRING && type != LUA_TFUNCTION && type != LUA_TTABLE)
    return luaL_typeerror(L, 3, "string/function/table");
  lh_match m = {.L = L, .subject = s, .end = s + length, .pattern_end = p + pattern_length};
  int is_anchored = pattern_length > 0 && *p == '^', is_changed = 0;
  if (is_anchored) p++;
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  while (count < most) {
    lh_begin_match(&m);
    const char *e = lh_do_match(&m, s, p);
    if (e && e != last) {
      count++;
      is_changed |= lh_add_replacement(&m, &buffer, s, e, type);
      s = last = e;
    } else if (s < m.end) {
      luaL_addchar(&buffer, *s);
      s++;
    } else {
      break;
    }
    if (is_anchored) break;
  }
  if (is_changed) {
    luaL_addlstring(&buffer, s, (size_t)(m.end - s));
    luaL_pushresult(&buffer);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}
