// zlib, whose header Swift reads as it is.
#pragma once
#include <zlib.h>
