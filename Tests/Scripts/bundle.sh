#!/usr/bin/env bash
# Makes an app, bundles it in both ways, and uses the bundles as programs in a real terminal: by the PATH, with options in the
# environment, with kills. Prints a line per case, as `luahost test` does; fails if one failed.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/tmux.sh"
mkdir "$work/bin"
ln -s "$luahost" "$work/bin/luahost"
export PATH=$work/bin:$PATH
cd "$work" || exit 1
start_terminal 70 18

check "a new app is made" "$luahost" new things
check "it is bundled" "$luahost" bundle things/things.lua -o bin/things
check "and put behind a copy of the host" "$luahost" bundle things/things.lua -o bin/alone --standalone
rm -r things

process_name() { [ "$(cat "/proc/$(app_process)/comm")" = "$1" ]; }

shell "cd /; LUAHOST_OPTIONS='--theme dark' things; echo code \$?"
check "the bundle runs by its name, in any folder" until_shown "Add"
press a
check "its screens are there" until_shown "Save"
press C-a
type_text "Water the plants"
until_shown "Water the plants" >/dev/null
until_saved "Water the plants" "$XDG_STATE_HOME"/luahost/*
kill_app
check "killed, it leaves the terminal usable" usable
shell "things; echo code \$?"
check "what was typed is there again" until_shown "Water the plants"
press C-q
check "it ends in order" until_shown "code 0"
# The state is the app's, whatever runs it.
shell "rm $work/bin/luahost; alone; echo code \$?"
check "the copy of the host needs no other, and goes on from there" until_shown "Water the plants"
check "it is a program of its own name" process_name alone
kill_app
shell "alone --version; alone --help"
check "help and version are the app's" until_shown "Usage: things"
strip -o "$work/bin/stripped" "$work/bin/alone"
shell "stripped; echo code \$?"
check "an executable whose app strip removed reports that" until_shown "was cut off"
check "the terminal is usable in the end" usable
finish
