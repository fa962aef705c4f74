-- The feeds with their articles and read marks, in files. Used by feeds.lua.

local ui = require "luahost"
local parser = require "feeds.parser"

local articleLimit = 300 -- kept of each feed

-- Writes a file atomically: after a kill it is the old or the new one.
local function write(path, value)
  local file = assert(io.open(path .. ".new", "wb"))
  assert(file:write(ui.json.encode(value), "\n"))
  assert(file:close())
  assert(os.rename(path .. ".new", path))
end

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return ui.json.decode(text)
end

local Feed = {}
Feed.__index = Feed

local store = {}

function store:open(folder)
  self.folder = folder
  local saved = read(folder .. "/feeds.json") or { feeds = {}, last = 0, known = {} }
  self.feeds, self.last, self.known = saved.feeds, saved.last, saved.known
  for _, feed in ipairs(self.feeds) do setmetatable(feed, Feed) end
end

function store:save()
  local list = ui.json.array {}
  for index, feed in ipairs(self.feeds) do
    list[index] = {
      id = feed.id, address = feed.address, title = feed.title, read = feed.read, unread = feed.unread,
      error = feed.error, etag = feed.etag,
    }
  end
  write(self.folder .. "/feeds.json", { feeds = list, last = self.last, known = self.known })
end

-- Returns a feed with its place; nil if there is none with this number.
function store:feed(id)
  for place, feed in ipairs(self.feeds) do
    if feed.id == id then return feed, place end
  end
end

-- Returns an address, with a path relative to the current folder made absolute.
local function absolute(address)
  if address:find "^%a+://" or address:find "^/" then return address end
  return (os.getenv "PWD" or ".") .. "/" .. address
end

-- Whether the feed has been added before; it may have been removed since.
function store:isKnown(address) return self.known[absolute(address)] == true end

-- Adds a feed by its address or the path of a file, unless there is one, and returns it.
function store:add(address)
  address = absolute(address)
  for _, feed in ipairs(self.feeds) do
    if feed.address == address then return feed end
  end
  self.last, self.known[address] = self.last + 1, true
  local feed = setmetatable({ id = self.last, address = address, title = address, read = {}, unread = 0 }, Feed)
  table.insert(self.feeds, feed)
  self:save()
  return feed
end

function store:remove(feed)
  local _, place = self:feed(feed.id)
  table.remove(self.feeds, place)
  self:save()
  os.remove(feed:path())
end

function Feed:path() return ("%s/%d.json"):format(store.folder, self.id) end

-- Returns the articles, latest first. They are read when they are needed.
function Feed:articles()
  if not self.list then self.list = read(self:path()) or {} end
  return self.list
end

function Feed:article(id)
  for place, article in ipairs(self:articles()) do
    if article.id == id then return article, place end
  end
end

function Feed:mark(id, isRead)
  self.read[id] = isRead or nil
  self:count()
  store:save()
end

function Feed:count()
  self.unread = 0
  for _, article in ipairs(self:articles()) do
    if not self.read[article.id] then self.unread = self.unread + 1 end
  end
end

-- Takes over the articles of a response. Those that the feed does not list any more are kept, up to the limit.
function Feed:merge(content)
  local articles, places, read = {}, {}, {}
  for _, list in ipairs { content.articles, self:articles() } do
    for _, article in ipairs(list) do
      if not places[article.id] then
        articles[#articles + 1] = article
        places[article.id] = #articles
      end
    end
  end
  table.sort(articles, function(a, b)
    if a.date ~= b.date then return a.date > b.date end
    return places[a.id] < places[b.id]
  end)
  for place = #articles, articleLimit + 1, -1 do articles[place] = nil end
  for _, article in ipairs(articles) do read[article.id] = self.read[article.id] end
  self.list, self.read = articles, read
  if content.title ~= "" then self.title = content.title end
  self:count()
  write(self:path(), ui.json.array(articles))
end

-- Returns the text of a feed from a server or a file; nil if it has not changed.
function Feed:load(onProgress)
  if not self.address:find "^https?://" then
    local file, message = io.open((self.address:gsub("^file://", "")), "rb")
    if not file then error(message, 0) end
    local text = file:read "a"
    file:close()
    return text
  end
  local response = ui.fetch(self.address, { headers = { ["If-None-Match"] = self.etag }, timeout = 30, onProgress = onProgress })
  if response.status == 304 then return nil end
  if response.status ~= 200 then error("the server answered " .. response.status, 0) end
  self.etag = response.headers.etag
  return response.body
end

-- Parses a text, in a task. A long one is parsed beside the app.
local function parse(text)
  if #text < 50000 then return parser.parse(text) end
  return ui.Worker(function(text) return require("feeds.parser").parse(text) end, text):wait()
end

-- Refreshes the feed, in a task.
function Feed:refresh(onProgress)
  local isRefreshed, message = pcall(function()
    local text = self:load(onProgress)
    if text then self:merge(parse(text)) end
  end)
  self.error = not isRefreshed and tostring(message):match "^[^\n]*" or nil
  store:save()
end

return store
