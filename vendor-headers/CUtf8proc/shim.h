// Unicode properties and display widths.
#pragma once
#include <utf8proc.h>
