// Text from data, for a terminal: control characters and bidirectional controls become visible characters, so that no data
// moves the cursor, sets a mode, presses keys or reorders what is read.
//
// The one definition of what is visible, for Swift (Interface/Drawing/VisibleText.swift), for what a full-screen app has
// printed and for Lua's warnings. Async-signal-safe: a signal handler uses it, too.
#pragma once
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// A text that comes in pieces. All zeros before the first one.
typedef struct {
  // The beginning of a character whose end has not come yet.
  unsigned char begun[4];
  size_t begun_count;
  // Whether a newline becomes visible, too: for a text that stands in one line.
  int is_line;
} visible_text;

// How many bytes a piece may become: each byte of it and each that was begun at most this many.
#define VISIBLE_TEXT_GROWTH 4
#define VISIBLE_TEXT_CAPACITY(count) (((count) + 4) * VISIBLE_TEXT_GROWTH)

// Whether a terminal may take a character for a command: C0 and C1 controls, DEL, bidirectional controls.
int visible_text_is_control(unsigned scalar);

// The end of a text: what was begun is no character.
size_t visible_text_end(visible_text *text, char *output);

// Writes a piece of a text as it is shown, into VISIBLE_TEXT_CAPACITY(count) bytes. Returns how many they are. Bytes that are
// not UTF-8 become U+FFFD.
size_t visible_text_take(visible_text *text, const char *bytes, size_t count, char *output);

// Whether a text is shown as it is. May say no of one that is.
int visible_text_is_plain(const char *bytes, size_t count, int is_line);

// Writes a text to a stream as it is shown.
void visible_text_write(visible_text *text, const char *bytes, size_t count, FILE *stream);
