import StateRestoration

/// The screen of an app: shows a tree of controllers, and leads keys and the mouse to their views (UIKit's `UIWindow`).
@MainActor
public final class Window: Responder {
  /// The application whose window this is.
  public internal(set) weak var application: Application?
  private let content = WindowContentView()

  /// A window of this size, in cells.
  public init(size: Size = Size(width: 80, height: 24)) {
    self.size = size
    super.init()
    content.hostingWindow = self
    content.frame = Rect(origin: .zero, size: size)
  }

  public override var next: Responder? { application }
  public override var ownedResponders: [Responder] { [rootViewController].compactMap { $0 } }

  /// The extent in cells.
  public var size: Size {
    didSet {
      guard size != oldValue else { return }
      content.frame = Rect(origin: .zero, size: size)
      content.setNeedsLayout()
      updateAppearance()
    }
  }

  /// The controller at the root of the tree.
  public var rootViewController: ViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      if let oldValue {
        oldValue.willBeRemoved()
        oldValue.hostingWindow = nil
        oldValue.viewIfLoaded?.removeFromSuperview()
        didReleaseOwnership(of: oldValue)
      }
      if let root = rootViewController {
        root.container?.removeChild(root)
        if let other = root.hostingWindow, other !== self { other.rootViewController = nil }
        root.hostingWindow = self
        didTakeOwnership(of: root)
      }
      application?.invalidateEverything()
      updateAppearance()
    }
  }

  /// Whether this is the window that is shown and gets the keys.
  public var isKeyWindow: Bool { application?.keyWindow === self }

  /// Shows this window and lets it have the keys.
  public func makeKeyAndVisible() {
    application?.keyWindow = self
  }

  // MARK: Appearance

  private var appeared: [ViewController] = []
  private var isUpdatingAppearance = false
  private var isAppearanceStale = false

  /// The controllers that cover the window: the root, then each that is presented over the one before.
  var layers: [ViewController] {
    var layers: [ViewController] = []
    var layer = rootViewController
    while let current = layer {
      layers.append(current)
      layer = presented(in: current)
    }
    return layers
  }

  private func presented(in controller: ViewController) -> ViewController? {
    if let presented = controller.presentedViewController { return presented }
    for child in controller.visibleChildren {
      if let presented = presented(in: child) { return presented }
    }
    return nil
  }

  /// The layers that are seen: from the topmost that covers all below it.
  private var visibleLayers: ArraySlice<ViewController> {
    let layers = layers
    let bottom = layers.lastIndex { !$0.isPresentedOverCurrentContext } ?? 0
    return layers[bottom...]
  }

  /// The controllers that are seen, containers before what they contain. Loads their views and puts them in place.
  private func placeVisibleControllers() -> [ViewController] {
    var visible: [ViewController] = []
    func visit(_ controller: ViewController) {
      controller.loadViewIfNeeded()
      controller.placeVisibleChildren()
      visible.append(controller)
      controller.visibleChildren.forEach(visit)
    }
    let layers = visibleLayers
    layers.forEach(visit)
    content.show(layers.map(\.view))
    return visible
  }

  /// Sends the appearance callbacks that the tree owes: to what is no longer seen and to what is seen now.
  ///
  /// First every `viewWillDisappear`, then every `viewWillAppear`, then every `viewDidDisappear` and `viewDidAppear`;
  /// containers before what they contain. Nothing is sent before the application is launched or if this is not the key
  /// window.
  func updateAppearance() {
    guard let application, application.isShowingInterface else { return }
    isAppearanceStale = true
    needsDisplay = true
    guard !isUpdatingAppearance else { return }
    isUpdatingAppearance = true
    defer { isUpdatingAppearance = false }
    // A callback can change the tree again; a script that always does is stopped.
    for _ in 0..<100 where isAppearanceStale {
      isAppearanceStale = false
      let visible = isKeyWindow ? placeVisibleControllers() : []
      let visibleIDs = Set(visible.map { ObjectIdentifier($0) })
      let gone = appeared.filter { !visibleIDs.contains(ObjectIdentifier($0)) }
      let come = visible.filter { $0.appearance != .appeared }
      appeared = visible
      for controller in gone { controller.willBeRemoved() }
      for controller in come {
        controller.appearance = .appeared
        controller.appearedPath = controller.restorationIdentifierPath
        controller.send(.viewWillAppear(animated: false), named: "viewWillAppear") { controller.viewWillAppear(false) }
      }
      for controller in gone where controller.appearance == .disappearing {
        controller.appearance = .disappeared
        controller.send(.viewDidDisappear(animated: false), named: "viewDidDisappear") {
          controller.viewDidDisappear(false)
        }
        controller.appearedPath = nil
      }
      for controller in come where controller.appearance == .appeared {
        controller.send(.viewDidAppear(animated: false), named: "viewDidAppear") { controller.viewDidAppear(false) }
      }
    }
    updateFirstResponder()
  }

  // MARK: First responder

  /// The view that keys go to first.
  public private(set) weak var firstResponder: View?

  /// Makes a view the first that keys go to; nil makes none. Returns false if the view does not want to be, or is not in
  /// this window.
  @discardableResult
  public func makeFirstResponder(_ view: View?) -> Bool {
    if view === firstResponder { return true }
    if let view, view.window !== self || !view.canBecomeFirstResponder { return false }
    let old = firstResponder
    firstResponder = view
    view?.owningViewController?.lastFirstResponder = view
    // On a small screen the one with the keys keeps its room.
    view?.contentSizeDidChange()
    old?.didResignFirstResponder()
    view?.didBecomeFirstResponder()
    needsDisplay = true
    return true
  }

  /// Keeps the keys with a view that is seen: the one of the topmost controller that had them the last time, else its
  /// first one that can have them.
  func updateFirstResponder() {
    content.layoutIfNeeded()
    guard let top = visibleLayers.last else { return }
    if let current = firstResponder, current.window === self, current.canBecomeFirstResponder,
      current.owningViewController?.isDescendant(of: top) == true
    {
      return
    }
    let visible = innermostVisible(of: top)
    if let wanting = visible.lazy.compactMap({ $0.viewIfLoaded?.focusableViews.first(where: \.wantsFirstResponder) })
      .first
    {
      wanting.wantsFirstResponder = false
      makeFirstResponder(wanting)
      return
    }
    makeFirstResponder(visible.reversed().lazy.compactMap(focusCandidate).first)
  }

  private func focusCandidate(of controller: ViewController) -> View? {
    if let last = controller.lastFirstResponder, last.window === self, last.canBecomeFirstResponder { return last }
    return controller.viewIfLoaded?.focusableViews.first
  }

  private func innermostVisible(of controller: ViewController) -> [ViewController] {
    [controller] + controller.visibleChildren.flatMap(innermostVisible)
  }

  /// The views that can have the keys now, in reading order.
  public var focusableViews: [View] { visibleLayers.last?.viewIfLoaded?.focusableViews ?? [] }

  private func moveFocus(by step: Int) -> Bool {
    let views = focusableViews
    guard !views.isEmpty else { return false }
    guard let current = firstResponder, let index = views.firstIndex(where: { $0 === current }) else {
      return makeFirstResponder(step > 0 ? views.first : views.last)
    }
    let next = views[(index + step + views.count) % views.count]
    next.scrollIntoView()
    return makeFirstResponder(next)
  }

  // MARK: Events

  /// Leads an event to the view it is for, and on along the responders until one handles it.
  ///
  /// - Returns: whether anything handled it.
  @discardableResult
  public func handle(_ event: InputEvent) -> Bool {
    content.layoutIfNeeded()
    switch event {
    case .key(let key): return keyDown(key)
    case .paste(let text): return firstResponder?.pasted(text) ?? false
    case .mouse(let mouse): return mouseEvent(mouse)
    case .resize(let size):
      self.size = size
      return true
    }
  }

  private func keyDown(_ key: KeyPress) -> Bool {
    let innermost = visibleLayers.last.flatMap { innermostVisible(of: $0).last }
    if handle(key, from: firstResponder ?? innermost) { return true }
    // A bar of a container can have the keys; what it shows hears those that the bar has no use for.
    if let innermost, firstResponder?.owningViewController !== innermost, handle(key, from: innermost) { return true }
    switch (key.key, key.modifiers) {
    case (.tab, []): return moveFocus(by: 1)
    case (.tab, .shift): return moveFocus(by: -1)
    case (.down, []), (.right, []): return moveFocus(by: 1)
    case (.up, []), (.left, []): return moveFocus(by: -1)
    default: return false
    }
  }

  /// Leads a key along the responders, from one on.
  private func handle(_ key: KeyPress, from first: Responder?) -> Bool {
    var responder = first
    while let current = responder, current !== self {
      if current.keyPressed(key) { return true }
      // Nothing below a presented controller hears keys, but its presenter hears Escape.
      if let controller = current as? ViewController, controller.presenter != nil, controller.container == nil {
        guard key == KeyPress(.escape) else { return false }
        controller.dismiss()
        return true
      }
      responder = current.next
    }
    return false
  }

  private weak var mouseTarget: View?

  private func mouseEvent(_ event: MouseEvent) -> Bool {
    var target: View?
    switch event.action {
    case .drag, .release: target = mouseTarget ?? content.hitTest(event.location)
    case .press, .wheel: target = content.hitTest(event.location)
    }
    if case .press = event.action {
      mouseTarget = target
      if let target, let focus = sequence(first: target, next: \.superview).first(where: \.canBecomeFirstResponder),
        focus.takesFocusFromMouse
      {
        makeFirstResponder(focus)
      }
    }
    if case .release = event.action { mouseTarget = nil }
    while let view = target {
      var local = event
      local.location = view.convertFromWindow(event.location)
      if view.isEffectivelyEnabled, view.mouseEvent(local) { return true }
      target = view.superview
    }
    return false
  }

  // MARK: Drawing

  /// Whether the screen may look different from the last time it was drawn.
  public internal(set) var needsDisplay = true

  /// Lays out what changed and draws the window.
  public func render() -> Grid {
    content.layoutIfNeeded()
    needsDisplay = false
    let canvas = Canvas(grid: Grid(size: size))
    content.drawTree(in: canvas)
    var grid = canvas.grid
    if let view = firstResponder, let cursor = view.cursorLocation {
      let place = view.convertToWindow(cursor)
      if Rect(origin: .zero, size: size).contains(place) { grid.cursor = place }
    }
    return grid
  }

  /// The view of the topmost layer: what a person can use now.
  public var topContentView: View? { visibleLayers.last?.viewIfLoaded }

  /// The topmost view; the views of the visible controllers are in it.
  public var contentView: View { content }
}

/// The views of the visible layers, each over the whole window.
@MainActor
private final class WindowContentView: View {
  func show(_ views: [View]) {
    guard !views.elementsEqual(subviews, by: ===) else { return }
    for old in subviews where !views.contains(where: { $0 === old }) { old.removeFromSuperview() }
    for (index, view) in views.enumerated() where index >= subviews.count || subviews[index] !== view {
      insertSubview(view, at: index)
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    for view in subviews { view.frame = bounds }
  }
}
