// A terminal in memory (libvterm), for tests: what our bytes make of a screen. Its unions and bit fields are read here.
#pragma once
#include <string.h>
#include <vterm.h>

static inline VTerm *referee_new(int rows, int columns) {
  VTerm *terminal = vterm_new(rows, columns);
  vterm_set_utf8(terminal, 1);
  VTermScreen *screen = vterm_obtain_screen(terminal);
  vterm_screen_enable_altscreen(screen, 1);
  vterm_screen_reset(screen, 1);
  return terminal;
}

// The modes that programs have switched on.
struct referee_modes {
  int alternate_screen, mouse, cursor;
};

static inline int referee_mode_changed(VTermProp property, VTermValue *value, void *modes) {
  struct referee_modes *current = (struct referee_modes *)modes;
  if (property == VTERM_PROP_ALTSCREEN) current->alternate_screen = value->boolean;
  if (property == VTERM_PROP_MOUSE) current->mouse = value->number;
  if (property == VTERM_PROP_CURSORVISIBLE) current->cursor = value->boolean;
  return 1;
}

// Keeps the modes up to date from now on. The terminal keeps the pointer.
static inline void referee_watch_modes(VTerm *terminal, struct referee_modes *modes) {
  static const VTermScreenCallbacks callbacks = {.settermprop = referee_mode_changed};
  *modes = (struct referee_modes){.cursor = 1};
  vterm_screen_set_callbacks(vterm_obtain_screen(terminal), &callbacks, modes);
}

static inline void referee_free(VTerm *terminal) { vterm_free(terminal); }

static inline void referee_write(VTerm *terminal, const char *bytes, size_t count) {
  vterm_input_write(terminal, bytes, count);
}

// A colour as one number: -1 default, below 256 an index, from 1 << 24 on red, green and blue.
static inline int referee_color(const VTermColor *color, int is_default) {
  if (is_default) return -1;
  if (VTERM_COLOR_IS_INDEXED(color)) return color->indexed.idx;
  return 1 << 24 | color->rgb.red << 16 | color->rgb.green << 8 | color->rgb.blue;
}

struct referee_cell {
  uint32_t scalars[VTERM_MAX_CHARS_PER_CELL];
  int count, width, foreground, background, attributes;
};

// The cell at a place. Attributes: bold 1, italic 4, underline 8, reverse 16, strikethrough 32.
static inline struct referee_cell referee_cell_at(VTerm *terminal, int row, int column) {
  VTermScreenCell cell;
  VTermPos place = {.row = row, .col = column};
  struct referee_cell result;
  memset(&result, 0, sizeof result);
  if (!vterm_screen_get_cell(vterm_obtain_screen(terminal), place, &cell)) return result;
  while (result.count < VTERM_MAX_CHARS_PER_CELL && cell.chars[result.count]) {
    result.scalars[result.count] = cell.chars[result.count];
    result.count++;
  }
  result.width = cell.width;
  result.foreground = referee_color(&cell.fg, VTERM_COLOR_IS_DEFAULT_FG(&cell.fg));
  result.background = referee_color(&cell.bg, VTERM_COLOR_IS_DEFAULT_BG(&cell.bg));
  result.attributes = (cell.attrs.bold ? 1 : 0) | (cell.attrs.italic ? 4 : 0) | (cell.attrs.underline ? 8 : 0) |
                      (cell.attrs.reverse ? 16 : 0) | (cell.attrs.strike ? 32 : 0);
  return result;
}

static inline void referee_cursor(VTerm *terminal, int *row, int *column) {
  VTermPos place;
  vterm_state_get_cursorpos(vterm_obtain_state(terminal), &place);
  *row = place.row;
  *column = place.col;
}
