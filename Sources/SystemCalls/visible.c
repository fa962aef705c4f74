// Visible forms of control characters.
#include "VisibleText.h"

int visible_text_is_control(unsigned scalar) {
  return scalar < 0x20 || (scalar >= 0x7f && scalar < 0xa0) || scalar == 0x61c || scalar == 0x200e || scalar == 0x200f ||
         (scalar >= 0x202a && scalar <= 0x202e) || (scalar >= 0x2066 && scalar <= 0x2069);
}

// Writes the visible form of a character. Returns the number of bytes.
static size_t visible_text_put(
    const visible_text *text, unsigned scalar, const unsigned char *bytes, size_t count, char *output) {
  if (!visible_text_is_control(scalar) || scalar == '\t' || (scalar == '\n' && !text->is_line)) {
    memcpy(output, bytes, count);
    return count;
  }
  if (scalar < 0x20 || scalar == 0x7f) {
    // The symbol of the control character, from U+2400 on.
    output[0] = (char)0xe2;
    output[1] = (char)0x90;
    output[2] = (char)(0x80 + (scalar < 0x20 ? scalar : 0x21));
    return 3;
  }
  static const char digits[] = "0123456789ABCDEF";
  size_t length = 0;
  for (const char *prefix = "\\u{"; *prefix; prefix++) output[length++] = *prefix;
  for (int shift = scalar > 0xfff ? 12 : scalar > 0xff ? 8 : 4; shift >= 0; shift -= 4)
    output[length++] = digits[scalar >> shift & 0xf];
  output[length++] = '}';
  return length;
}

// Returns the length of the character that begins with this byte; 0 if the byte cannot begin one.
static size_t visible_text_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

// Whether a byte can follow the pending ones. Excludes overlong forms and surrogates.
static int visible_text_continues(const visible_text *text, unsigned char byte) {
  if ((byte & 0xc0) != 0x80) return 0;
  if (text->begun_count != 1) return 1;
  switch (text->begun[0]) {
    case 0xe0: return byte >= 0xa0;
    case 0xed: return byte < 0xa0;
    case 0xf0: return byte >= 0x90;
    case 0xf4: return byte < 0x90;
    default: return 1;
  }
}

size_t visible_text_end(visible_text *text, char *output) {
  size_t length = 0;
  for (size_t i = 0; i < text->begun_count; i++) {
    memcpy(output + length, "\xef\xbf\xbd", 3);
    length += 3;
  }
  text->begun_count = 0;
  return length;
}

size_t visible_text_take(visible_text *text, const char *bytes, size_t count, char *output) {
  size_t length = 0;
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (text->begun_count > 0 && !visible_text_continues(text, byte)) length += visible_text_end(text, output + length);
    if (text->begun_count == 0 && visible_text_length(byte) == 0) {
      memcpy(output + length, "\xef\xbf\xbd", 3);
      length += 3;
      continue;
    }
    text->begun[text->begun_count++] = byte;
    size_t whole = visible_text_length(text->begun[0]);
    if (text->begun_count < whole) continue;
    unsigned scalar = whole == 1 ? byte : text->begun[0] & (0x7fu >> whole);
    for (size_t next = 1; next < whole; next++) scalar = scalar << 6 | (text->begun[next] & 0x3fu);
    length += visible_text_put(text, scalar, text->begun, whole, output + length);
    text->begun_count = 0;
  }
  return length;
}

int visible_text_is_plain(const char *bytes, size_t count, int is_line) {
  for (size_t i = 0; i < count; i++) {
    unsigned char byte = (unsigned char)bytes[i];
    if (byte < 0x20 ? byte != '\t' && (byte != '\n' || is_line) : byte >= 0x7f) return 0;
  }
  return 1;
}

void visible_text_write(visible_text *text, const char *bytes, size_t count, FILE *stream) {
  char shown[VISIBLE_TEXT_CAPACITY(256)];
  while (count > 0) {
    size_t piece = count < 256 ? count : 256;
    fwrite(shown, 1, visible_text_take(text, bytes, piece, shown), stream);
    bytes += piece;
    count -= piece;
  }
}
