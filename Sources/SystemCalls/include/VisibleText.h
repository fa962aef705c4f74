// Makes control characters and bidirectional controls in text visible before it is sent to a terminal, so that no data
// can move the cursor, set a mode, send input or reorder the text.
//
// The single definition of visible text, for Swift (Interface/Drawing/VisibleText.swift), for the output of a
// full-screen app and for Lua's warnings. Async-signal-safe, as a signal handler uses it too.
#pragma once
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// The state of a text that comes in pieces. All zeros at the start.
typedef struct {
  // The beginning of an incomplete character.
  unsigned char begun[4];
  size_t begun_count;
  // Whether newlines are made visible too, for a text on one line.
  int is_line;
} visible_text;

// The maximum growth: each byte of a piece, and each pending byte, becomes at most this many bytes.
#define VISIBLE_TEXT_GROWTH 4
#define VISIBLE_TEXT_CAPACITY(count) (((count) + 4) * VISIBLE_TEXT_GROWTH)

// Whether a terminal may interpret a character as a command: C0 and C1 controls, DEL, bidirectional controls.
int visible_text_is_control(unsigned scalar);

// Ends a text, writing a pending incomplete character as invalid.
size_t visible_text_end(visible_text *text, char *output);

// Writes the visible form of a piece of text into VISIBLE_TEXT_CAPACITY(count) bytes. Returns the number of bytes
// written. Invalid UTF-8 becomes U+FFFD.
size_t visible_text_take(visible_text *text, const char *bytes, size_t count, char *output);

// Whether the visible form of a text is the text itself. May return false although it is.
int visible_text_is_plain(const char *bytes, size_t count, int is_line);

// Writes the visible form of a text to a stream.
void visible_text_write(visible_text *text, const char *bytes, size_t count, FILE *stream);
