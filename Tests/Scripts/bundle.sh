#!/usr/bin/env bash
# Creates an app, bundles it in both ways, and uses the bundles as programs in a real terminal: from the PATH, with
# options in the environment, with kills. Prints a line per case, as `luahost test` does; fails if a case failed.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/tmux.sh"
mkdir "$work/bin"
ln -s "$luahost" "$work/bin/luahost"
export PATH=$work/bin:$PATH
cd "$work" || exit 1
start_terminal 70 18

check "luahost new creates an app" "$luahost" new things
check "luahost bundle bundles it" "$luahost" bundle things/things.lua -o bin/things
check "luahost bundle --standalone appends it to a copy of the host" "$luahost" bundle things/things.lua -o bin/alone --standalone
rm -r things

process_name() { [ "$(cat "/proc/$(app_process)/comm")" = "$1" ]; }

shell "cd /; LUAHOST_OPTIONS='--theme dark' things; echo code \$?"
check "the bundle runs by its name, in any folder" until_shown "Add"
press a
check "the bundle contains its screens" until_shown "Save"
press C-a
type_text "Water the plants"
until_shown "Water the plants" >/dev/null
until_saved "Water the plants" "$XDG_STATE_HOME"/luahost/*
kill_app
check "after SIGKILL the terminal is usable" usable
shell "things; echo code \$?"
check "typed text is restored after SIGKILL" until_shown "Water the plants"
press C-q
check "the bundle exits in order" until_shown "code 0"
# The state belongs to the app, whichever program runs it.
shell "rm $work/bin/luahost; alone; echo code \$?"
check "a standalone bundle needs no luahost, and restores the same state" until_shown "Water the plants"
check "a standalone bundle runs as a program with its own name" process_name alone
kill_app
shell "alone --version; alone --help"
check "help and version of a bundle are the app's" until_shown "Usage: things"
strip -o "$work/bin/stripped" "$work/bin/alone"
shell "stripped; echo code \$?"
check "an executable whose app strip removed reports that" until_shown "was cut off"
check "the terminal is usable at the end" usable
finish
