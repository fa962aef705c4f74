import StateRestoration

/// The screen of an app: shows a tree of controllers, and leads keys and the mouse to their views (UIKit's `UIWindow`).
@MainActor
public final class Window: Responder {
  /// The application whose window this is.
  public internal(set) weak var application: Application?
  let content = WindowContentView()

  /// A window of this size, in cells.
  public init(size: Size = Size(width: 80, height: 24)) {
    self.size = size
    super.init()
    content.hostingWindow = self
    content.frame = Rect(origin: .zero, size: size)
  }

  public override var next: Responder? { application }
  public override var ownedResponders: [Responder] { [rootViewController].compactMap { $0 } }
  public override var keyBindings: [KeyBinding] { keyBindingsEverywhere }

  /// The extent in cells.
  public var size: Size {
    didSet {
      guard size != oldValue else { return }
      content.frame = Rect(origin: .zero, size: size)
      content.setNeedsLayout()
      updateAppearance()
      keepFirstResponderInSight()
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

  /// Whether this is the window that is shown and gets keyboard focus.
  public var isKeyWindow: Bool { application?.keyWindow === self }

  /// Shows this window and gives it keyboard focus.
  public func makeKeyAndVisible() {
    application?.keyWindow = self
  }

  // MARK: Appearance

  private var appeared: [ViewController] = []
  private var isUpdatingAppearance = false
  private var isAppearanceStale = false
  /// How much bringing the appearance up to date has looked at in this turn.
  private var appearanceWork = 0
  /// How much it may look at in a turn, in controllers and views, before the rest waits for the turn's end: a script can
  /// change a large tree ten thousand times in one.
  private static let appearanceWorkPerTurn = 20_000

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

  /// A screen of the host's own over all others; it has keyboard focus.
  public var overlay: OverlayController? {
    didSet {
      guard overlay !== oldValue else { return }
      oldValue?.hostingWindow = nil
      oldValue?.viewIfLoaded?.removeFromSuperview()
      overlay?.hostingWindow = self
      updateAppearance()
    }
  }

  /// The layers that are seen: from the topmost that covers all below it.
  var visibleLayers: [ViewController] {
    let layers = layers
    let bottom = layers.lastIndex { !$0.isPresentedOverCurrentContext } ?? 0
    return layers[bottom...] + [overlay].compactMap { $0 }
  }

  /// The title of the presented screen that is seen, unless its own bar says it.
  var presentedTitle: Text? {
    guard let layer = visibleLayers.first, layer.isPresented, !(layer is NavigationController) else { return nil }
    return layer.isPresentedOverCurrentContext ? nil : layer.displayTitle
  }

  /// The controllers that are seen, containers before what they contain. Loads their views and puts them in place.
  private func placeVisibleControllers() -> [ViewController] {
    var visible: [ViewController] = []
    func visit(_ controller: ViewController) {
      controller.loadViewIfNeeded()
      controller.placeVisibleChildren()
      visible.append(controller)
      appearanceWork += 1 + controller.children.count
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
  /// window. What would take too long at once is done at the end of the turn.
  func updateAppearance() {
    guard let application, application.isShowingInterface else { return }
    isAppearanceStale = true
    needsDisplay = true
    guard !isUpdatingAppearance, appearanceWork < Self.appearanceWorkPerTurn else { return }
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
    updateNotifications()
  }

  /// What is said for a while waits for whoever has to answer something first.
  private func updateNotifications() {
    guard isKeyWindow else { return }
    application?.notifications.isPaused = isCoveredByQuestion || application?.isCoveredByHost == true
  }

  /// A turn ends: what of ``updateAppearance()`` has waited for that is done.
  func finishUpdatingAppearance() {
    updateNotifications()
    appearanceWork = 0
    guard isAppearanceStale else { return }
    updateAppearance()
    appearanceWork = 0
  }

  // MARK: First responder

  /// The view that keys go to first.
  public private(set) weak var firstResponder: View?

  /// Makes a view the first that keys go to; nil makes none, and forgets which one it was. Returns false if the view does
  /// not want to be, or is not in this window.
  @discardableResult
  public func makeFirstResponder(_ view: View?) -> Bool {
    if view === firstResponder, !awaitsWantedFocus { return true }
    if let view, view.window !== self || !view.canBecomeFirstResponder { return false }
    if view == nil, let old = firstResponder, let owner = old.focusOwner, owner.lastFirstResponder === old {
      owner.lastFirstResponder = nil
    }
    takeFocus(view)
    for outer in sequence(first: view, next: { $0?.superview }).dropFirst() { outer?.focusDidMoveWithin() }
    revealFirstResponder()
    return true
  }

  private func takeFocus(_ view: View?) {
    awaitsWantedFocus = false
    view.map { $0.focusOwner?.focusDidMove(to: $0) }
    setFirstResponder(view)
  }

  /// Why what has keyboard focus is scrolled into view before the screen is drawn or used.
  private enum Reveal {
    case isUsed, sizeChanged
  }
  private var reveal: Reveal?

  /// The focused view, or its cursor, is scrolled into view before the screen is drawn or used.
  func revealFirstResponder() {
    reveal = firstResponder == nil ? nil : .isUsed
    needsDisplay = true
  }

  /// The size is another than the one at which what has keyboard focus was seen: it is seen at this one, too.
  private func keepFirstResponderInSight() {
    if reveal == nil, firstResponder != nil { reveal = .sizeChanged }
    needsDisplay = true
  }

  /// The focused view may stay where it is, also if it is scrolled away.
  func leaveScrolled() { reveal = nil }

  /// Gives all views their places.
  public func layoutIfNeeded() {
    content.layoutIfNeeded()
    guard let reveal else { return }
    self.reveal = nil
    switch reveal {
    case .isUsed: firstResponder?.scrollIntoView()
    case .sizeChanged: firstResponder?.keepInSight()
    }
    content.layoutIfNeeded()
  }

  private func setFirstResponder(_ view: View?) {
    let old = firstResponder
    firstResponder = view
    // On a small screen the one with the keys has its room, and where they were is as where they never were.
    for changed in [old, view] { changed?.contentSizeDidChange() }
    old?.didResignFirstResponder()
    view?.didBecomeFirstResponder()
    for changed in [old, view] { changed?.focusOwner?.invalidateRestorableState() }
    needsDisplay = true
    if let view, let list = sequence(first: view, next: \.superview).dropFirst().first(where: { $0 is RowList }) {
      (list as? RowList)?.keysWent(into: view)
    }
  }

  /// Whether the view that was focused when the state was saved is still missing; another is focused meanwhile.
  private var awaitsWantedFocus = false

  /// Gives the keys to the view that had them when the state was saved, once it is there.
  func updateAwaitedFocus() {
    if awaitsWantedFocus { updateFirstResponder() }
  }

  /// The user acts on the focused view: it stays focused.
  func keepFirstResponder() {
    guard awaitsWantedFocus, let view = firstResponder else { return }
    awaitsWantedFocus = false
    view.focusOwner?.focusDidMove(to: view)
    for controller in visibleLayers.last.map(innermostVisible) ?? [] { controller.wantedFocus = nil }
  }

  /// Keeps the keys with a view that is seen: the one of the topmost controller that had them the last time, else its
  /// first one that can have them.
  func updateFirstResponder() {
    appearanceWork += content.layOutTree()
    guard let top = visibleLayers.last else { return }
    if !awaitsWantedFocus, let current = firstResponder, current.window === self, current.canBecomeFirstResponder,
      current.owningViewController?.isDescendant(of: top) == true
    {
      return
    }
    let visible = innermostVisible(of: top)
    let isAwaiting = visible.contains { controller in
      controller.wantedFocus != nil && controller.rememberedFocus(in: self) == nil
    }
    if !isAwaiting, visible.allSatisfy({ $0.wantedFocus == nil }),
      let wanting = visible.lazy.compactMap({ $0.viewIfLoaded?.focusableViews.first(where: \.wantsFirstResponder) })
        .first
    {
      wanting.wantsFirstResponder = false
      makeFirstResponder(wanting)
      return
    }
    let choice = top.focusChoice(in: self)
    awaitsWantedFocus = isAwaiting
    if let choice, !isAwaiting {
      let isRestored = visible.contains { $0.wantedFocus != nil }
      takeFocus(choice)
      // It comes back as it was left; where it was saved at another size, it is seen if it was.
      leaveScrolled()
      if isRestored { keepFirstResponderInSight() }
      return
    }
    if choice !== firstResponder { setFirstResponder(choice) }
  }

  func innermostVisible(of controller: ViewController) -> [ViewController] {
    [controller] + controller.visibleChildren.flatMap(innermostVisible)
  }

  /// The views that can be focused now, in reading order.
  public var focusableViews: [View] { visibleLayers.last?.viewIfLoaded?.focusableViews ?? [] }

  func moveFocus(by step: Int) -> Bool {
    let views = focusableViews
    guard !views.isEmpty else { return false }
    guard let current = firstResponder, let index = views.firstIndex(where: { $0 === current }) else {
      let first = step > 0 ? views.first : views.last
      guard makeFirstResponder(first) else { return false }
      first?.keysWereBrought(byStep: step)
      return true
    }
    let next = views[(index + step + views.count) % views.count]
    next.scrollIntoView()
    guard makeFirstResponder(next) else { return false }
    // Focusing it can make room for it.
    content.layoutIfNeeded()
    next.scrollIntoView()
    next.keysWereBrought(byStep: step)
    return true
  }

  // MARK: Events

  weak var mouseTarget: View?
  /// The last press of the mouse, and when it was.
  var lastPress: (event: MouseEvent, time: Double)?

  // MARK: Drawing

  private var theme: Theme { application?.theme ?? .terminal }

  /// Whether the screen may look different from the last time it was drawn.
  public internal(set) var needsDisplay = true
  private var animationTimer: (timer: TimerQueue.Timer, deadline: Double)?

  /// Draws the window again after so many seconds, for something that moves. The soonest time counts.
  func setNeedsDisplay(after seconds: Double) {
    guard let timers = application?.timers else { return }
    let deadline = timers.now + seconds
    if let animationTimer, animationTimer.deadline <= deadline { return }
    animationTimer?.timer.cancel()
    let timer = timers.after(seconds) { [weak self] in
      self?.animationTimer = nil
      self?.needsDisplay = true
    }
    animationTimer = (timer, deadline)
  }

  /// Lays out what changed and draws the window.
  public func render(withNotifications: Bool = true) -> Grid {
    finishUpdatingAppearance()
    layoutIfNeeded()
    updateAwaitedFocus()
    needsDisplay = false
    let screen = theme[.text]
    let canvas = Canvas(grid: Grid(size: size), base: screen)
    if screen != .plain { canvas.fill(Rect(origin: .zero, size: size)) }
    content.drawTree(in: canvas)
    var cursor: Point?
    if let view = firstResponder, let place = view.cursorLocation.map(view.convertToWindow) {
      if Rect(origin: .zero, size: size).contains(place) { cursor = place }
    }
    if withNotifications, isKeyWindow {
      application?.notifications.draw(
        in: canvas, rows: 0..<size.height - (content.showsHints ? 1 : 0), width: size.width, avoiding: cursor,
        theme: theme)
    }
    var grid = canvas.grid
    grid.cursor = cursor
    return grid
  }

  /// The view of the topmost layer: what a person can use now.
  public var topContentView: View? { visibleLayers.last?.viewIfLoaded }

  /// The topmost view; the views of the visible controllers are in it.
  public var contentView: View { content }
}
