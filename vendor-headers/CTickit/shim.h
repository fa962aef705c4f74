// What Swift cannot import from libtickit's headers by itself: variadics and macros.
#pragma once
#include <tickit.h>
