// Reading PNG pictures with libpng's simplified interface, whose macros Swift cannot see.
#pragma once
#include <png.h>
#include <string.h>

// Begins to read a picture in memory, to be given as 8-bit RGBA. 0 if it is none; the reason is in `message`.
static inline int picture_begin(png_image *image, const void *bytes, size_t count) {
  memset(image, 0, sizeof *image);
  image->version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(image, bytes, count)) return 0;
  image->format = PNG_FORMAT_RGBA;
  return 1;
}

// Reads the pixels into `width * height * 4` bytes and ends reading. 0 if it failed.
static inline int picture_finish(png_image *image, void *pixels) {
  return png_image_finish_read(image, NULL, pixels, 0, NULL);
}

static inline const char *picture_message(const png_image *image) { return image->message; }
