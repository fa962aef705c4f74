// Writing PNG pictures with libpng's simplified interface, whose macros Swift cannot see.
#pragma once
#include <png.h>
#include <string.h>

// Encodes `width * height` pixels of 8-bit RGBA. Returns the number of bytes, or with `NULL` as target an upper limit of
// it; 0 on failure.
static inline size_t picture_encode(const void *pixels, unsigned width, unsigned height, void *target, size_t room) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = width;
  image.height = height;
  image.format = PNG_FORMAT_RGBA;
  image.flags = PNG_IMAGE_FLAG_FAST;
  if (!target) return PNG_IMAGE_PNG_SIZE_MAX(image);
  png_alloc_size_t count = room;
  return png_image_write_to_memory(&image, target, &count, 0, pixels, 0, NULL) ? count : 0;
}
