local test = require "luahost.test"

local files = {}

test.after(function()
  for _, path in ipairs(files) do os.remove(path) end
  files = {}
end)

local function write(path, text)
  local file = assert(io.open(path, "w"))
  file:write(text)
  file:close()
  return path
end

-- Returns the path of a file with this text, which is removed after the case.
local function file(text)
  local path = os.tmpname()
  files[#files + 1] = path
  return write(path, text)
end

-- Returns an RSS feed with articles of these titles, latest first.
local function rss(title, ...)
  local items = {}
  for index, name in ipairs { ... } do
    items[index] = ([[<item><title>%s</title><link>https://example.org/%s</link><guid>%s</guid>
      <pubDate>Wed, %02d Oct 2024 15:00:00 GMT</pubDate><description>&lt;p&gt;About %s.&lt;/p&gt;</description></item>]]):format(
      name, name, name, 29 - index, name)
  end
  return ([[<?xml version="1.0"?><rss version="2.0"><channel><title>%s</title>%s</channel></rss>]]):format(
    title, table.concat(items))
end

local garden = [==[<?xml version="1.0"?><rss version="2.0"><channel><title>Garden news</title>
<item><title>Oaks grow old</title><link>https://example.org/oak</link><guid>g1</guid><author>Ada</author>
<pubDate>Wed, 02 Oct 2024 15:00:00 GMT</pubDate><description><![CDATA[<p>An oak can become <b>a thousand</b> years old, and
is</p><ul><li>a home for <em>hundreds</em> of insects,<li>hard, <a href="https://example.org/wood">by some</a>.</ul>
<blockquote>Great oaks from little acorns grow.</blockquote><pre>plant("oak")</pre>]]></description></item>
<item><title>Roses &amp;amp; thorns</title><link>https://example.org/rose</link><guid>g2</guid>
<pubDate>Tue, 01 Oct 2024 15:00:00 +0200</pubDate><description>No rose without them.</description></item>
</channel></rss>]==]

local stars = [[<feed xmlns="http://www.w3.org/2005/Atom"><title>Stars</title>
<entry><id>urn:1</id><title type="html">A &amp;lt;new&amp;gt; star</title><link rel="self" href="https://example.org/self"/>
<link href="https://example.org/star"/><published>2024-10-03T23:30:00-01:00</published><author><name>Grace</name></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>It is <b>bright</b>.</p></div></content></entry></feed>]]

local function launch(t, feeds, size)
  return t:launch("feeds.lua", { size = size or { 90, 20 }, options = { feeds = feeds } })
end

-- Returns the titles of the shown articles; unread ones have a star.
local function articles(app)
  return app:eval [[
    local titles, screen = {}, app.articles
    for row, article in ipairs(screen.shown) do
      titles[row] = (screen.feed.read[article.id] and "" or "*") .. article.title
    end
    return table.concat(titles, ",")
  ]]
end

test.case("feeds in RSS and Atom are read, with their unread articles", function(t)
  local app = launch(t, { file(garden), file(stars) })
  app:waitFor "Stars"
  app:tap "Garden news"
  t:expect(articles(app)):equals "*Oaks grow old,*Roses & thorns"
  t:expect(app:screen()):contains "2 unread"
  t:expect(app:screen()):contains "2024-10-02"
  t:expect(app):matchesSnapshot "articles"
  app:tap "Stars"
  t:expect(articles(app)):equals "*A <new> star"
  t:expect(app:screen()):contains "2024-10-04"
  t:expect(app):isSound()
end)

test.case("an article is rendered and marked as read; both are restored after a kill", function(t)
  local app = launch(t, { file(garden) })
  app:waitFor "Garden news"
  app:tap "Garden news"
  app:key "enter"
  local function expectArticle()
    t:expect(app:screen()):contains "An oak can become a thousand years old, and is"
    t:expect(app:screen()):contains "• hard, by some."
    t:expect(app:screen()):contains 'plant("oak")'
    t:expect(app:screen()):contains "Ada"
  end
  expectArticle()
  t:expect(app):matchesSnapshot "article"
  app:kill()
  app:relaunch()
  expectArticle()
  app:key "escape"
  t:expect(articles(app)):equals "Oaks grow old,*Roses & thorns"
  t:expect(app:find("articles").focusedIndexPath):equals { section = 1, row = 1 }
end)

test.case("the position in a long article is restored", function(t)
  local lines = {}
  -- The text is so long that a worker parses it.
  for line = 1, 2000 do lines[line] = "&lt;p&gt;Paragraph number " .. line .. "&lt;/p&gt;" end
  local text = rss("Long", "One"):gsub("&lt;p&gt;About One.&lt;/p&gt;", table.concat(lines))
  local app = launch(t, { file(text) })
  app:waitFor "Long"
  app:tap "Long"
  app:key "enter"
  app:key "pagedown"
  app:key "pagedown"
  local screen = app:screen()
  t:expect(screen):never():contains "number 2\n"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):equals(screen)
end)

test.case("articles are filtered by their text and by what is unread, also after a kill", function(t)
  local app = launch(t, { file(rss("Trees", "Oak", "Ash", "Oleander")) })
  app:waitFor "Trees"
  app:tap "Trees"
  app:key "m"
  t:expect(articles(app)):equals "Oak,*Ash,*Oleander"
  app:tap "Unread"
  t:expect(articles(app)):equals "*Ash,*Oleander"
  app:tap "filter"
  app:type "o"
  app:kill()
  app:relaunch()
  t:expect(articles(app)):equals "*Oleander"
  app:type "x"
  t:expect(app:screen()):contains "No articles"
  app:key "escape"
  app:tap "All"
  t:expect(articles(app)):equals "Oak,*Ash,*Oleander"
end)

test.case("a half-typed address is restored, and then added", function(t)
  local path = file(garden)
  local app = launch(t)
  t:expect(app:screen()):contains "No feeds yet"
  app:key "a"
  app:type(path:sub(1, 6))
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "Add a feed"
  app:type(path:sub(7))
  app:key "enter"
  app:waitFor "Garden news"
end)

test.case("what is not a feed is named, and a later refresh repairs it", function(t)
  local feeds = { file "<html></html>", file "<rss>\n<channel>\n</rss>", "/nowhere.xml" }
  local app = launch(t, feeds)
  app:waitFor(function() return select(2, app:screen():gsub("✗", "")) == 3 end)
  for row, message in ipairs { "neither RSS nor Atom, but <html>", "line 3: expected </channel>", "No such file" } do
    app:select("feeds", row)
    t:expect(app:screen()):contains(message)
  end
  write(feeds[1], garden)
  app:select("feeds", 1)
  app:key "r"
  app:waitFor "Garden news"
  t:expect(app:screen()):never():contains "neither RSS"
  t:expect(articles(app)):equals "*Oaks grow old,*Roses & thorns"
end)

test.case("a refresh adds new articles, and keeps read marks and those that are not listed any more", function(t)
  local path = file(rss("Trees", "Oak", "Ash"))
  local app = launch(t, { path })
  app:waitFor "Trees"
  app:tap "Trees"
  app:key "M"
  write(path, rss("Trees", "Elm", "Oak"))
  app:key "r"
  app:waitFor "1 unread"
  t:expect(articles(app)):equals "*Elm,Oak,Ash"
end)

test.case("the next unread article is shown, and one can be kept unread", function(t)
  local app = launch(t, { file(rss("Trees", "Oak", "Ash", "Elm")) })
  app:waitFor "Trees"
  app:tap "Trees"
  app:key "down"
  app:key "enter"
  t:expect(app:screen()):contains "About Ash."
  app:key "n"
  t:expect(app:screen()):contains "About Elm."
  app:key "n"
  t:expect(app:screen()):contains "About Oak."
  app:key "m"
  t:expect(articles(app)):equals "*Oak,Ash,Elm"
  app:key "n"
  app:key "n"
  t:expect(app:screen()):contains "no unread articles"
end)

test.case("a feed is removed after a confirmation, which is restored", function(t)
  local app = launch(t, { file(garden), file(stars) })
  app:waitFor "Stars"
  app:select("feeds", 2)
  app:key "b"
  app:key "x"
  app:kill()
  app:relaunch()
  t:expect(app:screen()):contains "Remove “Stars”?"
  app:tap "Remove"
  t:expect(app:screen()):never():contains "Stars"
  t:expect(app:screen()):contains "Choose a feed"
  t:expect(app:screen()):contains "Garden news"
end)

test.case("dates, encodings and HTML as they occur in feeds", function(t)
  local app = launch(t)
  local function evaluate(source, ...) return app:eval("local parser = require 'feeds.parser' " .. source, ...) end
  local function date(text)
    return evaluate("return parser.parse(...).articles[1].date",
      "<rss><channel><item><pubDate>" .. text .. "</pubDate></item></channel></rss>")
  end
  t:expect(date "Thu, 01 Jan 1970 00:00:00 GMT"):equals(0)
  t:expect(date "29 Feb 2024 12:00 +0530"):equals(1709188200)
  t:expect(date "2024-02-29T06:30:00.5Z"):equals(1709188200)
  t:expect(date "yesterday"):equals(0)
  t:expect(evaluate("return parser.parse(...).title", "<rss><channel><title>Caf\xe9</title></channel></rss>")):equals "Café"
  for html, expected in pairs {
    ["a <b>b </b>c"] = "a **b** c", ["1. x*y &mdash; z"] = "1\\. x\\*y &mdash; z", ["<p>a<p>b"] = "\n\na\n\nb\n\n",
    ["<code>a*b</code>"] = "`` a*b ``", ["<script>x</script>y"] = "y", ["a<!-- <b> -->b"] = "ab", ["</i>a < b"] = "a \\< b",
    ["<a href='x'><img alt='y'></a>"] = "[*y*](<x>)",
  } do
    t:expect(evaluate("return parser.markdown(...)", html)):equals(expected)
  end
end)

---------------------------------------------------------------------------------------------------------------------
-- A server that counts requests in its answers, and knows which one a client has. Those named slow never end.

local server = [[
import http.server, os, socketserver, sys, time

count = 0
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        global count
        name = self.path.strip("/")
        count += 1
        if name == "broken": self.send_response(500); self.end_headers(); return
        if self.headers.get("If-None-Match"): self.send_response(304); self.end_headers(); return
        text = "<rss><channel><title>%s of the server</title><item><title>Request %d</title></item></channel></rss>" % (name, count)
        self.send_response(200); self.send_header("ETag", '"same"'); self.send_header("Content-Length", str(2 * len(text)))
        if name != "slow": self.headers_done = True; text = text.ljust(2 * len(text))
        self.end_headers()
        self.wfile.write(text.encode()); self.wfile.flush()
        if name == "slow": time.sleep(60)
    def log_message(self, *rest): pass

class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

server = Server(("127.0.0.1", 0), Handler)
with open(sys.argv[1] + ".new", "w") as file: file.write("%d %d" % (server.server_address[1], os.getpid()))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
]]

-- Runs a function with the address of the server.
local function withServer(body)
  local base = os.tmpname()
  write(base .. ".py", server)
  os.execute(("python3 %s.py %s.port >/dev/null 2>&1 &"):format(base, base))
  local port, pid
  for _ = 1, 200 do
    local handle = io.open(base .. ".port")
    if handle then
      port, pid = handle:read("a"):match "^(%d+) (%d+)$"
      handle:close()
      break
    end
    os.execute "sleep 0.05"
  end
  local isDone, message = pcall(body, "http://127.0.0.1:" .. assert(port, "the server did not start") .. "/")
  os.execute(("kill %s; rm -f %s %s.*"):format(pid, base, base))
  if not isDone then error(message, 0) end
end

test.case("feeds are fetched, and not parsed again if the server says that they are the same", function(t)
  withServer(function(address)
    local app = launch(t, { address .. "one", address .. "broken" })
    app:waitFor "one of the server"
    app:waitFor "✗"
    app:select("feeds", 1)
    t:expect(articles(app)):equals "*Request 1"
    app:key "r"
    app:waitFor(function() return app:eval "return app.feeds.refreshing == nil" end)
    t:expect(articles(app)):equals "*Request 1"
    t:expect(app:eval "return app.articles.feed.error"):isNil()
    app:select("feeds", 2)
    t:expect(app:screen()):contains "the server answered 500"
  end)
end)

test.case("a refresh shows its progress, can be cancelled, and continues after a kill", function(t)
  withServer(function(address)
    local app = launch(t, { address .. "slow", file(garden) })
    app:waitFor(function() return app:eval "return app.feeds.progress.progress == 0.25" end)
    t:expect(app:eval "return app.feeds.progress.isHidden"):isFalse()
    app:kill()
    app:relaunch()
    app:waitFor(function() return app:eval "return app.feeds.progress.progress == 0.25" end)
    app:key "c"
    t:expect(app:screen()):contains "the refresh was cancelled"
    t:expect(app:eval "return app.feeds.progress.isHidden"):isTrue()
    t:expect(app:eval "return app.feeds.refreshing == nil"):isTrue()
    t:expect(app:screen()):never():contains "Garden news"
  end)
end)

test.case("feeds, articles and an article in a narrow terminal", function(t)
  local app = launch(t, { file(garden) }, { 40, 12 })
  app:waitFor "Garden news"
  app:tap "Garden news"
  t:expect(app):matchesSnapshot "narrow articles"
  app:key "enter"
  t:expect(app):matchesSnapshot "narrow article"
  app:key "escape"
  app:key "escape"
  t:expect(app:screen()):contains "Feeds"
end)

test.everywhere("the feed, the article, the filter and the read marks are never lost", "feeds.lua", {
  size = { 90, 16 }, events = { "kill", "background", "relaunch", "resize" },
  options = { feeds = { test.folder .. "/feeds/example.xml" } },
}, function(app)
  app:waitFor "Example"
  app:tap "Example feed"
  app:key "down"
  app:key "m"
  app:key "enter"
  app:key "pagedown"
  app:key "escape"
  app:tap "Unread"
  app:tap "filter"
  app:type "th"
  app:key "enter"
  app:key "b"
  app:key "x"
  app:tap "Cancel"
  app:key "a"
  app:type "ht"
end)
