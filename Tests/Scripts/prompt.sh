#!/usr/bin/env bash
# The prompt in a real terminal: lines that are stopped, by the keys for both, that wait, and what the app prints meanwhile.
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

# What a line begins with that is to be waited for.
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
check "the app goes on" until_shown '"alive1"'
enter "$begin ui.sleep(100) return 'slept'"
until_begun
press C-c
check "Control-C stops a line that waits" until_shown "in function 'luahost.sleep'"
press C-l
enter "ui.run { 'sh', '-c', 'sleep 0.5; echo done' }.output"
enter "'typed ahead'"
check "a line waits for a program" until_shown '"done\n"'
check "what was typed meanwhile comes next" until_shown '"typed ahead"'
enter "timer = ui.after(0.7, function() print 'from a timer' end)"
type_text "half a l"
check "what a timer prints stands above the line" until_shown "from a timer"
type_text "ine"
check "which is as it was" until_shown "> half a line"
press C-c
enter "timer = ui.after(0.7, function() io.write('wri', 'tten ') print 'and printed' io.stderr:write 'unended' end)"
type_text "half a l"
check "what it writes, too" until_shown "written and printed"
check "also what does not end its line" until_shown "unended"
type_text "ine"
is_last() { screen | grep -v '^$' | tail -1 | grep "^$1"; }
check "and the line comes after it" eventually is_last "> half a line"
press C-c
enter "$begin while true do os.execute 'sleep 0.2' end"
until_begun
press C-c
check "Control-C ends a loop of commands of the shell, not one of them" until_shown "in function 'os.execute'"
press C-l
enter "io.read()"
sleep 0.3
press C-c
check "Control-C stops a line that waits for what is typed" until_shown "in function 'io.read'"
enter "io.popen('sleep 100'):read()"
sleep 0.3
press C-c
# The program gets the interrupt, too: the read ends with an error or at the end of what it wrote, whichever comes first.
prompts() { [ "$(screen | grep -v '^$' | tail -1 | tr -d ' ')" = ">" ]; }
check "and one that waits for a program" eventually prompts
press C-l
enter "t = os.clock() while os.clock() - t < 1 do end return 'comp' .. 'uted'"
sleep 0.3
press C-z
check "Control-Z stops the process while a line computes" until_shown "Stopped"
enter "stty -a | grep -ow -e icanon -e '-icanon'; sleep 6"
check "and the shell has the terminal as it was" until_shown "icanon"
sleep 6
enter "fg"
check "the line goes on with the time that it had" until_shown '"computed"' 15
press C-l
enter "ui.sleep(1) return 'sle' .. 'pt'"
sleep 0.3
press C-z
check "Control-Z stops it while a line waits" until_shown "Stopped"
enter "fg"
check "which goes on, too" until_shown '"slept"'
type_text "half a l"
press C-z
sleep 0.3
enter "fg"
sleep 0.3
type_text "ine"
check "what was being typed is there again" until_shown "> half a line"
press C-c
press C-l
printf "pasted = 20\npasted + 1\n'%%s' .. pasted" >"$work/pasted"
$tmux load-buffer "$work/pasted"
$tmux paste-buffer -p
press Enter
check "what is pasted is run a statement at a time" until_shown "21"
check "to its end" until_shown '"%s20"'
enter "'after ' .. 'the line'"
check "Control-C at the prompt gives the line up" until_shown '"after the line"'
press C-d
check "Control-D on an empty line ends it, and the terminal is usable" usable

printf 'print "begun" while true do end' >"$work/endless.lua"
shell "$luahost repl $work/endless.lua"
until_shown begun >/dev/null
press C-c
check "Control-C ends a launch that comes to no end" until_shown "endless.lua:1: in main chunk"
check "and the terminal is usable" usable

shell "$luahost $work/ticks.lua"
until_shown Ticks >/dev/null
press F12
until_shown "F12 or Escape closes" >/dev/null
enter "$begin while true do end"
until_begun
press C-c
check "over the app Control-C stops a line that computes" until_shown "error: interrupted"
enter "$begin ui.sleep(100) return 'slept'"
until_begun
enter "'held ' .. 'back'"
press C-c
check "and one that waits" until_shown "in function 'luahost.sleep'"
check "with those that were entered after it" shows_not '"held back"'
type_text "not wanted"
press C-c
check "else it gives up what was typed" until_shown "> not wanted^C"
enter "print 'said' io.write 'and written' return 'returned'"
until_shown '"returned"' >/dev/null
is_before() { screen | tr -d '\n' | grep -E 'said *[^ ]*and written *[^ ]*"returned"'; }
check "what a line prints comes before what it returns" is_before
$tmux paste-buffer -p
check "lines that are pasted are entered one by one" until_shown '> pasted + 1'
press Enter
check "and the last one when that is wanted" until_shown '"%s20"'
press C-d
check "Control-D closes the prompt" until_gone "F12 or Escape closes"
press F12
enter "ui.after(0.1, function() print 'printed' io.write 'written\\n' io.stderr:write 'complained\\n' end)"
enter ":resize 30 12"
press Escape
until_gone "F12 or Escape closes" >/dev/null
check "the app has the size that was asked for" until_gone "Tab"
press F11
check "F11 shows what the app prints" until_shown "Output: F11 closes"
in_order() { screen | grep -E -A1 'printed *.$' | grep written; }
check "in its order" eventually in_order
check "with what goes to standard error" until_shown "complained"
check "and the app beside it" until_shown "Ticks"
press F11
check "F11 hides it" until_gone "Output: F11 closes"
press F12
until_shown "F12 or Escape closes" >/dev/null
press F11
check "from the prompt it takes that away, and is seen" until_shown "Output: F11 closes"
press F12
until_shown "F12 or Escape closes" >/dev/null
press F11
check "and is still there" until_gone "F12 or Escape closes"
check "under the prompt that went" until_shown "Output: F11 closes"
press F11
check "until it is hidden" until_gone "Output: F11 closes"
press C-q
check "the app ends, and the terminal is usable" usable

shell "$luahost --watch --fresh $work/ticks.lua"
until_shown Ticks >/dev/null
sed -i 's/"Ticks"/"Other words"/' "$work/ticks.lua"
check "--watch shows the app again when its script changes" until_shown "Other words"
sed -i 's/return app/return app)/' "$work/ticks.lua"
check "a script that cannot be loaded is reported" until_shown "could not be loaded"
sed -i 's/return app)/return app/; s/Other words/Mended/' "$work/ticks.lua"
check "until it can" until_shown "Mended"
check "the message goes" until_gone "could not be loaded"
press C-q
check "it ends as ever" usable

finish
