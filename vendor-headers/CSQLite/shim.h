// SQLite, whose header Swift reads as it is.
#pragma once
#include <sqlite3.h>
