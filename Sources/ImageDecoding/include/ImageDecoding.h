// Decodes pictures in a child process, with limits: a damaged or hostile file can take neither the memory nor the time of
// this process, and cannot crash it. The libraries that read JPEG, WebP and GIF are loaded by the child only.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
  // The memory that the child may allocate, in bytes.
  IMAGE_DECODING_MEMORY = 256 << 20,
  // The time for a picture, in seconds.
  IMAGE_DECODING_SECONDS = 5,
};

typedef enum {
  IMAGE_DECODED,
  // The bytes are no picture of a known format.
  IMAGE_UNKNOWN,
  // The picture is damaged; the message has the reason.
  IMAGE_DAMAGED,
  IMAGE_TOO_LARGE,
  // A library is missing; the message has the name of its package.
  IMAGE_WITHOUT_LIBRARY,
  // The child has taken too much memory or time, or has crashed.
  IMAGE_OVER_LIMITS,
  // No child process can be created; the message has the reason.
  IMAGE_WITHOUT_CHILD,
} image_decoding_status;

typedef struct {
  image_decoding_status status;
  // The size in pixels, if the status is `IMAGE_DECODED` or `IMAGE_TOO_LARGE`.
  int32_t width, height;
  // "PNG", "JPEG", "WebP" or "GIF"; empty if the format is unknown.
  char format[8];
  char message[200];
} image_decoding_header;

// A picture that is being decoded. Every one that was begun must be ended.
typedef struct {
  image_decoding_header header;
  pid_t child;
  int pipe;
  long maximum_pixels;
  // The end of the time, in milliseconds of the monotonic clock.
  long deadline;
} image_decoding;

// Begins to decode a picture, and waits for its size.
void image_decoding_begin(image_decoding *decoding, const void *bytes, size_t count, long maximum_pixels);

// Waits for the pixels: red, green, blue and alpha of each, row by row. `count` must be width * height * 4. The header is
// then final; width and height are exchanged if the picture was turned. Returns 0 on failure.
int image_decoding_finish(image_decoding *decoding, void *pixels, size_t count);

// Ends the child.
void image_decoding_end(image_decoding *decoding);

// MARK: In the child

// Decodes a picture, and writes a header with its size, the final header and the pixels to a descriptor. On failure, the
// last header has the reason. Allocates without limits of its own.
void image_decode(const void *bytes, size_t count, long maximum_pixels, int output);
