extension DoctorCase {
  /// Apps whose helper functions encode and decode computed keys.
  static let helpers: [DoctorCase] = [
    helpers(
      "helpers with the same keys", encode: "put(coder, { count = 1, step = 2 })", decode: "take(coder, self, KEPT)"),
    helpers(
      "a helper that decodes a list without an encoded key", kept: "'count'",
      encode: "put(coder, { count = 1, step = 2 })", decode: "take(coder, self, KEPT)", mark: " --! not-decoded"),
    helpers(
      "a helper that encodes a key under another name",
      encode: "put(coder, { count = 1, steps = 2 })", decode: "take(coder, self, KEPT)", mark: " --! not-decoded"),
    helpers(
      "a helper that would decode, and that nothing calls", encode: "put(coder, { count = 1, step = 2 })",
      decode: "", mark: " --! not-decoded"),
    helpers(
      "a helper that encodes only keys with values", encode: "put(coder, { count = 1, step = self.step })",
      decode: "take(coder, self, KEPT)"),
    helpers(
      "a helper that encodes nil under a key that it does not decode then", kept: "'count'",
      encode: "put(coder, { count = 1 }) coder:encode('step', self.step)",
      decode: "take(coder, self, self.step and { 'step' } or KEPT)"),
    .note(
      "functions of a module, of which nothing calls the one that encodes",
      class: """
        local store = { bought = {} }
        function store.save(coder) coder:encode("bought", store.bought) end
        function store.load(coder)
          store.bought = coder:decode "bought" or {} --! not-encoded
        end
        function Note:viewDidLoad() self.title = tostring(store.bought) end
        """
    ).loading("store.load(coder)"),
    .note(
      "functions of a module, of which nothing calls the one that decodes",
      class: """
        local store = { bought = {} }
        function store.save(coder)
          coder:encode("bought", store.bought) --! not-decoded
        end
        function store.load(coder) store.bought = coder:decode "bought" or {} end
        """
    ).saving("store.save(coder)"),
    .note(
      "functions of a module that a loop calls",
      class: """
        local store = { bought = {} }
        function store.save(coder) if store.bought[1] then coder:encode("bought", store.bought) end end
        function store.load(coder) store.bought = coder:decode "bought" or {} end
        """
    ).saving("for _, save in pairs(store) do if type(save) == 'function' and not self.window then save(coder) end end")
      .loading("store.load(coder)"),
    .note(
      "functions of a module that are called by computed names",
      class: """
        local store = { bought = {} }
        function store.save(coder) if store.bought[1] then coder:encode("bought", store.bought) end end
        function store.load(coder) store.bought = coder:decode "bought" or {} end
        """
    ).saving("store['save'](coder)").loading("store['load'](coder)"),
  ]

  private static func helpers(
    _ name: String, kept: String = "'count', 'step'", encode: String, decode: String, mark: String = ""
  ) -> DoctorCase {
    .note(
      name,
      class: """
        local KEPT = { \(kept) }
        local function put(coder, values) for key, value in pairs(values) do coder:encode(key, value) end end\(mark)
        local function take(coder, object, keys)
          for _, key in ipairs(keys) do object[key] = coder:decode(key) end
        end
        function Note:encodeRestorableState(coder) \(encode) end
        function Note:decodeRestorableState(coder) \(decode) end
        """)
  }

  /// With a statement in the application's `willEncodeRestorableState`.
  private func saving(_ statement: String) -> DoctorCase {
    replacing("return app", "function app:willEncodeRestorableState(coder) \(statement) end\nreturn app")
  }

  /// With a statement in the application's `didDecodeRestorableState`.
  private func loading(_ statement: String) -> DoctorCase {
    replacing("return app", "function app:didDecodeRestorableState(coder) \(statement) end\nreturn app")
  }
}
