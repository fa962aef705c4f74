import Interface
import LuaScreens
import StateRestoration

/// The steps that an app's screen offers.
@MainActor
struct ScreenSteps {
  /// The kinds of steps, of which a walk first chooses one.
  enum Kind: Int, CaseIterable, Sendable {
    case element, command, key, control, text, submit, edit, scroll, other

    /// The weight with which a walk chooses it among the others.
    var weight: Int {
      switch self {
      case .element: 8
      case .command: 4
      case .key: 4
      // A control gets the focus first, by one step of many.
      case .control: 6
      case .text: 3
      // A text is typed first.
      case .submit: 6
      // Editing a cell takes several such steps in a row.
      case .edit: 10
      case .scroll: 2
      case .other: 1
      }
    }
  }

  /// A step that the screen offers.
  struct Offer: Hashable {
    let step: ExploredStep
    let kind: Kind
    /// The name of the action for the report on coverage; nil for steps that are no actions of the app.
    var action: String?
  }

  /// The screen: the classes and identifiers of its visible controllers.
  let screen: String
  /// The focused view, if a script handles its keys; nil for another one.
  private var keyHandler: String?
  /// The name of the action of the focused button; nil for another view.
  private var focusedAction: String?
  /// The offered steps, each once, in a constant order.
  private(set) var offers: [Offer] = []

  private static let longestName = 60
  private static let longestText = 40

  /// Looks at the screen of an app.
  ///
  /// - Parameter input: the input that the scripts distinguish.
  init(_ host: ScriptHost, input: ScriptInput) {
    let application = host.application
    guard let window = application.frontWindow else {
      screen = ""
      return
    }
    let visible = Automation(application).allControllers.filter { $0.viewIfLoaded?.window != nil }
    screen = visible.map { "\($0.restorationIdentifier ?? $0.className)" }.joined(separator: " ")
    addElements(of: window, application)
    addOwnViews(of: window, application)
    addEdits(in: window, distinguished: input.texts)
    addCommands(of: window)
    addText(in: window, distinguished: input.texts)
    if window.firstResponder?.passesPasteToScript == true {
      offers += TypedTexts.pasted.map { Offer(step: .paste($0), kind: .text) }
    }
    if let view = window.firstResponder, ScriptInput.handles(keysOf: view, in: host) {
      keyHandler = Automation(application).path(to: view).description
      // Like those of a focused control.
      offers += input.keys.map { Offer(step: .key($0.name), kind: .control) }
    }
    addKeys(of: window)
    if window.responderChain.contains(where: { ScriptInput.handles(keysOf: $0, in: host) }) {
      offers += input.keys.map { Offer(step: .key($0.name), kind: .key) }
    }
    offers += [.advance(1), .advance(10), .pause].map { Offer(step: $0, kind: .other) }
    for (columns, rows) in [(80, 24), (40, 12), (100, 30)]
    where application.screenSize != Size(width: columns, height: rows) {
      offers.append(Offer(step: .resize(columns: columns, rows: rows), kind: .other))
    }
    let actions = Dictionary(
      offers.compactMap { offer in offer.action.map { (offer.step, $0) } }, uniquingKeysWith: { first, _ in first })
    var seen: Set<ExploredStep> = []
    offers = offers.filter { seen.insert($0.step).inserted }
      .map { Offer(step: $0.step, kind: $0.kind, action: actions[$0.step]) }
  }

  /// Returns where a step is made: on the screen, or, for the key of a view whose keys a script handles, in the view, which does
  /// with it what others do not.
  func place(of step: ExploredStep) -> String {
    if case .key = step, let keyHandler { "\(screen) \(keyHandler)" } else { screen }
  }

  // MARK: Elements

  private mutating func addElements(of window: Window, _ application: Application) {
    let automation = Automation(application)
    var visited: Set<ObjectIdentifier> = []
    for element in window.accessibilityElements {
      let view = element.view
      for outer in sequence(first: view, next: \.superview) {
        guard visited.insert(ObjectIdentifier(outer)).inserted else { break }
        guard outer is RowList || outer is ScrollView || outer is TextView || outer is PickerView,
          let name = name(ofWhole: outer, for: .scroll, automation), name.number == 1
        else { continue }
        for rows in [3, -3] { offers.append(Offer(step: .scroll(name.text, rows: rows), kind: .scroll)) }
      }
      guard element.isUsable, let name = name(of: element, automation) else { continue }
      let isContent = element.role == .row || view is TextInput
      let owner = view.owningViewController?.className ?? "Window"
      let action = isContent ? nil : "\(name.text) (\(owner))"
      offers.append(Offer(step: .tap(name.text, number: name.number), kind: .element, action: action))
      if view is Button, view === window.firstResponder { focusedAction = action }
    }
  }

  /// Adds clicks and the wheel over the views that handle the mouse in a script, which need not have elements.
  private mutating func addOwnViews(of window: Window, _ application: Application) {
    let automation = Automation(application)
    for view in window.topContentView?.visibleViews ?? [] {
      guard view.overrides?.defines("mouseEvent", for: view) == true, view.isEffectivelyEnabled,
        let name = name(ofWhole: view, for: .scroll, automation)
      else { continue }
      if name.number == 1 {
        for rows in [3, -3] { offers.append(Offer(step: .scroll(name.text, rows: rows), kind: .scroll)) }
      }
      offers.append(Offer(step: .tap(name.text, number: name.number), kind: .element))
    }
  }

  /// A name of an element, and the number of the element among those with this name.
  private typealias Name = (text: String, number: Int)

  /// Returns the name by which a tap finds an element; nil if it finds another one.
  private func name(of element: AccessibilityElement, _ automation: Automation) -> Name? {
    let view = element.view
    // An identifier names the whole view, which may consist of several elements.
    let isWhole = view.accessibilityRole == element.role || element.role == .table
    let isNamed = view.restorationIdentifier ?? view.accessibilityIdentifier != nil
    if isWhole, isNamed, let name = name(ofWhole: view, for: .tap, automation) { return name }
    let label = element.label
    if label.isEmpty, isWhole { return name(ofWhole: view, for: .tap, automation) }
    guard !label.isEmpty, label.count <= Self.longestName, !label.contains(where: \.isNewline) else { return nil }
    return (label, 1)
  }

  /// Returns the identifier of a view, or its path, that ends in its class, if it has none; nil if another view has this name.
  private func name(ofWhole view: View, for use: Automation.Use, _ automation: Automation) -> Name? {
    if let identifier = view.restorationIdentifier ?? view.accessibilityIdentifier {
      return automation.matches(identifier, for: use).first === view ? (identifier, 1) : nil
    }
    let path = automation.path(to: view).description
    return automation.matches(path, for: use).firstIndex { $0 === view }.map { (path, $0 + 1) }
  }

  // MARK: Keys

  private mutating func addCommands(of window: Window) {
    for responder in window.commandSources {
      // A command of the app comes before one of the host with the same key.
      for command in window.commands(of: responder) {
        guard let key = command.input, !(window.firstResponder is TextInput && Self.undoKeys.contains(key)) else {
          continue
        }
        let owner = (responder as? ViewController)?.className ?? "Application"
        offers.append(Offer(step: .key(key.name), kind: .command, action: "\(command.title) (\(owner))"))
      }
    }
  }

  /// The keys of texts whose effect depends on the undo history or on text deleted before, which are not compared.
  private static let undoKeys: [KeyPress] = [.control("_"), .alt("y"), .control("y")]

  private mutating func addKeys(of window: Window) {
    for responder in window.responderChain {
      for binding in responder.keyBindings where binding.title != nil && binding.weight != .idle {
        let keys: [KeyPress] =
          switch binding.keys {
          case .keys(let keys): keys
          case .anyModifiers(let keys): keys.map { KeyPress($0) }
          case .digits(let range, let modifiers):
            range.prefix(3).compactMap { "\($0)".first.map { KeyPress(.character($0), modifiers: modifiers) } }
          case .kind: []
          }
        let kind: Kind = responder === window.firstResponder && responder is Control ? .control : .key
        for key in keys where HostCommand(key) == nil && !(responder is TextInput && Self.undoKeys.contains(key)) {
          offers.append(
            Offer(step: .key(key.name), kind: kind, action: responder is Button ? focusedAction : nil))
        }
      }
    }
    for name in ["tab", "shift+tab", "enter", "escape", "up", "down"] {
      offers.append(Offer(step: .key(name), kind: .key))
    }
  }

  private mutating func addText(in window: Window, distinguished texts: [String]) {
    guard let field = window.firstResponder as? TextInput, field.isEditable, field.isEffectivelyEnabled else { return }
    if (field as? TextField)?.onSubmit != nil, field.isTyped {
      let names = [field.restorationIdentifier, field.accessibilityText].compactMap { $0 }.filter { !$0.isEmpty }
      let action = "Submit \(names.first ?? field.className) (\(field.owningViewController?.className ?? "Window"))"
      offers.append(Offer(step: .key("enter"), kind: .submit, action: action))
    }
    // The cursor is not always at the end.
    for name in ["backspace", "left"] { offers.append(Offer(step: .key(name), kind: .text)) }
    guard field.text.count < Self.longestText else { return }
    for text in TypedTexts.texts(for: field) + texts { offers.append(Offer(step: .type(text), kind: .text)) }
  }

  /// Adds the next steps of an edit of a cell: beginning it, changing the text, and ending it.
  private mutating func addEdits(in window: Window, distinguished texts: [String]) {
    if let list = window.firstResponder as? RowList, list.canEditFocusedCell {
      offers.append(Offer(step: .key("f2"), kind: .edit))
    }
    guard let field = window.firstResponder as? TextField, (field.superview as? RowList)?.isEditingCell == true else {
      return
    }
    let changes = (TypedTexts.general + texts).map { ExploredStep.type($0) } + [.key("backspace")]
    let ends = ["enter", "tab", "escape"].map { ExploredStep.key($0) }
    offers += (field.isTyped ? ends : changes).map { Offer(step: $0, kind: .edit) }
  }
}
