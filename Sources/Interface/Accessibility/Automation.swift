import StateRestoration

/// Drives an app as a user would, but by name instead of by position: for tests, the prompt and scripts.
@MainActor
public struct Automation {
  let application: Application

  /// Creates an automation of an application.
  public init(_ application: Application) {
    self.application = application
  }

  var window: Window {
    get throws {
      guard !application.isRestorationExtended else { throw AutomationError.isRestoring }
      try checkForeground()
      guard let window = application.frontWindow else { throw AutomationError.noWindow }
      window.layoutIfNeeded()
      return window
    }
  }

  /// Input to an app in the background has no effect.
  package func checkForeground() throws {
    guard application.phase != .background else { throw AutomationError.isInBackground }
  }

  // MARK: Finding

  /// Returns the first of ``all(named:)``; nil if there is none.
  public func find(_ name: String) -> Responder? { all(named: name).first }

  /// Returns the objects at a path: controllers, then views, in tree order. A path of one identifier finds all objects with
  /// that restoration or accessibility identifier, a longer one those with this ``path(to:)``. Finds covered and hidden
  /// objects too, if they are loaded.
  public func all(named name: String) -> [Responder] { all(at: IdentifierPath(parsing: name)) }

  private func all(at path: IdentifierPath) -> [Responder] {
    guard let identifier = path.components.last else { return [] }
    let controllers = allControllers
    var found: [Responder] = controllers.filter { $0.restorationIdentifier == identifier }
    for controller in controllers {
      controller.viewIfLoaded?.collectDescendants(identified: identifier, of: controller, into: &found)
    }
    return path.components.count == 1 ? found : found.filter { self.path(to: $0) == path }
  }

  /// Returns the controller and view identifiers that lead to an object. A class name replaces a missing identifier.
  public func path(to object: Responder) -> IdentifierPath {
    switch object {
    case let controller as ViewController:
      if let path = controller.restorationIdentifierPath { return path }
      let name = Self.pathComponent(of: controller)
      return (controller.parent ?? controller.presentingViewController).map(path(to:))?.appending(name) ?? [name]
    case let view as View:
      let name = Self.pathComponent(of: view)
      var next = view.next
      while let responder = next, !(responder is ViewController) { next = responder.next }
      return next.map(path(to:))?.appending(name) ?? [name]
    default: return [Self.pathComponent(of: object)]
    }
  }

  /// Returns the last component of the path to an object.
  package static func pathComponent(of object: Responder) -> String {
    switch object {
    case let controller as ViewController: controller.restorationIdentifier ?? "<\(controller.className)>"
    case let view as View: view.restorationIdentifier ?? view.accessibilityIdentifier ?? "<\(view.className)>"
    default: "<\(Swift.type(of: object))>"
    }
  }

  /// The controllers of all windows, parents before children, the key window's first.
  public var allControllers: [ViewController] {
    var found: [ViewController] = []
    func visit(_ controller: ViewController) {
      found.append(controller)
      controller.children.forEach(visit)
      if let presented = controller.presentedViewController { visit(presented) }
    }
    let windows = application.windows.filter(\.isKeyWindow) + application.windows.filter { !$0.isKeyWindow }
    windows.compactMap(\.rootViewController).forEach(visit)
    return found
  }

  // MARK: Using

  /// A way of using a named view.
  public enum Use: Sendable {
    case tap, select, scroll
  }

  /// Returns the objects that a name refers to for this use; the first one is used. Objects that support the use come
  /// first, and visible ones before others.
  public func matches(_ name: String, for use: Use) -> [Responder] {
    guard let top = application.frontWindow?.topContentView else { return [] }
    let path = IdentifierPath(parsing: name)
    var seen: [View] = []
    if let identifier = path.onlyComponent { top.collectVisible(identified: identifier, into: &seen) }
    var found: [Responder] = seen
    if use == .select || path.components.count > 1 {
      found += all(at: path).filter { other in !seen.contains { $0 === other } }
      found += views(ofClassAt: path, for: use, in: top)
    }
    if use != .select, !found.contains(where: { $0.canBeUsed(for: use) }) {
      let titled = top.tapTargets(titled: name).filter { $0.canBeUsed(for: use) || seen.isEmpty }
      if !titled.isEmpty { found = titled }
    }
    return found.filter { $0.canBeUsed(for: use) } + found.filter { !$0.canBeUsed(for: use) }
  }

  /// Returns the visible views at a path that ends in `<CLASS>`, which stands for all views of that class: their numbers stay the
  /// same when one of them is given an identifier. Without numbers, those without an identifier come first.
  private func views(ofClassAt path: IdentifierPath, for use: Use, in top: View) -> [View] {
    guard path.components.count > 1, let name = path.components.last, name.hasPrefix("<") else { return [] }
    let views = top.visibleViews.filter { "<\($0.className)>" == name && self.path(to: $0).parent == path.parent }
    return use == .tap ? views : views.filter { !$0.hasIdentifier } + views.filter(\.hasIdentifier)
  }

  /// Clicks the view with this restoration identifier, accessibility identifier, visible title or path.
  ///
  /// - Parameter number: the one-based number of the place among those on the screen with this name.
  /// - Throws: ``AutomationError/noTapTarget(_:visible:)`` if nothing on the screen has this name;
  ///   ``AutomationError/noSuchPlace(_:number:count:)``.
  public func tap(_ name: String, number: Int = 1) throws {
    let window = try window
    guard let first = target(of: name, for: .tap, in: window) else { throw nothing(called: name, in: window) }
    guard number != 1 else { return try click(first, called: name, in: window) }
    let targets = targets(of: name, for: .tap, in: window)
    guard number > 0, number <= targets.count else {
      throw AutomationError.noSuchPlace(name, number: number, count: targets.count)
    }
    try click(targets[number - 1], called: name, in: window)
  }

  private func nothing(called name: String, in window: Window) -> AutomationError {
    .noTapTarget(name, visible: window.render().lines.filter { !$0.isEmpty })
  }

  /// Makes a view, or a part of it, clickable: scrolls it into view, and focuses the view if a small screen has no room for
  /// it otherwise.
  private func reveal(_ view: View, at point: Point? = nil, in window: Window) {
    if view.bounds.isEmpty { view.becomeFirstResponder() }
    window.layoutIfNeeded()
    if let point {
      view.scrollIntoView(Rect(origin: point, size: Size(width: 1, height: 1)))
    } else {
      view.scrollIntoView()
    }
    window.layoutIfNeeded()
  }

  /// Clicks once, without continuing an earlier double click.
  private func click(at place: Point, in window: Window) {
    window.endClickSequence()
    application.handle(.mouse(MouseEvent(.press(button: 1), at: place)))
    application.handle(.mouse(MouseEvent(.release(button: 1), at: place)))
  }

  private func click(_ target: Target, called name: String, in window: Window) throws {
    if case .element(let element) = target {
      try activate(element)
    } else if let place = place(of: target, in: window) {
      click(at: place, in: window)
    } else {
      throw nothing(called: name, in: window)
    }
  }

  /// Returns the place of a target on the screen, after scrolling to it; nil for a part that is clipped.
  private func place(of target: Target, in window: Window) -> Point? {
    switch target {
    case .view(let view):
      reveal(view, in: window)
      return view.convertToWindow(view.tapPoint)
    case .part(let view, var point):
      let hadNoRoom = view.bounds.isEmpty
      reveal(view, at: point, in: window)
      if hadNoRoom { point = view.tapPoint }
      let place = view.convertToWindow(point)
      return window.content.hitTest(place)?.isSeen(in: view) == true ? place : nil
    case .element: return nil
    }
  }

  /// The place that a name refers to.
  enum Target {
    /// A view, to be used at its ``View/tapPoint``.
    case view(View)
    /// A part of a view at a point in its coordinates, such as a row.
    case part(View, Point)
    /// An element without a visible title, which is found by its accessibility label.
    case element(AccessibilityElement)
  }

  /// Returns the place that a name refers to for this use; nil if there is none.
  func target(of name: String, for use: Use, in window: Window) -> Target? {
    guard !name.isEmpty, let top = window.topContentView else { return nil }
    let match = matches(name, for: use).first
    let view = match.flatMap(Self.view)
    let isNamed = match.map { names(name, $0, in: top) } ?? false
    if let view, isNamed, match?.canBeUsed(for: use) == true, view.isSeen(in: top) { return .view(view) }
    // Rows are found by their texts, too.
    let titled = top.tapTarget(titled: name)
    if let (view, point) = titled, view.canBeUsed(for: use) { return .part(view, point) }
    if let view, isNamed, view.isSeen(in: top) { return .view(view) }
    // A static text can be the label of the control beside it.
    let element = elements(named: name, for: use, in: window).first.map(Target.element)
    return element ?? (isNamed ? nil : titled.map { .part($0.view, $0.point) })
  }

  /// Returns the places on the screen that a name refers to for this use. The first is the ``target(of:for:in:)``, unless
  /// that is a row to scroll to.
  func targets(of name: String, for use: Use, in window: Window) -> [Target] {
    guard !name.isEmpty, let top = window.topContentView else { return [] }
    let matches = matches(name, for: use)
    let named = matches.filter { names(name, $0, in: top) }
    let usable = named.filter { $0.canBeUsed(for: use) }.compactMap(Self.view).filter { $0.isSeen(in: top) }
    if !usable.isEmpty { return usable.map(Target.view) }
    let titled = top.tapTargetsOnScreen(titled: name)
    let used = titled.filter { $0.view.canBeUsed(for: use) }
    if !used.isEmpty { return used.map { .part($0.view, $0.point) } }
    let seen = named.compactMap(Self.view).filter { $0.isSeen(in: top) }
    if !seen.isEmpty { return seen.map(Target.view) }
    let elements = elements(named: name, for: use, in: window).map(Target.element)
    return elements.isEmpty && named.isEmpty ? titled.map { .part($0.view, $0.point) } : elements
  }

  private func isOnScreen(_ object: Responder, in window: Window) -> Bool {
    guard let view = Self.view(of: object), let top = window.topContentView else { return false }
    return view.isSeen(in: top)
  }

  private static func view(of object: Responder) -> View? {
    object as? View ?? (object as? ViewController)?.viewIfLoaded
  }

  /// Whether a name is the identifier or path of a match, and not its title.
  private func names(_ name: String, _ match: Responder, in top: View) -> Bool {
    let path = IdentifierPath(parsing: name)
    if let identifier = path.onlyComponent { return Self.view(of: match)?.isIdentified(identifier) == true }
    return (all(at: path) + views(ofClassAt: path, for: .tap, in: top)).contains { $0 === match }
  }

  private func elements(named name: String, for use: Use, in window: Window) -> [AccessibilityElement] {
    use == .tap ? window.accessibilityElements.filter { $0.label == name && $0.isUsable } : []
  }

  /// Types text into the focused view; a newline is Enter, a tab is Tab.
  ///
  /// - Throws: ``AutomationError/noTextInput(_:)`` if no focused view accepts text.
  public func type(_ text: String) throws {
    try checkForeground()
    for character in text {
      let key: KeyPress =
        switch character {
        case "\n", "\r\n", "\r": KeyPress(.enter)
        case "\t": KeyPress(.tab)
        default: KeyPress(.character(character))
        }
      guard application.handle(.key(key)) || key.key == .enter || key.key == .tab else {
        throw AutomationError.noTextInput(text)
      }
    }
  }

  /// Turns the wheel over a view; down is positive.
  public func scroll(_ name: String, rows: Int) throws {
    let window = try window
    guard let target = target(of: name, for: .scroll, in: window), let place = place(of: target, in: window) else {
      throw nothing(called: name, in: window)
    }
    application.handle(.mouse(MouseEvent(.wheel(rows: rows), at: place)))
  }

  /// Selects a row of a table or a picker, or an item of a choice control, as a click does: the view is focused, and a
  /// disabled one stays as it is. Both indexes are zero-based.
  public func select(_ name: String, row: Int, section: Int = 0) throws {
    let window = try window
    let match = matches(name, for: .select).first { isOnScreen($0, in: window) }
    guard let view = match as? any RowChoosing else {
      throw AutomationError.notSelectable(
        name, match.map { ($0 as? View)?.className ?? "view controller" }, selectable: selectable(in: window))
    }
    guard let count = view.rowCount(ofSection: section) else {
      throw AutomationError.noSuchSection(section, of: name)
    }
    guard (0..<count).contains(row) else { throw AutomationError.noSuchRow(row, of: name, count: count) }
    guard view.isEffectivelyEnabled else { return }
    view.becomeFirstResponder()
    view.choose(section: section, row: row)
    application.eventWasHandled()
  }

  /// The names and classes of the views on the screen whose rows or choices can be selected.
  private func selectable(in window: Window) -> [String] {
    (window.topContentView?.visibleViews ?? []).filter { $0 is any RowChoosing }.map { view in
      "\"\(view.hasIdentifier ? Self.pathComponent(of: view) : path(to: view).description)\" (\(view.className))"
    }
  }

  /// Clicks an element. Returns false if the element cannot be used now.
  @discardableResult
  public func activate(_ element: AccessibilityElement) throws -> Bool {
    guard element.isUsable, let point = element.activationPoint else { return false }
    let window = try window
    reveal(element.view, in: window)
    if let action = element.action {
      action()
      application.eventWasHandled()
      return true
    }
    click(at: element.view.convertToWindow(point), in: window)
    return true
  }

  /// Sets an element's value from text. Returns false if the element accepts no value, or not this one.
  public func enter(_ text: String, into element: AccessibilityElement) -> Bool {
    guard element.isUsable else { return false }
    element.view.becomeFirstResponder()
    defer { application.eventWasHandled() }
    return element.enterValue(text)
  }
}

extension IdentifierPath {
  /// The identifier that the whole path is; nil for a longer path.
  fileprivate var onlyComponent: String? { components.count == 1 ? components[0] : nil }
}

/// A view with numbered rows or items that the user chooses.
@MainActor
protocol RowChoosing: View {
  /// The number of rows or items of a section; nil if there is no such section. The sections of a picker are its wheels;
  /// other controls have one.
  func rowCount(ofSection section: Int) -> Int?
  /// Chooses a row, as the user does. Does nothing if the row does not exist. Both indexes are zero-based.
  func choose(section: Int, row: Int)
}

extension Responder {
  /// Whether the responder supports this use.
  fileprivate func canBeUsed(for use: Automation.Use) -> Bool {
    switch use {
    case .tap: (self as? View)?.isTappable ?? false
    case .select: self is any RowChoosing
    case .scroll: (self as? View)?.isScrolledByWheel ?? false
    }
  }
}

extension View {
  fileprivate func isIdentified(_ identifier: String) -> Bool {
    restorationIdentifier == identifier || accessibilityIdentifier == identifier
  }

  var hasIdentifier: Bool { restorationIdentifier != nil || accessibilityIdentifier != nil }

  /// Whether the mouse wheel over the view has an effect on it.
  var isScrolledByWheel: Bool {
    self is RowList || self is ScrollView || self is TextView || self is PickerView || self is DatePicker
      || overrides?.defines("mouseEvent", for: self) == true
  }

  /// Collects the views with this restoration or accessibility identifier, from this view down. Skips views of child
  /// controllers.
  func collectDescendants(identified identifier: String, of controller: ViewController, into found: inout [Responder]) {
    if isIdentified(identifier) { found.append(self) }
    for view in subviews where view.viewController == nil || view.viewController === controller {
      view.collectDescendants(identified: identifier, of: controller, into: &found)
    }
  }

  /// Collects the visible views with this restoration or accessibility identifier, from this view down.
  func collectVisible(identified identifier: String, into found: inout [View]) {
    if isHidden { return }
    if isIdentified(identifier) { found.append(self) }
    for view in subviews { view.collectVisible(identified: identifier, into: &found) }
  }

  /// Whether the view is in another view, with neither it nor an ancestor in between hidden.
  func isSeen(in other: View) -> Bool {
    var view: View? = self
    while let current = view, !current.isHidden {
      if current === other { return true }
      view = current.superview
    }
    return false
  }
}
