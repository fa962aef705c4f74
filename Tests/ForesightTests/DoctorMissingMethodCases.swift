extension DoctorCase {
  /// Apps in which a class, an object or the application encodes or decodes, and has no method for the opposite.
  static let missingMethods: [DoctorCase] = [
    .note(
      "a class with several keys and no decode method",
      class: """
        function Note:encodeRestorableState(coder) --! not-decoded
          coder:encode('a', 1)
          coder:encode('b', 2)
        end
        """),
    .note(
      "a class with several keys and no encode method",
      class: """
        function Note:decodeRestorableState(coder) --! not-encoded
          self.a = coder:decode 'a'
          self.b = coder:decode 'b'
        end
        """),
    .note(
      "a class whose restoration method decodes on a condition that did not hold",
      class: "function Note:encodeRestorableState(coder) coder:encode('a', 1) end",
      make: "local note = Note() if note.wantsMore then note.a = coder:decode 'a' end return note"),
    .note(
      "a class whose restoration method decodes one of its further arguments on a condition that did not hold",
      class: """
        function Note:encodeRestorableState(coder) coder:encode('a', 1) end
        function Note:viewControllerWithRestorationIdentifierPath(...)
          local path, coder = ...
          local note = Note()
          if note.wantsMore then note.a = coder:decode 'a' end
          return note
        end
        """, make: ""),
    .note(
      "an object with its own encode method, which encodes on a condition that did not hold",
      class: """
        function Note:init()
          self.encodeRestorableState = function(self, coder) if self.a then coder:encode('a', self.a) end end
        end
        function Note:decodeRestorableState(coder) self.a = coder:decode 'a' end
        """),
    .note(
      "an object with its own encode method, which encodes nothing in its initial state",
      class: """
        function Note:init()
          self.encodeRestorableState = function(self, coder)
            for key, value in pairs(self.values or {}) do coder:encode(key, value) end
          end
        end
        function Note:decodeRestorableState(coder)
          for _, key in ipairs(coder:keys()) do self[key] = coder:decode(key) end
        end
        """),
    .note(
      "an object with its own encode method, which never encodes a key of its class",
      class: """
        function Note:init()
          self.encodeRestorableState = function(self, coder) if self.b then coder:encode('b', self.b) end end
        end
        function Note:decodeRestorableState(coder)
          self.b = coder:decode 'b'
          self.a = coder:decode 'a' --! not-encoded
        end
        """),
    .note(
      "an object with methods of its own, which a method of another class has given to it",
      class: """
        local Pad = ui.View:subclass "Pad"
        function Note:loadView()
          local pad = Pad { restorationIdentifier = 'pad' }
          function pad:encodeRestorableState(coder)
            coder:encode('a', 1)
            if self.b then coder:encode('b', self.b) end
          end
          function pad:decodeRestorableState(coder)
            self.b = coder:decode 'b'
            if self.b then self.a = coder:decode 'a' end
          end
          self.view = ui.VStack { pad }
        end
        """),
    .note(
      "a class that decodes all of its keys, and encodes none in its initial state",
      class: """
        function Note:encodeRestorableState(coder) for key, value in pairs(self.values or {}) do coder:encode(key, value) end end
        function Note:decodeRestorableState(coder)
          for _, key in ipairs(coder:keys()) do self[key] = coder:decode(key) end
        end
        """),
    .note(
      "a view with several keys and no decode method",
      class: """
        local Pad = ui.View:subclass "Pad"
        function Pad:encodeRestorableState(coder) --! not-decoded
          coder:encode("x", 1)
          coder:encode("y", 2)
        end
        function Note:loadView() self.view = ui.VStack { Pad { restorationIdentifier = "pad" } } end
        """),
    .note(
      "a class whose closures encode and decode a key, and no decode method",
      class: """
        function Note:init()
          self.count = 0
          self.state = {
            save = function(coder) coder:encode('count', self.count) end, --! not-decoded
            load = function(coder) self.count = coder:decodeInteger 'count' or 0 end,
          }
        end
        function Note:encodeRestorableState(coder) self.state.save(coder) end
        """),
    .note(
      "a class whose closures encode and decode two keys, and no encode method",
      class: """
        function Note:init()
          self.state = {
            save = function(coder) coder:encode('a', self.a) coder:encode('b', self.b) end,
            load = function(coder) self.a, self.b = coder:decode 'a', coder:decode 'b' end,
          }
        end
        function Note:decodeRestorableState(coder) --! not-encoded
          self.state.load(coder)
        end
        """),
    .note(
      "a class that decodes all keys of its coder, and no encode method",
      class: """
        function Note:decodeRestorableState(coder) --! not-encoded
          for _, key in ipairs(coder:keys()) do self[key] = coder:decode(key) end
        end
        """),
    .note(
      "a subclass without keys of a class that decodes all keys of its coder",
      class: """
        local Base = Note
        function Base:decodeRestorableState(coder)
          for _, key in ipairs(coder:keys()) do self[key] = coder:decode(key) end
        end
        local Other = Base:subclass "Other"
        function Other:encodeRestorableState(coder) coder:encode('a', self.a) end
        local Sub = Base:subclass "Sub"
        """, make: "return Sub()", root: "Sub { restorationIdentifier = 'note', restorationClass = Note }"),
    .note(
      "a subclass with several keys and no decode method, and a superclass with both",
      class: """
        local Base = Note
        function Base:encodeRestorableState(coder) coder:encode('a', 1) end
        function Base:decodeRestorableState(coder) self.a = coder:decode 'a' end
        local Sub = Base:subclass "Sub"
        function Sub:encodeRestorableState(coder) --! not-decoded
          Sub.super.encodeRestorableState(self, coder)
          coder:encode('b', 1)
          coder:encode('c', 2)
        end
        """, make: "return Sub()", root: "Sub { restorationIdentifier = 'note', restorationClass = Note }"),
    .note(
      "a superclass whose keys a subclass decodes, except for two",
      class: """
        local Base = Note
        function Base:encodeRestorableState(coder)
          coder:encode('a', 1)
          coder:encode('b', 1) --! not-decoded
          coder:encode('c', 2) --! not-decoded
        end
        local Sub = Base:subclass "Sub"
        function Sub:decodeRestorableState(coder) self.a = coder:decode 'a' end
        """, make: "return Sub()", root: "Sub { restorationIdentifier = 'note', restorationClass = Note }"),
    .note(
      "a class that decodes one of three keys",
      class: """
        function Note:encodeRestorableState(coder)
          coder:encode('a', 1)
          coder:encode('b', 2) --! not-decoded
          coder:encode('c', 3) --! not-decoded
        end
        function Note:decodeRestorableState(coder) self.a = coder:decode 'a' end
        """),
    tabs(
      "classes of one function with keys of a list and no decode method",
      """
      local function keeps(class, keys)
        function class:encodeRestorableState(coder) --! not-decoded
          for _, key in ipairs(keys) do coder:encode(key, 1) end
        end
      end
      local A, B = ui.ViewController:subclass "A", ui.ViewController:subclass "B"
      keeps(A, { 'a', 'b' })
      keeps(B, { 'c', 'd' })
      """),
    .note(
      "a registered object with several keys and no decode method",
      class: """
        local Draft = {}
        Draft.__index = Draft
        function Draft:encodeRestorableState(coder) --! not-decoded
          coder:encode('name', 'a')
          coder:encode('count', 2)
        end
        local draft = setmetatable({}, Draft)
        """
    ).building("self:registerObjectForStateRestoration(draft, 'draft')"),
    .note(
      "an application with several keys that it never decodes",
      options: """
        function app:shouldSaveApplicationState(coder) --! not-decoded
          coder:encode('a', 1)
          coder:encode('b', 2)
          return true
        end
        function app:shouldRestoreApplicationState() return true end
        """),
  ]
}
