#pragma once
#include <tickit.h>
