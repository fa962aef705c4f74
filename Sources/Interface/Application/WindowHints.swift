// What the last line of the screen says about keys.
extension Window {
  /// The screens that have a line for key hints have so many rows at least.
  static let leastHeightForHints = 10
  /// From so many columns on, what the host does is always named.
  private static let leastWidthForHost = 60
  private static let hintGap = 2

  /// Whether there is a line for them, unless the focused view needs it.
  var wantsKeyHints: Bool {
    guard let application, size.height >= Self.leastHeightForHints else { return false }
    return application.showsKeyHints && !application.hintedCommands.isEmpty
  }

  /// What keys do now: those that matter most and fit, with the place of each. Help is always among them.
  func keyHints(width: Int) -> [(x: Int, hint: KeyHint)] {
    let groups = hintGroups
    let host = hostHints
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
    choose(width < Self.leastWidthForHost ? host.prefix(1) : host[...])
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
      return (x, hint)
    }
  }

  private typealias HintGroups = (
    control: [KeyHint], known: [KeyHint], commands: [KeyHint], screen: [KeyHint], everywhere: [KeyHint]
  )

  /// The hints of the focused view, and of those of its keys that people know from everywhere, of the actions of the screen,
  /// of the screens it is in, and of the rest.
  private var hintGroups: HintGroups {
    var groups: HintGroups = ([], [], [], [], [])
    if let hints = application?.coveringHints {
      groups.control = hints
      return groups
    }
    var taking: [KeyBinding] = []
    var known: Set<String> = []
    func new(_ hints: [KeyHint]) -> [KeyHint] {
      // Keys that everybody tries come after those that nobody can guess; one way to do a thing is enough.
      let hints = hints.filter { known.insert($0.keys).inserted && known.insert($0.title).inserted }
      return hints.filter { !$0.isMoving } + hints.filter(\.isMoving)
    }
    // A key that something nearer takes does not come as far as a command.
    func free(_ commands: [KeyCommand]) -> [KeyHint] {
      new(
        commands.compactMap { command in
          guard let input = command.input, !taking.contains(where: { $0.certainlyTakes(input) }) else { return nil }
          return KeyHint(command)
        })
    }
    let chain = responderChain
    for responder in commandSources {
      // Of the other visible controllers only the commands are heard.
      let isHearing = chain.contains { $0 === responder }
      defer { if isHearing { taking += responder.keyBindings } }
      let commands = commands(of: responder)
      switch responder {
      case let view as View:
        guard view === firstResponder else { continue }
        let bindings = view.keyBindings
        groups.control = new(bindings.filter { $0.weight != .known }.compactMap { KeyHint($0) })
        groups.known = new(bindings.filter { $0.weight == .known }.compactMap { KeyHint($0) })
      case let controller as ViewController:
        groups.commands += free(commands)
        guard isHearing else { continue }
        groups.screen += new(controller.keyBindings.compactMap { KeyHint($0) })
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

  /// Whether something asks for an answer before anything else is done.
  var isCoveredByQuestion: Bool { overlay != nil || visibleLayers.last is AlertController }

  private var hostHints: [KeyHint] {
    // What covers everything answers its own keys, and those that end the app.
    let isCoveredByHost = application?.isCoveredByHost == true
    let offered = (application?.hintedCommands ?? []).filter { command in
      switch command {
      case .help: overlay == nil && !isCoveredByHost
      case .commands: !isCoveredByQuestion && !isCoveredByHost
      default: true
      }
    }
    let taking = responderChain.filter { !($0 is Window) }
    let commanding = commandSources
    return offered.compactMap { command in
      KeyHint(command) { key in
        taking.contains { $0.keyBindings.contains { $0.keys.takes(key) } }
          || commanding.contains { commands(of: $0).contains { $0.input == key && $0.title != command.title } }
      }
    }
  }

  /// Draws the hints in a line of the screen.
  func drawKeyHints(in canvas: Canvas, y: Int) {
    guard let theme = application?.theme else { return }
    for (x, hint) in keyHints(width: size.width) {
      let next = canvas.put(hint.keys, x: x, y: y, style: theme[.header])
      canvas.put(hint.title, x: next + 1, y: y, style: theme[.secondary])
    }
  }

  /// Does what the hint at a column says; false if there is none.
  func pressHint(at column: Int) -> Bool {
    let places = keyHints(width: size.width)
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
  /// Whether a key ends here, as far as that is known without pressing it: what is typed, and what is said of the keys.
  fileprivate func certainlyTakes(_ key: KeyPress) -> Bool {
    guard keys.takes(key), !isYielding else { return false }
    if case .kind = keys { return true }
    return weight != .idle && title != nil
  }
}
