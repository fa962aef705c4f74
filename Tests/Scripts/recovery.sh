#!/usr/bin/env bash
# Runs apps that die, hang and fail while they are restored, and upgrades of apps, in real processes.
set -uo pipefail

root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
luahost=$root/scripts/luahost
work=$(mktemp -d)
# Builds it, if that is needed, before anything waits for it.
"$luahost" --version >/dev/null || exit 1
. "$root/Tests/Scripts/checks.sh"
trap 'rm -rf "$work"' EXIT
state=$work/state

# app NAME BODY: a note that keeps a text; BODY runs inside its decode.
app() {
  cat >"$work/$1.lua" <<LUA
local ui = require "luahost"
local Note = ui.ViewController:subclass "Note"
function Note:loadView() self.field = ui.TextField {} self.view = ui.VStack { self.field } end
function Note:encodeRestorableState(coder) coder:encode("text", self.field.text) end
function Note:decodeRestorableState(coder)
  $2
  self.field.text = coder:decode "text" or ""
end
function Note:viewControllerWithRestorationIdentifierPath() return Note() end
local app = ui.Application { identifier = "org.luahost.recovery", version = "${3:-1}" }
function app:willFinishLaunching() self.window = ui.Window() end
function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState(coder) ${4:-return true} end
function app:didFinishLaunching()
  if not self.window.rootViewController then
    self.window.rootViewController = Note { restorationIdentifier = "note", restorationClass = Note }
  end
  self.window:makeKeyAndVisible()
end
return app
LUA
}

# run NAME [OPTION ...]: without a terminal; what it prints and says goes to $work/out, its exit code is the function's.
run() {
  local name=$1
  shift
  "$luahost" --headless --state-dir "$state" "$work/$name.lua" "$@" >"$work/out" 2>&1
}
says() { cat "$work/out"; grep -qF -- "$1" "$work/out"; }
says_not() { cat "$work/out"; ! grep -qF -- "$1" "$work/out"; }
archive() { "$luahost" archive "$@"; }

# A state to begin with: the text "precious" in save 1 or 2.
fresh() {
  rm -rf "$state"
  printf ':type precious\n:background\n' | "$luahost" repl --state-dir "$state" "$work/good.lua" >/dev/null 2>&1
}
last_save() { archive list "$state" | tail -1 | cut -d' ' -f1; }

# died SAVE NAME COMMAND: the app of this name died while it restored this save. COMMAND lets it die again; what the next
# launches do.
died() {
  local save=$1
  run good
  check "... one death costs nothing" says precious
  save=$(last_save)
  "$2"
  "$2"
  run good
  check "... the next launch starts without that state, and says so" says "while it restored save $save"
  check "... the text is not there" says_not precious
  run good
  check "... it is said once" says_not "while it restored"
  check "... the save says that it is refused" grep -qE "^$save .*refused" <(archive list "$state")
  archive rollback "$state" "$save" >/dev/null
  run good
  check "... a rollback brings it back" says precious
}

app good ""
app exits "os.exit(3)"
app hangs "while true do end"
app fails 'error "cannot decode"'
app hungry 'local t = {} while true do t[#t + 1] = ("x"):rep(1000000) .. #t end'
# The file says that the restoration is under way.
app waits "io.open('$work/begun', 'w'):close() for i = 1, 1e10 do end"

fresh
run good
check "the state comes back" says precious

fresh
save=$(last_save)
exits() { run exits; }
exits
check "os.exit during the restoration ends the app with its code" test $? = 3
exits
exits
run good
check "... an exit with a code is no death, however often" says precious
check "... and no save is refused" says_not "while it restored"

# killed SIGNAL: an app dies of this signal while it restores.
killed() {
  "$luahost" --headless --state-dir "$state" "$work/waits.lua" >/dev/null 2>&1 &
  local child=$!
  eventually rm "$work/begun"
  kill "-$1" "$child"
  wait "$child"
}
faults() { killed SEGV; }
kills() { killed KILL; }

fresh
save=$(last_save)
faults
check "a crash during the restoration leaves the save in the history" archive show --save "$save" "$state"
died "$save" faults

fresh
save=$(last_save)
kills
check "SIGKILL during a restoration that hangs" true
died "$save" kills

# Ends in order while restoration is extended.
app extends "app:extendStateRestoration() ui.after(0, function() io.open('$work/begun', 'w'):close() end)"
fresh
save=$(last_save)
# An input that goes on.
mkfifo "$work/lines"
exec 9<>"$work/lines"
for mode in --plain --headless --plain --headless; do
  for signal in TERM HUP; do
    "$luahost" "$mode" --state-dir "$state" "$work/extends.lua" <"$work/lines" >/dev/null 2>&1 &
    child=$!
    eventually rm "$work/begun"
    kill "-$signal" "$child"
    wait "$child"
    check "SIG$signal is obeyed while restoration is extended ($mode)" test $? = 0
  done
done
exec 9>&-
run good
check "... and never counts as a death" says precious

# What the file system does at the launch and while the app runs.
fresh
rm -f "$state/main.sqlite-wal"
mkdir "$state/main.sqlite-wal"
printf ':type and\n' | "$luahost" repl --state-dir "$state" "$work/good.lua" >"$work/out" 2>&1
check "an entry in place of the database is set aside and reported" says "it was set aside"
run good
check "... and what was typed is there" says and

fresh
(
  ulimit -f 4
  printf ':type and\n' | "$luahost" repl --state-dir "$work/small" "$work/good.lua" >"$work/out" 2>&1
)
check "where files may not grow, the exit code says that the state was not saved" test $? = 3
check "... and the message why" says "file size limit"

# Two prompts whose lines come from here.
mkfifo "$work/one" "$work/two"
"$luahost" repl --state-dir "$work/gone" "$work/good.lua" <"$work/one" >"$work/first" 2>&1 &
exec 8>"$work/one"
echo ':type first' >&8
holds() { archive export "$work/gone" -o - 2>/dev/null | grep -aF "$1"; }
eventually holds first
rm -rf "$work/gone"
"$luahost" repl --state-dir "$work/gone" "$work/good.lua" <"$work/two" >"$work/second" 2>&1 &
second=$!
exec 9>"$work/two"
echo ':type second' >&9
eventually holds second
echo ':type later' >&8
eventually grep -q "holds this session" "$work/first"
exec 9>&-
wait "$second"
check "a session whose folder was removed can be begun by another process" test $? = 0
eventually grep -q "is saved again" "$work/first"
exec 8>&-
wait
check "... and the first one steps back, and says so" grep -q "holds this session" "$work/first"
check "... once" test "$(grep -c "holds this session" "$work/first")" = 1
check "... and the second one is not disturbed" test ! -s "$work/second"
check "... and when that one has ended, the first has the session again" grep -q "is saved again" "$work/first"

fresh
"$luahost" --headless --state-dir "$state" "$work/good.lua" <&- >&- 2>&-
check "without standard streams an app runs and keeps its state" test $? = 0
check "... in a database that nothing was printed into" archive verify "$state"
run good
check "... which comes back" says precious
(ulimit -n 10 && exec "$root/.build/luahost" --headless --state-dir "$state" "$work/good.lua" >"$work/out" 2>&1)
check "where few files may be open, it is refused in words" test $? = 2
check "... that say what to do" says "ulimit -n"
(ulimit -n 40 && exec "$root/.build/luahost" --headless --state-dir "$state" "$work/good.lua" >"$work/out" 2>&1)
check "... and forty are enough" says precious

{ echo 'os.execute("touch '"$work"'/ran")'; cat "$work/good.lua"; } >"$work/evil.lua"
XDG_STATE_HOME=$work/xdg "$luahost" archive list "$work/evil.lua" >"$work/out" 2>&1
check "looking at the saves of a script never runs it outside of the sandbox" test ! -e "$work/ran"
check "... and asks for the folder" says "Name the folder"

bad=$work/$(printf 'bad\377')
mkdir "$bad"
cp "$work/good.lua" "$bad"
"$luahost" --headless "$bad/good.lua" >"$work/out" 2>&1
check "a path that is not UTF-8 is refused in words" test $? = 2
(cd "$bad" && "$luahost" --headless --state-dir state good.lua >"$work/out" 2>&1)
check "... and a folder of such a name can be worked in" test $? = 0

for name in fails hangs hungry; do
  fresh
  run $name --memory-limit 50000000
  check "an app whose decode $name starts all the same, with an error" test $? = 1
  check "... that says what and where" says "note decodeRestorableState: "
  run good
  check "... and what was saved is not made worse by it" says precious
done

# With --json, standard output is one value.
json() { archive "$@" --json 2>/dev/null | tr -d ' \n'; }
fresh
number=$(last_save)
check "in JSON a node that is not there is an empty list" test "$(json show --path nope "$state")" = "[]"
check "... and so is a save" test "$(json show --save 99 "$state")" = "[]"
check "... and a session that was never run" test "$(json list --session other "$state")" = "[]"
check "... and what an export without a file writes is the export" \
  test "$(archive export --json "$state")" = "$(archive export --json -o - "$state")"
archive export "$state" -o "$work/export"
check "an import says in JSON which save it is" test "$(json import "$state" "$work/export")" = "{\"nodes\":1,\"number\":$((number + 1))}"
check "... and a rollback" test "$(json rollback "$state" "$number")" = "{\"number\":$((number + 2)),\"rolledBackTo\":$number}"

# Upgrades of the app: https://developer.apple.com/documentation/uikit has the same rules for versions.
fresh
app refuses "" 2 'return coder.info.appVersion == "2"'
run refuses
check "a new version can refuse an old version's state" says_not precious
check "... which stays in the history" archive show --save 1 "$state"

fresh
app migrates 'local old = coder:decode "text" coder = { decode = function() return old .. " (from version 1)" end }' 2
run migrates
check "a new version can read old keys" says "precious (from version 1)"

fresh
sed 's/"Note"/"Renamed"/' "$work/good.lua" >"$work/renamed.lua"
run renamed
check "a class that no longer exists is left out, and named" says "no longer defines its restoration class Note"

fresh
sed 's/restorationIdentifier = "note"/restorationIdentifier = "moved"/' "$work/good.lua" >"$work/moved.lua"
run moved
check "an identifier that moved does no harm" says precious

finish
