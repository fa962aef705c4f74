// The key hints in the last line of the screen.
extension Window {
  /// The minimum height of a screen with key hints.
  static let minimumHeightForHints = 10
  /// The minimum width of a screen whose hints name the commands, and of one whose hints name the key to quit.
  private static let minimumWidthForCommands = 60
  private static let minimumWidthForQuit = 100
  /// The numbers of cells between two hints, and before those of the host.
  private static let hintGap = 2
  private static let hostGap = 3
  /// The maximum number of hints besides those of the host.
  private static let mostHints = 5

  /// Whether the screen has a line for key hints, unless the focused view needs it.
  var wantsKeyHints: Bool {
    guard let application, size.height >= Self.minimumHeightForHints else { return false }
    return application.showsKeyHints && !application.hintedCommands.isEmpty
  }

  /// The hints that fit, with their columns: on the left those of the screen, in a fixed order, and on the right those of
  /// the host. Help is always included.
  ///
  /// They are chosen again only if something that they depend on has changed.
  var keyHints: [PlacedKeyHint] {
    let sources = hintSources
    let offered = offeredHostCommands
    let basis = KeyHintBasis(
      sources, width: size.width, covering: application?.coveringHints, offered: offered, hasOverlay: overlay != nil,
      isCoveredByQuestion: isCoveredByQuestion)
    if let known = drawing.knownHints, known.basis == basis { return known.hints }
    let hints = placedHints(of: sources, offered: offered, width: size.width)
    drawing.knownHints = (basis, hints)
    return hints
  }

  private func placedHints(of sources: [KeyHintSource], offered: [HostCommand], width: Int) -> [PlacedKeyHint] {
    let host = hostHints(offered, beside: sources)
    let hostWidth = host.reduce(-Self.hintGap) { $0 + $1.cellWidth + Self.hintGap }
    let hostStart = max(1, width - 1 - max(0, hostWidth))
    var placed: [PlacedKeyHint] = []
    var x = 1
    let end = host.isEmpty ? width - 1 : hostStart - Self.hostGap
    for hint in screenHints(of: sources).prefix(Self.mostHints) {
      guard x + hint.cellWidth <= end else { break }
      placed.append(PlacedKeyHint(x: x, hint: hint))
      x += hint.cellWidth + Self.hintGap
    }
    x = hostStart
    for hint in host where x + hint.cellWidth <= width {
      placed.append(PlacedKeyHint(x: x, hint: hint))
      x += hint.cellWidth + Self.hintGap
    }
    return placed
  }

  /// The responders that the hints are about, with their bindings and commands.
  private var hintSources: [KeyHintSource] {
    let chain = responderChain
    var sources: [KeyHintSource] = []
    // A loop, because a closure would check the actor for each responder.
    for responder in commandSources(along: chain) {
      let isInChain = Self.list(chain, contains: responder)
      sources.append(
        KeyHintSource(
          responder: responder, isFocused: responder === firstResponder, isInChain: isInChain,
          // The other visible controllers receive commands only.
          bindings: isInChain ? responder.keyBindings : [], commands: commands(of: responder)))
    }
    return sources
  }

  /// Returns the hints of the screen in order: the keys of what covers it, commands, keys of the focused view and of the
  /// enclosing screens, and search. Keys that users try anyway are hinted only if there is nothing else.
  private func screenHints(of sources: [KeyHintSource]) -> [KeyHint] {
    if let hints = application?.coveringHints { return hints }
    var covering: [KeyHint] = []
    var commands: [KeyHint] = []
    var control: [KeyHint] = []
    var enclosing: [KeyHint] = []
    var search: [KeyHint] = []
    var obvious: [KeyHint] = []
    var taking: [KeyBinding] = []
    var keys: Set<String> = []
    var (titles, commandTitles): (Set<String>, Set<String>) = ([], [])
    // One key per action is enough. A command of the app is another action than a key of a control with the same title.
    func isNew(_ hint: KeyHint) -> Bool { keys.insert(hint.keys).inserted && titles.insert(hint.title).inserted }
    // A key that a nearer responder takes never reaches the command.
    func add(_ candidates: [KeyCommand]) {
      for command in candidates {
        guard let input = command.input, !taking.contains(where: { $0.certainlyTakes(input) }),
          let hint = KeyHint(command), keys.insert(hint.keys).inserted, commandTitles.insert(hint.title).inserted
        else { continue }
        commands.append(hint)
      }
    }
    for source in sources {
      defer { taking += source.bindings }
      switch source.responder {
      case is View:
        guard source.isFocused else { continue }
        let hints = source.bindings.compactMap { binding in
          KeyHint(binding, unless: { key in sources.contains { $0.commands.contains { $0.input == key } } })
            .map { (hint: $0, isKnown: binding.weight == .known) }
        }.filter { isNew($0.hint) }
        // A view that takes Escape is in a mode, such as a search, which Enter ends as well. So is a view of an overlay.
        let isInMode = overlay != nil || hints.contains { $0.hint.key == .escape }
        for (hint, isKnown) in hints {
          if isInMode, hint.key == .enter || hint.key == .escape {
            covering.append(hint)
          } else if isKnown || hint.isObvious {
            obvious.append(hint)
          } else if hint.key == .search {
            search.append(hint)
          } else {
            control.append(hint)
          }
        }
      case let controller as ViewController:
        add(source.commands)
        guard source.isInChain else { continue }
        let covers = controller is OverlayController || controller is AlertController
        for hint in source.bindings.compactMap({ KeyHint($0) }) where isNew(hint) {
          if covers, hint.key == .enter || hint.key == .escape {
            covering.append(hint)
          } else if hint.isObvious {
            obvious.append(hint)
          } else {
            enclosing.append(hint)
          }
        }
        if controller.isPresented, !covers {
          let close = KeyHint(KeyPress(.escape).hint, "close", pressing: KeyPress(.escape))
          if isNew(close) { covering.append(close) }
        }
      case let application as Application where !isCoveredByQuestion:
        add(application.keyCommands)
      default: break
      }
    }
    let hints = covering + commands + control + enclosing + search
    if !hints.isEmpty { return hints }
    return obvious + [keyBindingsEverywhere.first].compactMap { $0 }.compactMap { KeyHint($0) }
  }

  /// Whether a dialog or overlay must be answered first.
  var isCoveredByQuestion: Bool { overlay != nil || topLayer is AlertController }

  /// The host's commands to hint.
  private var offeredHostCommands: [HostCommand] {
    // An overlay handles its own keys and those that quit the app.
    let isCoveredByHost = application?.isCoveredByHost == true
    var offered: [HostCommand] = []
    for command in application?.hintedCommands ?? [] {
      let isOffered =
        switch command {
        case .commands where size.width < Self.minimumWidthForCommands: false
        case .quit where size.width < Self.minimumWidthForQuit: false
        case .help: overlay == nil && !isCoveredByHost
        case .commands: !isCoveredByQuestion && !isCoveredByHost
        default: true
        }
      if isOffered { offered.append(command) }
    }
    return offered
  }

  private func hostHints(_ offered: [HostCommand], beside sources: [KeyHintSource]) -> [KeyHint] {
    offered.compactMap { command in
      KeyHint(command) { key in
        sources.contains { source in
          !(source.responder is Window) && source.bindings.contains { $0.keys.takes(key) }
            || source.commands.contains { $0.input == key && $0.title != command.title }
        }
      }
    }
  }

  /// Draws the hints in a line of the screen.
  func drawKeyHints(in canvas: Canvas, y: Int) {
    guard let theme = application?.theme else { return }
    for place in drawing.hints {
      let next = canvas.put(place.hint.keys, x: place.x, y: y, style: theme[.hintKey])
      canvas.put(place.hint.title, x: next + 1, y: y, style: theme[.hint])
    }
  }

  /// Runs the action of the hint at a column. Returns false if there is no hint.
  func pressHint(at column: Int) -> Bool {
    let places = keyHints
    guard let key = places.last(where: { $0.x <= column && column < $0.x + $0.hint.cellWidth })?.hint.key,
      let application
    else { return false }
    if let command = application.hostCommands.first(where: { $0.input == key }) {
      application.run(command)
      return true
    }
    return handle(.key(key))
  }
}

extension KeyBinding {
  /// Whether the binding surely handles a key, judging without pressing it: typed text, a key that edits it, or one with a
  /// title.
  fileprivate func certainlyTakes(_ key: KeyPress) -> Bool {
    guard keys.takes(key), !isYielding else { return false }
    if case .kind = keys { return true }
    return weight == .known || weight == .main && title != nil
  }
}
