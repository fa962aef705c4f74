-- A reader of RSS and Atom feeds.
--
--   luahost feeds.lua -- [FEED ...]
--
-- A FEED is an address or a file. The list of feeds with the read marks is in the app's own files, in `feeds.json`, and the
-- articles of feed N are in `N.json`. The archive has only the open feed and article, the position, the filter, and which
-- feeds a refresh has not reached yet.

local ui = require "luahost"
local parser = require "feeds.parser"
local store = require "feeds.store"

---------------------------------------------------------------------------------------------------------------------
-- An article in a pager.

---@class feeds.Article : luahost.ViewController
---@field feed table
---@field article table
local Article = ui.ViewController:subclass "ArticleViewController"

function Article:loadView()
  local article = self.article
  local function open(_, address) self:open(address) end
  local byline = article.date > 0 and os.date("%Y-%m-%d %H:%M", article.date) or ""
  if article.author ~= "" then byline = byline .. (byline ~= "" and "  " or "") .. article.author end
  self.text = ui.TextView {
    restorationIdentifier = "text", isEditable = false, followsEnd = false, padding = { left = 1, right = 1 },
    text = ui.AttributedString {
      { article.title, style = "header" }, "\n", { byline, style = "secondary" }, "\n",
      article.link ~= "" and { { article.link, style = "link", url = article.link, action = open }, "\n" } or "", "\n",
      ui.markdown(parser.markdown(article.html), { onLink = open }),
    },
  }
  self.view = self.text
end

function Article:viewDidLoad()
  self.title = self.article.title
  self.keyCommands = {
    { title = "Next unread article", hint = "next", input = "n", action = "next" },
    { title = "Open in the browser", hint = "open", input = "o", action = function(self) self:open(self.article.link) end },
    { title = "Keep unread", hint = "unread", input = "m", action = "keepUnread" },
    { title = "Copy the address", input = "y", action = "copy" },
  }
end

function Article:open(address)
  local isOpen, message = pcall(app.open, app, address)
  if not isOpen then app:notify(tostring(message):match "^[^\n]*", { style = "error" }) end
end

function Article:next() app.articles:showNextUnread(self.article) end

function Article:keepUnread()
  self.feed:mark(self.article.id, false)
  app:reload()
  self.navigationController:pop()
end

function Article:copy()
  app.pasteboard.string = self.article.link
  app:notify("copied " .. self.article.link)
end

function Article:encodeRestorableState(coder)
  Article.super.encodeRestorableState(self, coder)
  coder:encode("feed", self.feed.id)
  coder:encode("article", self.article.id)
end

-- An article that is gone has no screen to restore.
function Article:viewControllerWithRestorationIdentifierPath(path, coder)
  local feed = store:feed(coder:decodeInteger "feed")
  local article = feed and feed:article(coder:decodeString "article")
  return article and Article { feed = feed, article = article }
end

---------------------------------------------------------------------------------------------------------------------
-- The articles of a feed.

---@class feeds.Articles : luahost.ViewController, luahost.TableViewDataSource
---@field feed? table
local Articles = ui.ViewController:subclass "ArticlesViewController"

function Articles:loadView()
  self.filter = ui.SearchBar {
    restorationIdentifier = "filter", placeholder = "Filter", onChange = function() self:reload() end,
    onSubmit = function() self.table:becomeFirstResponder() end,
  }
  self.choice = ui.SegmentedControl {
    restorationIdentifier = "choice", segments = { "All", "Unread" }, selectedSegmentIndex = 1, width = 16,
    onChange = function() self:reload() end,
  }
  self.problem = ui.Label { style = "error", isHidden = true }
  self.table = ui.TableView {
    restorationIdentifier = "articles", dataSource = self, delegate = self,
    columns = {
      { identifier = "mark", title = "", width = 1 }, { title = "Title", width = "fill", minWidth = 16 },
      { title = "Date", width = 10 },
    },
  }
  self.view = ui.VStack { ui.HStack { spacing = 1, self.filter, self.choice }, self.problem, self.table }
end

function Articles:viewDidLoad()
  self.keyCommands = {
    { title = "Read or unread", hint = "read/unread", input = "m", action = "toggle" },
    { title = "Mark all as read", hint = "all read", input = "M", action = "markAll" },
    { title = "Next unread article", hint = "next", input = "n", action = function(self) self:showNextUnread(nil) end },
    { title = "Back to the feeds", hint = "feeds", input = "b", action = function() app.feeds:focus() end },
    { title = "Filter", input = "f", action = function(self) self.filter:becomeFirstResponder() end },
  }
  self:show(nil)
end

function Articles:show(feed)
  self.feed = feed
  self:reload()
end

function Articles:reload()
  local feed, text, isUnread = self.feed, self.filter.text:lower(), self.choice.selectedSegmentIndex == 2
  self.shown = {}
  for _, article in ipairs(feed and feed:articles() or {}) do
    if not (isUnread and feed.read[article.id]) and (article.title .. "\n" .. article.author):lower():find(text, 1, true) then
      table.insert(self.shown, article)
    end
  end
  self.title = feed and feed.title or "No feed"
  self.navigationItem.subtitle = feed and feed.unread .. " unread" or ""
  self.problem.text, self.problem.isHidden = feed and feed.error or "", not (feed and feed.error)
  self.table.emptyText = feed and "No articles" or "Choose a feed"
  self.table:reloadData()
end

function Articles:numberOfRowsInSection() return #self.shown end

function Articles:cellForRow(_, _, row)
  local article = self.shown[row]
  local style = self.feed.read[article.id] and "secondary" or ui.Style { bold = true }
  return {
    self.feed.read[article.id] and "" or ui.AttributedString { { "•", style = "accent" } },
    ui.AttributedString { { article.title, style = style } },
    article.date > 0 and os.date("%Y-%m-%d", article.date) or "",
  }
end

function Articles:modelIdentifierForElement(_, _, row) return self.shown[row].id end

function Articles:indexPathForElement(_, id)
  for row, article in ipairs(self.shown) do
    if article.id == id then return 1, row end
  end
end

function Articles:didSelectRow(view, _, row)
  view:deselectRow()
  self:showArticle(self.shown[row])
end

-- Shows an article, in place of another that is open.
function Articles:showArticle(article)
  self.feed:mark(article.id, true)
  app:reload()
  local screen = Article { restorationIdentifier = "article", restorationClass = Article, feed = self.feed, article = article }
  self.navigationController.viewControllers = { self, screen }
end

-- Shows the next unread article after another one, or after the focused one.
function Articles:showNextUnread(article)
  local articles = self.feed and self.feed:articles() or {}
  local place = article and select(2, self.feed:article(article.id)) or 0
  for step = 1, #articles do
    local next = articles[(place + step - 1) % #articles + 1]
    if not self.feed.read[next.id] then return self:showArticle(next) end
  end
  app:notify "no unread articles"
end

function Articles:toggle()
  local path = self.table.focusedIndexPath
  local article = path and self.shown[path.row]
  if not article then return end
  self.feed:mark(article.id, not self.feed.read[article.id])
  app:reload()
end

function Articles:markAll()
  if not self.feed then return end
  for _, article in ipairs(self.feed:articles()) do self.feed.read[article.id] = true end
  self.feed:count()
  store:save()
  app:reload()
end

function Articles:encodeRestorableState(coder)
  Articles.super.encodeRestorableState(self, coder)
  coder:encode("feed", self.feed and self.feed.id)
end

function Articles:decodeRestorableState(coder)
  Articles.super.decodeRestorableState(self, coder)
  self.feed = store:feed(coder:decodeInteger "feed")
end

-- Filter and choice have their values now.
function Articles:applicationFinishedRestoringState() self:reload() end

---------------------------------------------------------------------------------------------------------------------
-- The feeds, and their refresh.

---@class feeds.Feeds : luahost.ViewController, luahost.TableViewDataSource
---@field pending integer[] the feeds that are still to be refreshed
local Feeds = ui.ViewController:subclass "FeedsViewController"

function Feeds:init()
  self.title, self.pending, self.done = "Feeds", {}, 0
end

function Feeds:loadView()
  self.table = ui.TableView {
    restorationIdentifier = "feeds", dataSource = self, delegate = self,
    emptyText = "No feeds yet", placeholderCommand = "Add a feed",
  }
  self.progress = ui.ProgressView { isHidden = true }
  self.view = ui.VStack { self.table, self.progress }
end

function Feeds:viewDidLoad()
  self.keyCommands = {
    { title = "Add a feed", hint = "add", input = "a", action = "add" },
    { title = "Refresh all feeds", hint = "refresh", input = "r", action = "refreshAll" },
    { title = "Cancel the refresh", hint = "cancel", input = "c", action = "cancel" },
    { title = "Remove the feed", hint = "remove", input = "x", action = "remove" },
  }
end

function Feeds:focus()
  app.split:show "primary"
  self.table:becomeFirstResponder()
end

function Feeds:numberOfRowsInSection() return #store.feeds end

function Feeds:cellForRow(_, _, row)
  local feed = store.feeds[row]
  return {
    text = feed.title, detail = feed.error and ui.AttributedString { { "✗", style = "error" } } or nil,
    accessory = feed.unread > 0 and tostring(feed.unread) or nil,
  }
end

function Feeds:modelIdentifierForElement(_, _, row) return store.feeds[row].id end

function Feeds:indexPathForElement(_, id)
  local _, place = store:feed(id)
  if place then return 1, place end
end

function Feeds:didSelectRow(_, _, row)
  app.articles.navigationController:popToRoot()
  app.articles:show(store.feeds[row])
  app.split:show "secondary"
  app.articles.table:becomeFirstResponder()
end

-- The alert is restored with its text, as it has an identifier and no handlers.
function Feeds:add()
  local alert = ui.AlertController { restorationIdentifier = "add", title = "Add a feed", message = "Its address, or a file:" }
  alert:addTextField(ui.TextField { placeholder = "https://..." })
  alert:addAction { title = "Add" }
  alert:addAction { title = "Cancel", style = "cancel" }
  self:present(alert, { onResult = "addAnswered" })
end

function Feeds:addAnswered(answer)
  local address = answer.texts[1]:match "^%s*(.-)%s*$"
  if answer.action == 1 and address ~= "" then self:refresh { store:add(address).id } end
end

function Feeds:remove()
  local path = self.table.focusedIndexPath
  local feed = path and store.feeds[path.row]
  if not feed then return end
  self.removing = feed.id
  local alert = ui.AlertController { restorationIdentifier = "remove", title = ("Remove “%s”?"):format(feed.title) }
  alert:addAction { title = "Remove", style = "destructive" }
  alert:addAction { title = "Cancel", style = "cancel" }
  self:present(alert, { onResult = "removeAnswered" })
end

function Feeds:removeAnswered(answer)
  local feed = store:feed(self.removing)
  self.removing = nil
  if answer.action ~= 1 or not feed then return end
  store:remove(feed)
  if app.articles.feed == feed then
    app.articles.navigationController:popToRoot()
    app.articles:show(nil)
  end
  app:reload()
end

function Feeds:refreshAll()
  local all = {}
  for place, feed in ipairs(store.feeds) do all[place] = feed.id end
  self:refresh(all)
end

-- Refreshes feeds one after the other, after those that are pending.
function Feeds:refresh(feeds)
  table.move(feeds, 1, #feeds, #self.pending + 1, self.pending)
  app:reload()
  if self.refreshing or not self.pending[1] then return end
  self.progress.isHidden, self.progress.progress, self.done = false, 0, 0
  self.refreshing = self:task(self.refreshPending)
end

function Feeds:refreshPending()
  while self.pending[1] do
    local feed = store:feed(self.pending[1])
    local function show(part) self.progress.progress = (self.done + part) / (self.done + #self.pending) end
    if feed then
      feed:refresh(function(received, total) show(total and total > 0 and received / total or 0) end)
    end
    table.remove(self.pending, 1)
    self.done = self.done + 1
    show(0)
    app:reload()
  end
  self:finish()
end

function Feeds:finish()
  self.refreshing, self.pending, self.done, self.progress.isHidden = nil, {}, 0, true
  self:invalidateRestorableState()
end

function Feeds:cancel()
  if not self.refreshing then return end
  self.refreshing:cancel()
  self:finish()
  app:notify "the refresh was cancelled"
end

function Feeds:encodeRestorableState(coder)
  Feeds.super.encodeRestorableState(self, coder)
  coder:encode("pending", self.pending)
  coder:encode("removing", self.removing)
end

function Feeds:decodeRestorableState(coder)
  Feeds.super.decodeRestorableState(self, coder)
  self.removing = coder:decodeInteger "removing"
  self:refresh(coder:decodeTable "pending" or {})
end

---------------------------------------------------------------------------------------------------------------------

---@class feeds.App : luahost.Application
app = ui.Application { identifier = "org.luahost.feeds", version = "1.0" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching(options)
  store:open(self.filesDirectory)
  self.feeds = Feeds { restorationIdentifier = "feedList" }
  self.articles = Articles { restorationIdentifier = "articleList" }
  -- A refresh changes both screens, also the one for which there is no room.
  self.feeds:loadViewIfNeeded()
  self.articles:loadViewIfNeeded()
  self.split = ui.SplitViewController {
    restorationIdentifier = "split",
    viewControllers = {
      ui.NavigationController { restorationIdentifier = "left", viewControllers = { self.feeds } },
      ui.NavigationController { restorationIdentifier = "right", viewControllers = { self.articles } },
    },
  }
  self.window = ui.Window { rootViewController = self.split }
end

function app:didFinishLaunching(options)
  local new = {}
  for _, address in ipairs(options and options.feeds or arg or {}) do
    if not store:isKnown(address) then new[#new + 1] = store:add(address).id end
  end
  self.feeds:refresh(new)
  self.window:makeKeyAndVisible()
end

-- Shows changed feeds and read marks.
function app:reload()
  self.feeds.table:reloadData()
  self.articles:reload()
end

return app
