// The child's side: recognizes the format, and decodes it by libpng or gdk-pixbuf.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ImageDecoding.h"

static void write_all(int output, const void *source, size_t count) {
  const char *bytes = source;
  while (count > 0) {
    ssize_t length = write(output, bytes, count);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) _exit(1);
    bytes += length;
    count -= (size_t)length;
  }
}

// The picture that is being decoded.
typedef struct {
  image_decoding_header header;
  int is_announced;
  long maximum_pixels;
  int output;
} picture;

static void fail(picture *picture, image_decoding_status status, const char *message) {
  picture->header.status = status;
  snprintf(picture->header.message, sizeof picture->header.message, "%s", message ? message : "");
  write_all(picture->output, &picture->header, sizeof picture->header);
}

// Reports the size before memory is allocated for it, once. Returns 0, and reports the failure, if there are too many
// pixels.
static int has_room(picture *picture, long width, long height) {
  picture->header.width = (int32_t)width;
  picture->header.height = (int32_t)height;
  if (width <= 0 || height <= 0 || width > picture->maximum_pixels / height) {
    fail(picture, IMAGE_TOO_LARGE, "");
    return 0;
  }
  if (!picture->is_announced) write_all(picture->output, &picture->header, sizeof picture->header);
  picture->is_announced = 1;
  return 1;
}

static void succeed(picture *picture, const void *pixels) {
  write_all(picture->output, &picture->header, sizeof picture->header);
  write_all(picture->output, pixels, (size_t)picture->header.width * (size_t)picture->header.height * 4);
}

// MARK: PNG

static void decode_png(picture *picture, const void *bytes, size_t count) {
  png_image image;
  memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, bytes, count)) return fail(picture, IMAGE_DAMAGED, image.message);
  if (!has_room(picture, image.width, image.height)) return;
  image.format = PNG_FORMAT_RGBA;
  void *pixels = malloc(PNG_IMAGE_SIZE(image));
  if (!pixels) return fail(picture, IMAGE_OVER_LIMITS, "");
  if (!png_image_finish_read(&image, NULL, pixels, 0, NULL)) return fail(picture, IMAGE_DAMAGED, image.message);
  succeed(picture, pixels);
}

// MARK: The other formats

typedef struct {
  unsigned domain;
  int code;
  char *message;
} glib_error;

// `GDK_PIXBUF_ERROR_UNKNOWN_TYPE`
enum { UNKNOWN_TYPE = 3 };

// The functions of gdk-pixbuf that are needed.
typedef struct {
  void *(*loader_new)(void);
  int (*loader_write)(void *, const void *, size_t, glib_error **);
  int (*loader_close)(void *, glib_error **);
  void *(*loader_pixbuf)(void *);
  void *(*upright)(void *);
  int (*width)(const void *);
  int (*height)(const void *);
  int (*row_bytes)(const void *);
  int (*channels)(const void *);
  const unsigned char *(*pixels)(const void *);
  unsigned long (*connect)(void *, const char *, void (*)(void), void *, void *, int);
} library;

static int load(library *library) {
  void *handle = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
  struct {
    void *function;
    const char *name;
  } functions[] = {
      {&library->loader_new, "gdk_pixbuf_loader_new"},
      {&library->loader_write, "gdk_pixbuf_loader_write"},
      {&library->loader_close, "gdk_pixbuf_loader_close"},
      {&library->loader_pixbuf, "gdk_pixbuf_loader_get_pixbuf"},
      {&library->upright, "gdk_pixbuf_apply_embedded_orientation"},
      {&library->width, "gdk_pixbuf_get_width"},
      {&library->height, "gdk_pixbuf_get_height"},
      {&library->row_bytes, "gdk_pixbuf_get_rowstride"},
      {&library->channels, "gdk_pixbuf_get_n_channels"},
      {&library->pixels, "gdk_pixbuf_get_pixels"},
      {&library->connect, "g_signal_connect_data"},
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *symbol = dlsym(handle, functions[i].name);
    if (!symbol) return 0;
    memcpy(functions[i].function, &symbol, sizeof symbol);
  }
  return 1;
}

// Called when the size is known, before memory is allocated for it.
static void size_prepared(void *loader, int width, int height, void *data) {
  (void)loader;
  if (!has_room(data, width, height)) _exit(0);
}

static void decode_by_library(picture *picture, const void *bytes, size_t count) {
  library gdk;
  if (!load(&gdk)) return fail(picture, IMAGE_WITHOUT_LIBRARY, "libgdk-pixbuf-2.0-0");
  void *loader = gdk.loader_new();
  gdk.connect(loader, "size-prepared", (void (*)(void))size_prepared, picture, NULL, 0);
  glib_error *error = NULL;
  // Closed in any case, but the first error is the cause.
  int is_written = gdk.loader_write(loader, bytes, count, &error);
  if (!gdk.loader_close(loader, is_written ? &error : NULL) || !is_written) {
    if (error && error->code == UNKNOWN_TYPE && strcmp(picture->header.format, "WebP") == 0)
      return fail(picture, IMAGE_WITHOUT_LIBRARY, "webp-pixbuf-loader");
    return fail(picture, IMAGE_DAMAGED, error ? error->message : "");
  }
  void *image = gdk.loader_pixbuf(loader);
  if (!image) return fail(picture, IMAGE_DAMAGED, "it ends before the first picture");
  // A camera that was held upright notes it beside the picture.
  void *upright = gdk.upright(image);
  if (upright) image = upright;
  long width = gdk.width(image), height = gdk.height(image);
  if (!has_room(picture, width, height)) return;
  int channels = gdk.channels(image);
  size_t row_bytes = (size_t)gdk.row_bytes(image);
  const unsigned char *source = gdk.pixels(image);
  unsigned char *pixels = malloc((size_t)width * (size_t)height * 4);
  if (!pixels || !source || channels < 3 || channels > 4) return fail(picture, IMAGE_OVER_LIMITS, "");
  unsigned char *target = pixels;
  for (long y = 0; y < height; y++) {
    const unsigned char *from = source + (size_t)y * row_bytes;
    for (long x = 0; x < width; x++, from += channels, target += 4) {
      memcpy(target, from, 3);
      target[3] = channels == 4 ? from[3] : 255;
    }
  }
  succeed(picture, pixels);
}

// MARK: Formats

static const char *format(const unsigned char *bytes, size_t count) {
  if (count >= 8 && memcmp(bytes, "\x89PNG\r\n\x1a\n", 8) == 0) return "PNG";
  if (count >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0) return "JPEG";
  if (count >= 6 && (memcmp(bytes, "GIF87a", 6) == 0 || memcmp(bytes, "GIF89a", 6) == 0)) return "GIF";
  if (count >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) return "WebP";
  return "";
}

// Whether a JPEG file has its end marker. The library would fill the rest with gray.
static int is_whole_jpeg(const unsigned char *bytes, size_t count) {
  size_t i = 2;
  while (i + 1 < count) {
    unsigned char marker = bytes[i + 1];
    if (bytes[i] != 0xff || marker == 0 || marker == 0xff || (marker >= 0xd0 && marker <= 0xd7)) {
      // Compressed data, in which some markers may stand.
      i++;
      continue;
    }
    if (marker == 0xd9) return 1;
    if (i + 3 >= count) return 0;
    i += 2 + ((size_t)bytes[i + 2] << 8 | bytes[i + 3]);
  }
  return 0;
}

// Whether a WebP file has its full length. The library would leave the rest black.
static int is_whole_webp(const unsigned char *bytes, size_t count) {
  size_t length = bytes[4] | (size_t)bytes[5] << 8 | (size_t)bytes[6] << 16 | (size_t)bytes[7] << 24;
  return length <= count - 8;
}

void image_decode(const void *bytes, size_t count, long maximum_pixels, int output) {
  picture picture = {.maximum_pixels = maximum_pixels, .output = output};
  const char *name = format(bytes, count);
  snprintf(picture.header.format, sizeof picture.header.format, "%s", name);
  if (!*name) return fail(&picture, IMAGE_UNKNOWN, "");
  if (strcmp(name, "PNG") == 0) return decode_png(&picture, bytes, count);
  int is_whole = strcmp(name, "JPEG") == 0 ? is_whole_jpeg(bytes, count)
                 : strcmp(name, "WebP") == 0 ? is_whole_webp(bytes, count)
                                             : 1;
  if (!is_whole) return fail(&picture, IMAGE_DAMAGED, "the file is truncated");
  decode_by_library(&picture, bytes, count);
}
