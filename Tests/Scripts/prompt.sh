#!/usr/bin/env bash
# The prompt in a real terminal: lines that are interrupted, lines that wait, and output of the app meanwhile.
. "$(dirname "$0")/tmux.sh"
start_terminal 80 30

cat >"$work/ticks.lua" <<'LUA'
local ui = require "luahost"
local app = ui.Application { identifier = "org.luahost.ticks" }
function app:didFinishLaunching()
  self.window = ui.Window { rootViewController = ui.ViewController { view = ui.VStack { ui.Label { text = "Ticks" } } } }
  self.window:makeKeyAndVisible()
end
return app
LUA

# The beginning of a line whose start is to be detected.
begin="io.open('$work/begun', 'w'):close()"
until_begun() { eventually rm "$work/begun"; }

enter() {
  type_text "$1"
  press Enter
}

shell "$luahost repl $work/ticks.lua"
until_shown ">" >/dev/null
enter "$begin while true do pcall(function() while true do end end) end"
until_begun
press C-c
check "Control-C stops a line that computes" until_shown "error: interrupted"
enter "'alive' .. 1"
check "the app continues after an interrupt" until_shown '"alive1"'
enter "$begin ui.sleep(100) return 'slept'"
until_begun
press C-c
check "Control-C stops a line that waits" until_shown "in function 'luahost.sleep'"
press C-l
enter "ui.run { 'sh', '-c', 'sleep 0.5; echo done' }.output"
enter "'typed ahead'"
check "a line can wait for a program" until_shown '"done\n"'
check "a line typed meanwhile runs next" until_shown '"typed ahead"'
enter "timer = ui.after(0.7, function() print 'from a timer' end)"
type_text "half a l"
check "output of a timer appears above the line" until_shown "from a timer"
type_text "ine"
check "the edited line is redrawn below the output" until_shown "> half a line"
press C-c
enter "timer = ui.after(0.7, function() io.write('wri', 'tten ') print 'and printed' io.stderr:write 'unended' end)"
type_text "half a l"
check "output of io.write appears above the line" until_shown "written and printed"
check "output without a newline appears above the line" until_shown "unended"
type_text "ine"
is_last() { screen | grep -v '^$' | tail -1 | grep "^$1"; }
check "the edited line is redrawn below an incomplete line" eventually is_last "> half a line"
press C-c
enter "$begin while true do os.execute 'sleep 0.2' end"
until_begun
press C-c
check "Control-C stops a loop of shell commands, not only the current one" until_shown "in function 'os.execute'"
press C-l
enter "io.read()"
sleep 0.3
press C-c
check "Control-C stops a line that waits for input" until_shown "in function 'io.read'"
enter "io.popen('sleep 100'):read()"
sleep 0.3
press C-c
# The program receives the interrupt, too: the read ends with an error or at the end of the program's output, whichever
# comes first.
prompts() { [ "$(screen | grep -v '^$' | tail -1 | tr -d ' ')" = ">" ]; }
check "Control-C stops a line that waits for a program" eventually prompts
press C-l
enter "t = os.clock() while os.clock() - t < 1 do end return 'comp' .. 'uted'"
sleep 0.3
press C-z
check "Control-Z stops the process while a line computes" until_shown "Stopped"
enter "stty -a | grep -ow -e icanon -e '-icanon'; sleep 6"
check "the shell gets back its line settings" until_shown "icanon"
sleep 6
enter "fg"
check "after fg the line continues with its remaining time" until_shown '"computed"' 15
press C-l
enter "ui.sleep(1) return 'sle' .. 'pt'"
sleep 0.3
press C-z
check "Control-Z stops the process while a line waits" until_shown "Stopped"
enter "fg"
check "after fg the waiting line continues" until_shown '"slept"'
type_text "half a l"
press C-z
sleep 0.3
enter "fg"
sleep 0.3
type_text "ine"
check "after fg the edited line is redrawn" until_shown "> half a line"
press C-c
press C-l
printf "pasted = 20\npasted + 1\n'%%s' .. pasted" >"$work/pasted"
$tmux load-buffer "$work/pasted"
$tmux paste-buffer -p
press Enter
check "a pasted text runs statement by statement" until_shown "21"
check "the last pasted statement runs" until_shown '"%s20"'
enter "'after ' .. 'the line'"
check "Control-C at the prompt discards the line" until_shown '"after the line"'
press C-d
check "Control-D on an empty line quits, and the terminal is usable" usable

printf 'print "begun" while true do end' >"$work/endless.lua"
shell "$luahost repl $work/endless.lua"
until_shown begun >/dev/null
press C-c
check "Control-C stops a launch that never returns" until_shown "endless.lua:1: in main chunk"
check "and the terminal is usable" usable

shell "$luahost $work/ticks.lua"
until_shown Ticks >/dev/null
press F12
until_shown "F12 or Escape closes" >/dev/null
enter "$begin while true do end"
until_begun
press C-c
check "in the overlay Control-C stops a line that computes" until_shown "error: interrupted"
enter "$begin ui.sleep(100) return 'slept'"
until_begun
enter "'held ' .. 'back'"
press C-c
check "in the overlay Control-C stops a line that waits" until_shown "in function 'luahost.sleep'"
check "the interrupt discards lines entered after the waiting one" shows_not '"held back"'
type_text "not wanted"
press C-c
check "Control-C discards the typed text if no line runs" until_shown "> not wanted^C"
enter "print 'said' io.write 'and written' return 'returned'"
until_shown '"returned"' >/dev/null
is_before() { screen | tr -d '\n' | grep -E 'said *[^ ]*and written *[^ ]*"returned"'; }
check "the output of a line precedes its result" is_before
$tmux paste-buffer -p
check "pasted lines are entered one by one" until_shown '> pasted + 1'
press Enter
check "the last pasted line runs on Enter" until_shown '"%s20"'
press C-d
check "Control-D closes the prompt" until_gone "F12 or Escape closes"
press F12
enter "ui.after(0.1, function() print 'printed' io.write 'written\\n' io.stderr:write 'complained\\n' end)"
enter ":resize 30 12"
press Escape
until_gone "F12 or Escape closes" >/dev/null
check ":size resizes the app" until_gone "Tab"
press F11
check "F11 shows the output of the app" until_shown "Output: F11 closes"
in_order() { screen | grep -E -A1 'printed *.$' | grep written; }
check "the output is in order" eventually in_order
check "the output includes standard error" until_shown "complained"
check "the app is visible beside the output" until_shown "Ticks"
press F11
check "F11 again hides the output" until_gone "Output: F11 closes"
press F12
until_shown "F12 or Escape closes" >/dev/null
press F11
check "F11 at the prompt closes the prompt and shows the output" until_shown "Output: F11 closes"
press F12
until_shown "F12 or Escape closes" >/dev/null
press F11
check "F12 closes the prompt over the output" until_gone "F12 or Escape closes"
check "the output stays visible after the prompt is closed" until_shown "Output: F11 closes"
press F11
check "F11 hides the output after the prompt was closed" until_gone "Output: F11 closes"
press C-q
check "Control-Q quits the app, and the terminal is usable" usable

shell "$luahost --watch --fresh $work/ticks.lua"
until_shown Ticks >/dev/null
sed -i 's/"Ticks"/"Other words"/' "$work/ticks.lua"
check "--watch reloads the app when its script changes" until_shown "Other words"
sed -i 's/return app/return app)/' "$work/ticks.lua"
check "a script that cannot be loaded is reported" until_shown "could not be loaded"
sed -i 's/return app)/return app/; s/Other words/Repaired/' "$work/ticks.lua"
check "a repaired script is loaded" until_shown "Repaired"
check "the message disappears when the script is repaired" until_gone "could not be loaded"
press C-q
check "an app run with --watch quits, and the terminal is usable" usable

finish
