// CommonMark, block by block.
#pragma once
#include <md4c.h>
