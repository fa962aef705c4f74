#!/usr/bin/env bash
# Uses example apps in a real terminal and kills them at random moments while they work: a git log being read, downloads
# in progress, a note being written. Prints a line per case; fails if a case failed. APPS_SEED repeats a run; APPS_KILLS
# sets the number of kills per app.
set -uo pipefail
. "$(dirname "$(readlink -f "$0")")/tmux.sh"
kills=${APPS_KILLS:-6}
seed=${APPS_SEED:-$(date +%s)}
RANDOM=$((seed % 32768))
echo "# APPS_SEED=$seed"
apps=$root/scripts/apps
start_terminal 100 28

pause() { sleep "$(printf '0.%03d' $((RANDOM % 900 + 50)))"; }
# Kills the app while keys arrive. A new shell gets the terminal, so that unread keys are discarded.
cut_off() {
  kill_app
  $tmux respawn-pane -k
}
no_errors() { ! screen | grep -qE "Error in the app|was not restored"; }

# The git log.
git init -q -b main "$work/repository"
for number in $(seq 3000); do
  printf 'commit refs/heads/main\ncommitter A <a@b> %d +0000\ndata %d\nChange %d\nM 100644 inline file\ndata 5\n%04d\n\n' \
    $((1700000000 + number)) $((7 + ${#number})) "$number" "$number"
done | git -C "$work/repository" fast-import --quiet
log="$luahost $apps/gitlog.lua --state-dir $work/gitlog -- $work/repository"
keys=(Down Up End Home PageDown PageUp Enter Escape M-1 M-2 y r)
sound=true
for _ in $(seq "$kills"); do
  shell "$log"
  eventually is_taken
  pause
  for _ in $(seq $((RANDOM % 12))); do
    press "${keys[$((RANDOM % ${#keys[@]}))]}"
    sleep 0.05
  done
  pause
  no_errors || sound=false
  cut_off
done
check "a log killed while it is being read is read again" $sound
shell "$log"
eventually is_taken
# The snapshot shows commits too, before a commit can be selected; but it has no help.
press F1
until_shown "─ Keys ─" >/dev/null
press Escape
until_gone "─ Keys ─" >/dev/null
press M-1
press Escape
until_shown "3000 commits" >/dev/null
until_gone "commits ..." >/dev/null
row() { until_shown "> $(git -C "$work/repository" rev-parse "$1" | cut -c1-8)" >/dev/null; }
# The tabs may be focused.
first_row() {
  press Down
  press Home
  sleep 0.1
  shows "> $(git -C "$work/repository" rev-parse main | cut -c1-8)"
}
eventually first_row
press Down
row main~1
press Down
row main~2
press Enter
check "Enter opens a commit" until_shown "+2998"
until_saved CommitViewController "$work/gitlog"
kill_app
shell "$log"
check "the commit is open again" until_shown "+2998"
press Escape
check "the log below it keeps its position" until_shown "> $(git -C "$work/repository" rev-parse main~2 | cut -c1-8)"
press C-q
usable >/dev/null

# Downloads.
cat >"$work/server.py" <<'PY'
import http.server, os, re, socketserver, sys, time
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        size, start = 600000, int((re.match(r"bytes=(\d+)", self.headers.get("Range", "")) or [0, 0])[1])
        self.send_response(206 if start else 200)
        for name, value in (("Content-Length", size - start), ("ETag", '"same"'), ("Accept-Ranges", "bytes")): self.send_header(name, str(value))
        if start: self.send_header("Content-Range", "bytes %d-%d/%d" % (start, size - 1, size))
        self.end_headers()
        try:
            for place in range(start, size, 6000):
                self.wfile.write(bytes((i * 7 + i // 251) % 256 for i in range(place, min(place + 6000, size)))); self.wfile.flush(); time.sleep(0.03)
        except OSError: pass
    def log_message(self, *rest): pass
class Server(socketserver.ThreadingMixIn, http.server.HTTPServer): daemon_threads = True
server = Server(("127.0.0.1", 0), Handler)
with open(sys.argv[1] + ".new", "w") as file: file.write(str(server.server_address[1]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
PY
python3 "$work/server.py" "$work/port" &
server=$!
disown
trap 'kill $server; $tmux kill-server 2>/dev/null; rm -rf "$work"' EXIT
eventually test -e "$work/port"
address=http://127.0.0.1:$(cat "$work/port")
loading="$luahost $apps/downloads.lua --state-dir $work/downloads -- --into $work/files $address/one.bin $address/two.bin"
mkdir "$work/files"
for _ in $(seq "$kills"); do
  shell "$loading"
  pause
  cut_off
done
shell "$loading"
both_done() { [ "$(screen | grep -c ' done')" = 2 ]; }
whole() {
  eventually both_done || return
  python3 - "$work/files" <<'PY'
import os, sys
want = bytes((i * 7 + i // 251) % 256 for i in range(600000))
files = sorted(os.listdir(sys.argv[1]))
sys.exit(files != ["one.bin", "two.bin"] or any(open(os.path.join(sys.argv[1], name), "rb").read() != want for name in files))
PY
}
check "interrupted downloads are complete in the end and leave no other files" whole
press C-q
usable >/dev/null

# A note.
notes="$luahost $apps/notes.lua --state-dir $work/notes"
shell "$notes"
until_shown "No notes yet" >/dev/null
press n
type_text "Diary"
press Enter
until_shown "Diary" >/dev/null
press Tab
press Tab
written_down() { cat "$work"/notes/main.files/*.md | grep -F "w$written" || saves "w$written" "$work/notes"; }
sound=true
written=0
for _ in $(seq "$kills"); do
  for _ in $(seq $((RANDOM % 20 + 5))); do
    type_text "w$((written + 1)) "
    written=$((written + 1))
    sleep 0.02
  done
  eventually written_down || sound=false
  type_text "lost?"
  cut_off
  shell "$notes"
  until_shown "w$written" >/dev/null || sound=false
  no_errors || sound=false
  # It is unknown how much of that was received.
  type_text " "
done
check "a note is saved while it is being written, and no saved word is lost" $sound
press C-q
check "the terminal is usable" usable
finish
