#!/usr/bin/env bash
# Runs the command as users do: in a terminal (tmux), with keys, signals and kills. Prints a line per case, as `luahost
# test` does; fails if a case failed.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/tmux.sh"
start_terminal 70 18

stateapp=$root/scripts/apps/stateapp.lua
shell "$luahost $stateapp"
check "an app shows its first screen" until_shown "This is the first screen."
press Tab Right
check "keys select the second tab" until_shown "Press Me"
press Tab
type_text "typed in a terminal"
check "typed text is visible" until_shown "typed in a terminal"
press Tab Enter
check "a button pushes the third screen" until_shown "Third screen"
until_saved ThirdViewController "$stateapp"
kill_app
check "after SIGKILL the terminal is usable" usable

shell "$luahost $stateapp"
check "the third screen is restored after SIGKILL" until_shown "Third screen"
press Escape
check "the screen below the third one is restored with its text" until_shown "typed in a terminal"
press C-z
check "Control-Z returns to the shell" until_shown "Stopped"
shell "fg"
check "fg returns to the app" until_shown "typed in a terminal"
press F12
check "F12 opens the prompt" until_shown "F12 or Escape closes"
type_text "6 * 7"
press Enter
check "the prompt prints results" until_shown "42"
press Escape
# A key that follows Escape within 25 ms would count as pressed together with Alt.
until_gone "F12 or Escape closes" >/dev/null
press C-q
check "Control-Q quits the app and leaves the terminal usable" usable

for signal in TERM HUP; do
  shell "$luahost $stateapp; echo code \$?"
  until_shown "typed in a terminal" >/dev/null
  kill -$signal "$(app_process)"
  check "SIG$signal saves the state and exits with 0" until_shown "code 0"
  check "the terminal is usable after SIG$signal" usable
done

shell "$luahost $stateapp; echo code \$?"
until_shown "typed in a terminal" >/dev/null
kill -QUIT "$(app_process)"
check "SIGQUIT terminates the app at once" until_shown "code 131"
check "the terminal is usable after SIGQUIT" usable

shell "$luahost $stateapp"
until_shown "typed in a terminal" >/dev/null
kill -SEGV "$(app_process)"
check "a crash prints a backtrace without asking" until_shown "Backtrace took"
check "the terminal is usable after a crash" usable
check "no debugger waits for a key after a crash" bash -c "! $tmux capture-pane -p | grep -q 'Press space'"

cat >"$work/fails.lua" <<'LUA'
local ui = require "luahost"
local app = ui.Application { identifier = "org.luahost.fails" }
local Screen = ui.ViewController:subclass "Screen"
function Screen:loadView()
  self.view = ui.VStack { ui.Button { title = "Fail", action = function() error "it failed" end } }
end
function app:willFinishLaunching()
  self.window = ui.Window { rootViewController = Screen {} }
end
return app
LUA
shell "$luahost $work/fails.lua; echo code \$?"
until_shown "Fail" >/dev/null
press Enter
check "an error in a callback is shown over the app, which continues" until_shown "Error in the app"
press Enter
until_gone "Error in the app" >/dev/null
press C-c
check "Control-C that the app does not handle asks for a second one" until_shown "again to quit"
press C-c
check "a second Control-C quits the app" until_shown "code 0"
check "errors are printed to the terminal at the exit" until_shown "fails.lua:5: it fa"

shell "$luahost $root/Tests/Scripts/failing.lua; echo code \$?"
message() { screen | grep -oE 'timer:|draw:|cellForRow:'; }
for _ in 1 2 3; do
  eventually message >/dev/null
  reported=$(message)
  press Enter
  until_gone "$reported" >/dev/null
done
mouse 0 4 5
check "repeated errors are shown once each, and the app remains usable" until_shown "went on"
press C-q
usable >/dev/null

mkfifo "$work/lines"
$luahost repl "$work/fails.lua" <"$work/lines" >"$work/answers" &
exec 9>"$work/lines"
echo "'it ' .. 'runs'" >&9
eventually grep -q "it runs" "$work/answers"
check "a second process on the same session gets exit code 4" \
  bash -c "'$luahost' --headless '$work/fails.lua' >/dev/null 2>&1; [ \$? = 4 ]"
exec 9>&-
wait

cat >"$work/build.sh" <<SH
. "$root/scripts/setup.sh"
slow() { echo '[3/20] Compiling Screens a.swift'; sleep 4; }
build_with_progress things "$work/build/log" slow && echo made
SH
shell "bash $work/build.sh"
check "a build shows its progress in one line" until_shown "[3 of 20] Compiling Screens"
says_time() { screen | grep -E '0:0[1-9]  \[3 of 20\] Compiling Screens'; }
check "a build shows the elapsed time between steps" eventually says_time
until_shown made >/dev/null
check "the progress line disappears at the end of a build" until_gone "Compiling"
check "without a terminal, a build prints a line per part" \
  bash -c "bash '$work/build.sh' 2>&1 | grep -qx '  Compiling Screens'"

finish
