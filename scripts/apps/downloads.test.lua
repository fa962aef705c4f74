local test = require "luahost.test"

-- A server with support for ranges, which sends files named slow slowly.
local server = [[
import http.server, os, socketserver, sys, time

class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        name = self.path.strip("/")
        if name.startswith("missing"):
            self.send_response(404); self.send_header("Content-Length", "0"); self.end_headers(); return
        size = int("".join(c for c in name if c.isdigit()) or "1") * 1024
        start = int(self.headers["Range"][6:].split("-")[0]) if self.headers.get("Range") else 0
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(size - start))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("ETag", '"same"')
        if start: self.send_header("Content-Range", "bytes %d-%d/%d" % (start, size - 1, size))
        self.end_headers()
        with open(sys.argv[2], "a") as log: log.write("%s %d\n" % (name, start))
        data = bytes(i % 251 for i in range(size))
        try:
            for place in range(start, size, 8192):
                self.wfile.write(data[place:min(place + 8192, size)]); self.wfile.flush()
                if name.startswith("slow"): time.sleep(0.05)
        except OSError: pass
    def log_message(self, *rest): pass

class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

server = Server(("127.0.0.1", 0), Handler)
with open(sys.argv[1] + ".new", "w") as file: file.write("%d %d" % (server.server_address[1], os.getpid()))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
]]

local base, address, pid

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

test.before(function()
  base = os.tmpname()
  local script = assert(io.open(base .. ".py", "w"))
  script:write(server)
  script:close()
  os.execute(("python3 %s.py %s.port %s.log >/dev/null 2>&1 &"):format(base, base, base))
  for _ = 1, 200 do
    local port = read(base .. ".port")
    if port then
      address, pid = port:match "^(%d+) (%d+)$"
      address = "http://127.0.0.1:" .. address .. "/"
      return
    end
    os.execute "sleep 0.05"
  end
  error "the server did not start"
end)

test.after(function()
  os.execute(("kill %s; rm -f %s %s.*"):format(pid, base, base))
end)

local function launch(t, names)
  local addresses = {}
  for place, name in ipairs(names or {}) do addresses[place] = address .. name end
  return t:launch("downloads.lua", { size = { 90, 20 }, options = { addresses = addresses } })
end

local function file(app, name)
  local folder = app:eval "return app.filesDirectory"
  return read(folder .. "/" .. name)
end

local function expected(size)
  local bytes = {}
  for place = 0, size * 1024 - 1 do bytes[place + 1] = string.char(place % 251) end
  return table.concat(bytes)
end

test.case("several downloads go to a file each", function(t)
  local app = launch(t, { "a3.bin", "b20.bin", "sub/a3.bin" })
  app:waitFor(function() return select(2, app:screen():gsub("done", "")) == 3 end)
  t:expect(file(app, "a3.bin") == expected(3)):isTrue()
  t:expect(file(app, "b20.bin") == expected(20)):isTrue()
  t:expect(file(app, "a3-2.bin") == expected(3)):isTrue()
  app:advance(10)
  t:expect(app):matchesSnapshot "done"
end)

test.case("a download that is interrupted by a kill is resumed", function(t)
  local app = launch(t, { "slow400.bin" })
  app:waitFor(function() return app:screen():find "400.0 KiB" end)
  app:waitFor(function() return app:eval "return app.screen:progress(1) > 0.2" end)
  app:kill()
  app:relaunch()
  app:waitFor("done", 20)
  t:expect(file(app, "slow400.bin") == expected(400)):isTrue()
  local from = {}
  for start in read(base .. ".log"):gmatch "slow400.bin (%d+)" do from[#from + 1] = tonumber(start) end
  t:expect(#from):equals(2)
  t:expect(from[2] > 0):isTrue()
end)

test.case("a download can be stopped, resumed and removed; a stopped one stays so after a kill", function(t)
  local app = launch(t, { "slow400.bin" })
  app:waitFor(function() return app:eval "return app.screen:progress(1) > 0.05" end)
  app:tap "downloads"
  app:key "s"
  app:waitFor "stopped"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "stopped"
  app:tap "downloads"
  app:key "s"
  app:waitFor("done", 20)
  app:key "x"
  app:waitFor "Nothing to load"
end)

test.case("an address is validated while it is typed, and requested by Enter", function(t)
  local app = launch(t)
  app:tap "address"
  app:type "ftp://nowhere"
  t:expect(app:screen()):contains "begins with http"
  app:key "ctrl+u"
  app:type(address .. "one2.bin\n")
  app:waitFor "done"
  t:expect(file(app, "one2.bin") == expected(2)):isTrue()
end)

test.case("a missing file is an error, and nothing is left of it", function(t)
  local app = launch(t, { "missing.bin" })
  app:waitFor "404"
  t:expect(file(app, "missing.bin")):isNil()
end)

test.case("at most three downloads run at a time", function(t)
  local app = launch(t, { "slow41.bin", "slow42.bin", "slow43.bin", "slow44.bin" })
  app:waitFor "loading"
  t:expect(select(2, app:screen():gsub("loading", ""))):equals(3)
  app:waitFor(function() return select(2, app:screen():gsub("done", "")) == 4 end, 20)
end)
