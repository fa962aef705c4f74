// The values that scripts encode in a coder, as CBOR (RFC 8949), without entering Swift for each.
//
// Handles what most callbacks encode: booleans, numbers, strings, and tables of these that are lists or have names as keys,
// each table once. Everything else is left to Swift's method, which first takes over what was encoded here.
#include "internal.h"

// The tables of all values of a callback, so that a table that occurs again is found.
#define LH_MOST_TABLES 32
// The keys of one map, and the nesting depth of tables.
#define LH_MOST_KEYS 32
#define LH_MOST_LEVELS 16
// The names that are sorted by insertion.
#define LH_FEW_NAMES 16
// The bytes of the longest head of an item.
#define LH_LONGEST_HEAD 9
// The items among which a key is searched for. Swift has an index of the keys of more.
#define LH_MOST_SEARCHED 64
// The number of items of tables between two checks of the time.
#define LH_ITEMS_PER_CHECK 1024
// The size of a buffer that is kept for the next callback.
#define LH_KEPT_BUFFER ((size_t)65536)
// Swift's tag for a string that is not UTF-8 (CBORTag.byteText).
#define LH_BYTE_TEXT UINT64_C(7658001)

// A key of a map: its text, and a number by which its value is found.
typedef struct lh_name {
  const char *bytes;
  size_t count, number;
} lh_name;

struct lh_encoder {
  void *coder;       // the object of the coder; NULL if all values are left to Swift
  int takes_tables;  // whether tables are encoded here
  unsigned char *bytes;
  size_t count, capacity;
  lh_encoded_item *items;
  size_t item_count, item_capacity;
  lh_name *names;  // room for the keys of the items
  const void *tables[LH_MOST_TABLES];
  int table_count;
  int listed_count;  // the length of the list of tables, including those of values that were left to Swift
  unsigned steps;
};

// MARK: CBOR

// Reserves room for more bytes. Returns 0 if there is not enough memory.
static int lh_encoder_reserve(lh_encoder *encoder, size_t more) {
  if (encoder->capacity - encoder->count >= more) return 1;
  size_t capacity = encoder->capacity ? encoder->capacity : 512;
  while (capacity - encoder->count < more) {
    if (capacity > SIZE_MAX / 2) return 0;
    capacity *= 2;
  }
  unsigned char *bytes = realloc(encoder->bytes, capacity);
  if (!bytes) return 0;
  encoder->bytes = bytes;
  encoder->capacity = capacity;
  return 1;
}

static size_t lh_write_number(unsigned char *bytes, uint64_t number, int byte_count) {
  for (int i = 0; i < byte_count; i++) bytes[i] = (unsigned char)(number >> 8 * (byte_count - 1 - i));
  return (size_t)byte_count;
}

static void lh_put_number(lh_encoder *encoder, uint64_t number, int byte_count) {
  encoder->count += lh_write_number(encoder->bytes + encoder->count, number, byte_count);
}

// Writes the head of an item in its shortest form (section 4.1). Requires room for LH_LONGEST_HEAD bytes. Returns their number.
static size_t lh_write_head(unsigned char *bytes, int major, uint64_t argument) {
  int type = major << 5;
  if (argument < 24) {
    bytes[0] = (unsigned char)(type | (int)argument);
    return 1;
  }
  int size = argument <= 0xff ? 0 : argument <= 0xffff ? 1 : argument <= 0xffffffff ? 2 : 3;
  bytes[0] = (unsigned char)(type | (24 + size));
  return 1 + lh_write_number(bytes + 1, argument, 1 << size);
}

static void lh_put_head(lh_encoder *encoder, int major, uint64_t argument) {
  encoder->count += lh_write_head(encoder->bytes + encoder->count, major, argument);
}

// Returns whether a number that is not NaN is exact in half precision, and its bits.
static int lh_half_bits(float single, uint16_t *half) {
  uint32_t bits;
  memcpy(&bits, &single, sizeof bits);
  uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  int exponent = (int)(bits >> 23 & 0xff) - 127;
  uint32_t fraction = bits & 0x7fffff;
  if (exponent == 128 || single == 0) {
    *half = sign | (exponent == 128 ? 0x7c00 : 0);
    return 1;
  }
  if (exponent >= -14 && exponent <= 15) {
    *half = (uint16_t)(sign | (exponent + 15) << 10 | fraction >> 13);
    return (fraction & 0x1fff) == 0;
  }
  if (exponent < -24 || exponent > 15) return 0;
  int shift = -exponent - 1;
  uint32_t significand = fraction | 0x800000;
  *half = (uint16_t)(sign | significand >> shift);
  return (significand & ((UINT32_C(1) << shift) - 1)) == 0;
}

// Writes a float in the shortest form that keeps every bit. Requires room for LH_LONGEST_HEAD bytes.
static void lh_put_float(lh_encoder *encoder, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  float single = (float)number;
  uint16_t half = 0x7e00;
  int is_half = bits == UINT64_C(0x7ff8000000000000);
  if (!is_half && number == (double)single) is_half = lh_half_bits(single, &half);
  if (is_half) {
    encoder->bytes[encoder->count++] = 0xf9;
    lh_put_number(encoder, half, 2);
  } else if (number == (double)single) {
    uint32_t single_bits;
    memcpy(&single_bits, &single, sizeof single_bits);
    encoder->bytes[encoder->count++] = 0xfa;
    lh_put_number(encoder, single_bits, 4);
  } else {
    encoder->bytes[encoder->count++] = 0xfb;
    lh_put_number(encoder, bits, 8);
  }
}

// Whether bytes are UTF-8 (RFC 3629, section 4).
static int lh_is_utf8(const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count;) {
    unsigned first = bytes[i++];
    if (first < 0x80) continue;
    int following = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4 || count - i < (size_t)following) return 0;
    unsigned second = bytes[i];
    if (first == 0xe0 && second < 0xa0) return 0;
    if (first == 0xed && second > 0x9f) return 0;
    if (first == 0xf0 && second < 0x90) return 0;
    if (first == 0xf4 && second > 0x8f) return 0;
    while (following-- > 0)
      if ((bytes[i++] & 0xc0) != 0x80) return 0;
  }
  return 1;
}

static int lh_put_string(lh_encoder *encoder, lua_State *L, int index) {
  size_t count;
  const char *bytes = lua_tolstring(L, index, &count);
  if (!lh_encoder_reserve(encoder, count + 2 * LH_LONGEST_HEAD)) return 0;
  int is_text = lh_is_utf8((const unsigned char *)bytes, count);
  if (!is_text) lh_put_head(encoder, 6, LH_BYTE_TEXT);
  lh_put_head(encoder, is_text ? 3 : 2, count);
  memcpy(encoder->bytes + encoder->count, bytes, count);
  encoder->count += count;
  return 1;
}

// MARK: Values

// The order of the names' encodings: shorter ones first, as their heads are smaller (section 4.2.1). Equal names keep the
// order of their numbers.
static int lh_compare_names(const void *left, const void *right) {
  const lh_name *a = left, *b = right;
  if (a->count != b->count) return a->count < b->count ? -1 : 1;
  int order = memcmp(a->bytes, b->bytes, a->count);
  return order ? order : a->number < b->number ? -1 : a->number > b->number;
}

static void lh_sort_names(lh_name *names, size_t count) {
  if (count > LH_FEW_NAMES) return qsort(names, count, sizeof *names, lh_compare_names);
  // The standard library's function costs as much as encoding the values.
  for (size_t i = 1; i < count; i++) {
    lh_name name = names[i];
    size_t place = i;
    for (; place > 0 && lh_compare_names(&names[place - 1], &name) > 0; place--) names[place] = names[place - 1];
    names[place] = name;
  }
}

static int lh_put_value(lh_encoder *encoder, lua_State *L, int index, int level);

// Encodes the items of a list. Returns 0 if they are left to Swift: other keys follow, or the items have another order.
static int lh_put_list(lh_encoder *encoder, lua_State *L, int index, size_t count, int level) {
  lua_Integer item = 0;
  lh_put_head(encoder, 4, count);
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (++encoder->steps % LH_ITEMS_PER_CHECK == 0) lh_check(L);
    if (!lua_isinteger(L, -2) || lua_tointeger(L, -2) != ++item) return 0;
    if (!lh_put_value(encoder, L, lua_gettop(L), level + 1)) return 0;
    lua_pop(L, 1);
  }
  return (size_t)item == count;
}

// Encodes a map, or an empty list. Returns 0 if it is left to Swift: keys are not names, or there are many.
static int lh_put_map(lh_encoder *encoder, lua_State *L, int index, int level) {
  lh_name names[LH_MOST_KEYS];
  size_t count = 0;
  int base = lua_gettop(L);
  if (!lua_checkstack(L, 2 * LH_MOST_KEYS + LUA_MINSTACK)) return 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    // lua_tolstring would change a number.
    if (count == LH_MOST_KEYS || lua_type(L, -2) != LUA_TSTRING) return 0;
    lh_name *name = &names[count];
    name->bytes = lua_tolstring(L, -2, &name->count);
    if (!lh_is_utf8((const unsigned char *)name->bytes, name->count)) return 0;
    name->number = count++;
    // The key and its value stay on the stack.
    lua_pushvalue(L, -2);
  }
  lh_sort_names(names, count);
  lh_put_head(encoder, count > 0 ? 5 : 4, count);
  for (size_t i = 0; i < count; i++) {
    if (!lh_encoder_reserve(encoder, names[i].count + LH_LONGEST_HEAD)) return 0;
    lh_put_head(encoder, 3, names[i].count);
    memcpy(encoder->bytes + encoder->count, names[i].bytes, names[i].count);
    encoder->count += names[i].count;
    if (!lh_put_value(encoder, L, base + 2 * (int)names[i].number + 2, level + 1)) return 0;
  }
  lua_settop(L, base);
  return 1;
}

// Whether a table is a value of `ui.json` (json.lua), whose metatable has a name.
static int lh_is_json(lua_State *L, int index) {
  if (luaL_getmetafield(L, index, "__name") == LUA_TNIL) return 0;
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  int is_json = strncmp(name, "ui.json.", 8) == 0;
  lua_pop(L, 1);
  return is_json;
}

static int lh_put_table(lh_encoder *encoder, lua_State *L, int index, int level) {
  if (!encoder->takes_tables || level >= LH_MOST_LEVELS || encoder->table_count == LH_MOST_TABLES) return 0;
  if (!lua_checkstack(L, LUA_MINSTACK) || lh_is_json(L, index)) return 0;
  const void *table = lua_topointer(L, index);
  for (int i = 0; i < encoder->table_count; i++)
    if (encoder->tables[i] == table) return 0;
  // The list keeps the address from being reused by another table.
  lua_pushvalue(L, index);
  lua_rawseti(L, lua_upvalueindex(3), encoder->table_count + 1);
  encoder->tables[encoder->table_count++] = table;
  if (encoder->listed_count < encoder->table_count) encoder->listed_count = encoder->table_count;
  if (!lh_encoder_reserve(encoder, LH_LONGEST_HEAD)) return 0;
  size_t count = lua_rawlen(L, index);
  return count > 0 ? lh_put_list(encoder, L, index, count, level) : lh_put_map(encoder, L, index, level);
}

// Encodes the value at an absolute index. Returns 0 if it is left to Swift.
static int lh_put_value(lh_encoder *encoder, lua_State *L, int index, int level) {
  if (!lh_encoder_reserve(encoder, LH_LONGEST_HEAD)) return 0;
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: encoder->bytes[encoder->count++] = lua_toboolean(L, index) ? 0xf5 : 0xf4; return 1;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        lua_Integer integer = lua_tointeger(L, index);
        lh_put_head(encoder, integer < 0, integer < 0 ? ~(uint64_t)integer : (uint64_t)integer);
      } else {
        lh_put_float(encoder, lua_tonumber(L, index));
      }
      return 1;
    case LUA_TSTRING: return lh_put_string(encoder, L, index);
    case LUA_TTABLE: return lh_put_table(encoder, L, index, level);
    default: return 0;
  }
}

// MARK: Items

// Each item follows its key and the previous item.
static size_t lh_end_of_items(const lh_encoder *encoder) {
  return encoder->item_count > 0 ? encoder->items[encoder->item_count - 1].end : 0;
}

static int lh_has_item(const lh_encoder *encoder, const char *key, size_t count) {
  for (size_t i = 0; i < encoder->item_count; i++) {
    const lh_encoded_item *item = &encoder->items[i];
    if (item->start - item->key == count && memcmp(encoder->bytes + item->key, key, count) == 0) return 1;
  }
  return 0;
}

// Encodes the value at 3 under the key at 2. Returns 0 if it is left to Swift.
static int lh_put_item(lh_encoder *encoder, lua_State *L) {
  size_t count;
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  const char *key = lua_tolstring(L, 2, &count);
  if (!lh_is_utf8((const unsigned char *)key, count)) return 0;
  // Removing a key that was not encoded changes nothing.
  if (lua_type(L, 3) == LUA_TNIL) return encoder->item_count <= LH_MOST_SEARCHED && !lh_has_item(encoder, key, count);
  if (encoder->item_count == encoder->item_capacity) {
    size_t capacity = encoder->item_capacity ? encoder->item_capacity * 2 : 16;
    lh_encoded_item *items = realloc(encoder->items, capacity * sizeof *items);
    if (!items) return 0;
    encoder->items = items;
    lh_name *names = realloc(encoder->names, capacity * sizeof *names);
    if (!names) return 0;
    encoder->names = names;
    encoder->item_capacity = capacity;
  }
  // An error may have ended an earlier value.
  encoder->count = lh_end_of_items(encoder);
  if (!lh_encoder_reserve(encoder, count + LH_LONGEST_HEAD)) return 0;
  lh_encoded_item item = {.first_table = encoder->table_count};
  lh_put_head(encoder, 3, count);
  item.key = encoder->count;
  memcpy(encoder->bytes + encoder->count, key, count);
  encoder->count += count;
  item.start = encoder->count;
  int base = lua_gettop(L);
  if (!lh_put_value(encoder, L, 3, 0)) {
    lua_settop(L, base);
    encoder->table_count = item.first_table;
    return 0;
  }
  item.end = encoder->count;
  item.table_count = encoder->table_count - item.first_table;
  encoder->items[encoder->item_count++] = item;
  return 1;
}

int lh_encode(lua_State *L) {
  lh_encoder *encoder = lh_get_context(L)->encoder;
  if (encoder && encoder->coder) {
    lh_object *object = lh_to_object(L, 1);
    if (object && object->object == encoder->coder && lua_gettop(L) >= 3 && lh_put_item(encoder, L)) return 0;
  }
  return lh_call_method(L);
}

void lh_push_encode(lua_State *L, void *method, const lh_class *kind) {
  lua_pushlightuserdata(L, method);
  lua_pushlightuserdata(L, (void *)kind);
  lua_createtable(L, LH_MOST_TABLES, 0);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, LH_ENCODED_TABLES);
  lua_pushcclosure(L, lh_encode, 3);
}

void lh_begin_encoding(lua_State *L, void *coder, int takes_tables) {
  lh_context *context = lh_get_context(L);
  if (!context->encoder) context->encoder = calloc(1, sizeof *context->encoder);
  if (!context->encoder) return;
  context->encoder->coder = coder;
  context->encoder->takes_tables = takes_tables;
}

lh_encoded lh_encoded_items(lua_State *L) {
  const lh_encoder *encoder = lh_get_context(L)->encoder;
  if (!encoder) return (lh_encoded){0};
  return (lh_encoded){
    .bytes = encoder->bytes,
    .items = encoder->items,
    .item_count = encoder->item_count,
    .tables = encoder->tables,
    .table_count = encoder->table_count,
    .largest_map = encoder->item_count > 0 ? lh_end_of_items(encoder) + LH_LONGEST_HEAD : 0,
    .names = encoder->names,
  };
}

size_t lh_write_map(lh_encoded encoded, unsigned char *map) {
  lh_name *names = encoded.names;
  const lh_encoded_item *items = encoded.items;
  for (size_t i = 0; i < encoded.item_count; i++)
    names[i] = (lh_name){ .bytes = (const char *)encoded.bytes + items[i].key, .count = items[i].start - items[i].key, .number = i };
  lh_sort_names(names, encoded.item_count);
  size_t kept = 0;
  for (size_t i = 0; i < encoded.item_count; i++) {
    const lh_name *last = kept > 0 ? &names[kept - 1] : NULL;
    // A value replaces the earlier ones of its key.
    if (last && last->count == names[i].count && memcmp(last->bytes, names[i].bytes, last->count) == 0) kept--;
    names[kept++] = names[i];
  }
  size_t count = lh_write_head(map, 5, kept);
  for (size_t i = 0; i < kept; i++) {
    size_t number = names[i].number, start = number > 0 ? items[number - 1].end : 0;
    memcpy(map + count, encoded.bytes + start, items[number].end - start);
    count += items[number].end - start;
  }
  return count;
}

void lh_push_encoded_tables(lua_State *L) {
  const lh_encoder *encoder = lh_get_context(L)->encoder;
  int count = encoder && lua_checkstack(L, 4) ? encoder->table_count : 0;
  lua_createtable(L, count, 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, LH_ENCODED_TABLES);
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    lua_rawseti(L, -3, i);
  }
  lua_pop(L, 1);
}

void lh_end_encoding(lua_State *L) {
  lh_encoder *encoder = lh_get_context(L)->encoder;
  if (!encoder) return;
  if (encoder->listed_count > 0 && lua_checkstack(L, 2)) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, LH_ENCODED_TABLES);
    for (int i = 1; i <= encoder->listed_count; i++) {
      lua_pushnil(L);
      lua_rawseti(L, -2, i);
    }
    lua_pop(L, 1);
  }
  if (encoder->capacity > LH_KEPT_BUFFER) {
    free(encoder->bytes);
    encoder->bytes = NULL;
    encoder->capacity = 0;
  }
  encoder->coder = NULL;
  encoder->count = encoder->item_count = 0;
  encoder->table_count = encoder->listed_count = 0;
}

void lh_free_encoder(lh_context *context) {
  if (!context->encoder) return;
  free(context->encoder->bytes);
  free(context->encoder->items);
  free(context->encoder->names);
  free(context->encoder);
  context->encoder = NULL;
}
