// The key hints in the last line of the screen.
extension Window {
  /// The minimum height of a screen with key hints.
  static let minimumHeightForHints = 10
  /// The minimum width at which the host's hints are always shown.
  private static let minimumWidthForHost = 60
  private static let hintGap = 2

  /// Whether the screen has a line for key hints, unless the focused view needs it.
  var wantsKeyHints: Bool {
    guard let application, size.height >= Self.minimumHeightForHints else { return false }
    return application.showsKeyHints && !application.hintedCommands.isEmpty
  }

  /// The most important hints that fit, with their columns. Help is always included.
  ///
  /// They are chosen again only if something that they depend on has changed.
  var keyHints: [PlacedKeyHint] {
    let sources = hintSources
    let offered = offeredHostCommands
    let basis = KeyHintBasis(
      sources, width: size.width, covering: application?.coveringHints, offered: offered,
      isCoveredByQuestion: isCoveredByQuestion)
    if let known = drawing.knownHints, known.basis == basis { return known.hints }
    let hints = placedHints(of: sources, offered: offered, width: size.width)
    drawing.knownHints = (basis, hints)
    return hints
  }

  private func placedHints(
    of sources: [KeyHintSource], offered: [HostCommand], width: Int
  ) -> [PlacedKeyHint] {
    let groups = hintGroups(of: sources)
    let host = hostHints(offered, beside: sources)
    let shown = groups.control + groups.commands + groups.screen + groups.everywhere + groups.known + host
    var room = width - 1
    var chosen: Set<KeyHint> = []
    func choose(_ hints: some Sequence<KeyHint>) {
      for hint in hints where !chosen.contains(hint) {
        let taken = hint.cellWidth + (chosen.isEmpty ? 0 : Self.hintGap)
        guard taken <= room else { continue }
        room -= taken
        chosen.insert(hint)
      }
    }
    choose(width < Self.minimumWidthForHost ? host.prefix(1) : host[...])
    choose(groups.control.prefix(1))
    choose(groups.commands.prefix(1))
    choose(groups.control.prefix(2))
    choose(groups.commands)
    choose(groups.control)
    choose(groups.screen)
    choose(host)
    choose(groups.everywhere)
    choose(groups.known)
    var x = 1
    return shown.filter { chosen.remove($0) != nil }.map { hint in
      defer { x += hint.cellWidth + Self.hintGap }
      return PlacedKeyHint(x: x, hint: hint)
    }
  }

  private typealias HintGroups = (
    control: [KeyHint], known: [KeyHint], commands: [KeyHint], screen: [KeyHint], everywhere: [KeyHint]
  )

  /// The responders that the hints are about, with their bindings and commands.
  private var hintSources: [KeyHintSource] {
    let chain = responderChain
    return commandSources(along: chain).map { responder in
      let isInChain = chain.contains { $0 === responder }
      return KeyHintSource(
        responder: responder, isFocused: responder === firstResponder, isInChain: isInChain,
        // The other visible controllers receive commands only.
        bindings: isInChain ? responder.keyBindings : [], commands: commands(of: responder))
    }
  }

  /// Returns the hints of the focused view, its widely known keys, the commands, the enclosing screens, and everything
  /// else.
  private func hintGroups(of sources: [KeyHintSource]) -> HintGroups {
    var groups: HintGroups = ([], [], [], [], [])
    if let hints = application?.coveringHints {
      groups.control = hints
      return groups
    }
    var taking: [KeyBinding] = []
    var known: Set<String> = []
    func new(_ hints: [KeyHint]) -> [KeyHint] {
      // Widely known keys come last. One key per action is enough.
      let hints = hints.filter { known.insert($0.keys).inserted && known.insert($0.title).inserted }
      return hints.filter { !$0.isMoving } + hints.filter(\.isMoving)
    }
    // A key that a nearer responder takes never reaches the command.
    func free(_ commands: [KeyCommand]) -> [KeyHint] {
      new(
        commands.compactMap { command in
          guard let input = command.input, !taking.contains(where: { $0.certainlyTakes(input) }) else { return nil }
          return KeyHint(command)
        })
    }
    for source in sources {
      defer { taking += source.bindings }
      switch source.responder {
      case is View:
        guard source.isFocused else { continue }
        groups.control = new(source.bindings.filter { $0.weight != .known }.compactMap { KeyHint($0) })
        groups.known = new(source.bindings.filter { $0.weight == .known }.compactMap { KeyHint($0) })
      case let controller as ViewController:
        groups.commands += free(source.commands)
        guard source.isInChain else { continue }
        groups.screen += new(source.bindings.compactMap { KeyHint($0) })
        if controller.isPresented, !(controller is AlertController) {
          groups.screen += new([KeyHint(KeyPress(.escape).hint, "close", pressing: KeyPress(.escape))])
        }
      case let application as Application where !isCoveredByQuestion:
        groups.commands += free(application.keyCommands)
      default: break
      }
    }
    groups.everywhere = new([keyBindingsEverywhere.first].compactMap { $0 }.compactMap { KeyHint($0) })
    return groups
  }

  /// Whether a dialog or overlay must be answered first.
  var isCoveredByQuestion: Bool { overlay != nil || visibleLayers.last is AlertController }

  /// The host's commands to hint.
  private var offeredHostCommands: [HostCommand] {
    // An overlay handles its own keys and those that quit the app.
    let isCoveredByHost = application?.isCoveredByHost == true
    return (application?.hintedCommands ?? []).filter { command in
      switch command {
      case .help: overlay == nil && !isCoveredByHost
      case .commands: !isCoveredByQuestion && !isCoveredByHost
      default: true
      }
    }
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
      let next = canvas.put(place.hint.keys, x: place.x, y: y, style: theme[.header])
      canvas.put(place.hint.title, x: next + 1, y: y, style: theme[.secondary])
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
  /// Whether the binding surely handles a key, judging without pressing it: typed text, or a key with a title.
  fileprivate func certainlyTakes(_ key: KeyPress) -> Bool {
    guard keys.takes(key), !isYielding else { return false }
    if case .kind = keys { return true }
    return weight != .idle && title != nil
  }
}
