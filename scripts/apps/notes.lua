-- Notes in an outline, each a Markdown file of its own, with a preview.
--
-- The notes are in the app's files: `outline.lua` has their titles, structure and undo history, `N.md` the text of note N.
-- The archive has only fragments: the open note, the expanded branches, and unsaved text.

local ui = require "luahost"

---------------------------------------------------------------------------------------------------------------------
-- The model: a tree of notes with an undo history.

local Store = {}
Store.__index = Store

-- Writes a file atomically: after a kill it is the old or the new one.
local function write(path, text)
  local file = assert(io.open(path .. ".new", "wb"))
  assert(file:write(text))
  assert(file:close())
  assert(os.rename(path .. ".new", path))
end

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read "a"
  file:close()
  return text
end

function Store.open(folder)
  local outline = read(folder .. "/outline.lua")
  local saved = outline and assert(load(outline, "outline", "t", {}))() or {}
  local store = setmetatable({ folder = folder, last = saved.last or 0, all = {}, notes = {} }, Store)
  store.undos, store.redos = saved.undos or {}, saved.redos or {}
  store.root = { number = 0, children = {} }
  store.all[0] = store.root
  local function take(list, parent)
    for _, fields in ipairs(list or {}) do
      local note = { number = fields.number, title = fields.title, parent = parent, children = {} }
      store.all[note.number] = note
      if parent then table.insert(parent.children, note) end
      take(fields.children, note)
    end
  end
  take(saved.children, store.root)
  take(saved.removed)
  store:know(store.root, true)
  return store
end

-- Notes with all notes below it whether it is in the tree.
function Store:know(note, isThere)
  self.notes[note.number] = isThere and note or nil
  for _, child in ipairs(note.children) do self:know(child, isThere) end
end

function Store:saveOutline()
  local lines = { ("return { last = %d, children = {"):format(self.last) }
  local function add(note)
    lines[#lines + 1] = ("{ number = %d, title = %q, children = {"):format(note.number, note.title)
    for _, child in ipairs(note.children) do add(child) end
    lines[#lines + 1] = "} },"
  end
  for _, note in ipairs(self.root.children) do add(note) end
  -- Removed notes are kept as long as a change can bring them back.
  lines[#lines + 1] = "}, removed = {"
  local seen = {}
  for _, changes in ipairs { self.undos, self.redos } do
    for _, change in ipairs(changes) do
      local note = self.all[change.note]
      if not note.parent and not seen[note] then add(note) end
      seen[note] = true
    end
  end
  for _, name in ipairs { "undos", "redos" } do
    lines[#lines + 1] = ("}, %s = {"):format(name)
    for _, change in ipairs(self[name]) do
      local fields = {}
      for key, field in pairs(change) do fields[#fields + 1] = ("%s = %q"):format(key, field) end
      table.sort(fields)
      lines[#lines + 1] = ("{ %s },"):format(table.concat(fields, ", "))
    end
  end
  lines[#lines + 1] = "} }\n"
  write(self.folder .. "/outline.lua", table.concat(lines, "\n"))
end

function Store:path(note) return ("%s/%d.md"):format(self.folder, note.number) end
function Store:text(note) return read(self:path(note)) or "" end
function Store:setText(note, text) write(self:path(note), text) end

local function place(note)
  for index, sibling in ipairs(note.parent.children) do
    if sibling == note then return index end
  end
end

-- Performs a change of a note: renames it, or moves it with its subtree below a parent, at an index; without a parent it
-- is removed. Returns the inverse change. Changes are plain data, as they are saved with the notes.
function Store:perform(change)
  local note = self.all[change.note]
  local inverse = { title = change.title, note = change.note }
  if change.name then
    inverse.name, note.title = note.title, change.name
    return inverse
  end
  if note.parent then
    inverse.parent, inverse.index = note.parent.number, place(note)
    table.remove(note.parent.children, place(note))
  end
  note.parent = change.parent and self.all[change.parent]
  if note.parent then table.insert(note.parent.children, math.min(change.index, #note.parent.children + 1), note) end
  self:know(note, note.parent ~= nil)
  return inverse
end

-- Performs a change by the user, which can be undone.
function Store:change(title, note, fields)
  table.insert(self.undos, self:perform { title = title, note = note.number, name = fields.name,
    parent = fields.parent and fields.parent.number, index = fields.index })
  self.redos = {}
  self:saveOutline()
end

function Store:turnBack(from, to)
  local last = table.remove(from)
  if not last then return nil end
  table.insert(to, self:perform(last))
  self:saveOutline()
  return last.title, self.all[last.note]
end

function Store:undo() return self:turnBack(self.undos, self.redos) end
function Store:redo() return self:turnBack(self.redos, self.undos) end

function Store:add(title, parent, index)
  self.last = self.last + 1
  local note = { number = self.last, title = title, children = {} }
  self.all[note.number] = note
  self:change("Add", note, { parent = parent, index = index })
  return note
end

local store -- opened in willFinishLaunching

---------------------------------------------------------------------------------------------------------------------
-- The text of a note, for editing and preview.

---@class notes.Editor : luahost.ViewController
local Editor = ui.ViewController:subclass "EditorViewController"

function Editor:loadView()
  self.mode = ui.SegmentedControl {
    restorationIdentifier = "mode", segments = { "Write", "Preview" }, selectedSegmentIndex = 1,
    onChange = function() self:showMode() end,
  }
  self.text = ui.TextView {
    restorationIdentifier = "text", placeholder = "Write in Markdown",
    onChange = function() self:textDidChange() end,
  }
  self.preview = ui.TextView { restorationIdentifier = "preview", isEditable = false, followsEnd = false, isHidden = true }
  self.view = ui.VStack { self.mode, self.text, self.preview }
end

function Editor:viewDidLoad() self:open(nil) end

function Editor:open(note)
  self:save()
  self.note = note
  self.title = note and note.title or "No note"
  self.text.text = note and store:text(note) or ""
  self.text.isEnabled, self.mode.isEnabled = note ~= nil, note ~= nil
  self:showMode()
end

function Editor:showMode()
  local isPreview = self.mode.selectedSegmentIndex == 2
  self.text.isHidden, self.preview.isHidden = isPreview, not isPreview
  if isPreview then self.preview.text = ui.markdown(self.text.text) end
end

-- Typed text is in the archive at once, and a second later in its file.
function Editor:textDidChange()
  self.isUnsaved = true
  if self.saving then self.saving:cancel() end
  self.saving = ui.after(1, function() self:save() end)
end

function Editor:save()
  if self.saving then self.saving:cancel() end
  if self.isUnsaved and self.note then store:setText(self.note, self.text.text) end
  self.saving, self.isUnsaved = nil, false
end

function Editor:encodeRestorableState(coder)
  Editor.super.encodeRestorableState(self, coder)
  coder:encode("note", self.note and self.note.number)
  coder:encode("unsaved", self.isUnsaved and self.text.text or nil)
end

function Editor:decodeRestorableState(coder)
  Editor.super.decodeRestorableState(self, coder)
  local note = store.notes[coder:decodeInteger "note"]
  self:open(note)
  local unsaved = note and coder:decodeString "unsaved"
  if unsaved then
    self.text.text = unsaved
    self:textDidChange()
  end
end

function Editor:applicationFinishedRestoringState() self:showMode() end

---------------------------------------------------------------------------------------------------------------------

---@class notes.Outline : luahost.ViewController, luahost.OutlineViewDataSource
local Outline = ui.ViewController:subclass "OutlineViewController"

function Outline:loadView()
  self.outline = ui.OutlineView {
    restorationIdentifier = "outline", dataSource = self, delegate = self, placeholder = "No notes yet: press n",
  }
  self.view = self.outline
end

function Outline:viewDidLoad()
  self.title = "Notes"
  self.keyCommands = {
    { title = "New note", input = "n", action = function(self) self:add(false) end },
    { title = "New note in this one", input = "N", action = function(self) self:add(true) end },
    { title = "Rename", input = "r", action = "rename" },
    { title = "Delete", input = "d", action = "delete" },
    { title = "Move up", input = "alt+up", action = function(self) self:move(-1) end },
    { title = "Move down", input = "alt+down", action = function(self) self:move(1) end },
    { title = "Move in", input = "alt+right", action = "moveIn" },
    { title = "Move out", input = "alt+left", action = "moveOut" },
    { title = "Undo", input = "u", action = function(self) self:turn("undo", "undone") end },
    { title = "Redo", input = "U", action = function(self) self:turn("redo", "done again") end },
  }
end

function Outline:numberOfChildrenOfItem(_, note) return #(note or store.root).children end
function Outline:childOfItem(_, index, note) return (note or store.root).children[index] end
function Outline:isItemExpandable(_, note) return #note.children > 0 end
function Outline:cellForItem(_, note) return note.title end
function Outline:persistentObjectForItem(_, note) return note.number end
function Outline:itemForPersistentObject(_, number) return store.notes[number] end
function Outline:didSelectItem(_, note) app.editor:open(note) end

function Outline:focused() return self.outline.focusedItem end

-- Reloads the outline and focuses a note.
function Outline:show(note)
  self.outline:reloadData()
  if note and note.parent then
    self.outline.focusedItem = note
  end
  local open = app.editor.note
  if not open then return end
  if store.notes[open.number] == open then
    app.editor.title = open.title
  else
    app.editor:open(nil)
    self.outline:becomeFirstResponder()
  end
end

function Outline:ask(title, text, action)
  local alert = ui.AlertController { title = title }
  local field = ui.TextField { text = text }
  alert:addTextField(field)
  alert:addAction { title = "OK", handler = function() action(field.text) end }
  alert:addAction { title = "Cancel", style = "cancel" }
  self:present(alert)
end

function Outline:add(isInside)
  local focused = self:focused()
  self:ask("New note", "", function(title)
    if title == "" then return end
    local parent = isInside and focused or focused and focused.parent or store.root
    local index = (isInside or not focused) and #parent.children + 1 or place(focused) + 1
    local note = store:add(title, parent, index)
    self:show(note)
    if isInside and focused then self.outline:expandItem(focused) end
    self.outline.focusedItem, self.outline.selectedItem = note, note
    app.editor:open(note)
  end)
end

function Outline:rename()
  local note = self:focused()
  if not note then return end
  self:ask("Rename", note.title, function(title)
    if title ~= "" and title ~= note.title then store:change("Rename", note, { name = title }) end
    self:show(note)
  end)
end

function Outline:change(title, note, parent, index)
  store:change(title, note, { parent = parent, index = index })
  self:show(note)
end

function Outline:delete()
  local note = self:focused()
  if not note then return end
  self:change("Delete", note, nil)
  app:notify(("deleted “%s” (u to undo)"):format(note.title))
end

function Outline:move(step)
  local note = self:focused()
  local index = note and place(note) + step
  if note and note.parent.children[index] then self:change("Move", note, note.parent, index) end
end

function Outline:moveIn()
  local note = self:focused()
  local above = note and note.parent.children[place(note) - 1]
  if not above then return end
  self:change("Move", note, above, #above.children + 1)
  self.outline:expandItem(above)
  self.outline.focusedItem = note
end

function Outline:moveOut()
  local note = self:focused()
  if note and note.parent ~= store.root then self:change("Move", note, note.parent.parent, place(note.parent) + 1) end
end

function Outline:turn(method, word)
  local title, note = store[method](store)
  self:show(note or self:focused())
  app:notify(title and ("%s: %s"):format(title, word) or "nothing to " .. method)
end

---------------------------------------------------------------------------------------------------------------------

---@class notes.App : luahost.Application
app = ui.Application { identifier = "org.luahost.notes", version = "1.0" }

function app:shouldSaveApplicationState() return true end
function app:shouldRestoreApplicationState() return true end

function app:willFinishLaunching()
  store = Store.open(self.filesDirectory)
  self.store = store
  self.outline = Outline { restorationIdentifier = "outline" }
  self.editor = Editor { restorationIdentifier = "editor" }
  self.split = ui.SplitViewController {
    restorationIdentifier = "split",
    viewControllers = {
      ui.NavigationController { restorationIdentifier = "left", viewControllers = { self.outline } },
      ui.NavigationController { restorationIdentifier = "right", viewControllers = { self.editor } },
    },
  }
  self.window = ui.Window { rootViewController = self.split }
end

function app:didFinishLaunching() self.window:makeKeyAndVisible() end
function app:didEnterBackground() self.editor:save() end
function app:willTerminate() self.editor:save() end

return app
