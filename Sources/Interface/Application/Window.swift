import Loop
import StateRestoration

/// The screen of an app: shows a tree of controllers, and dispatches keyboard and mouse events to their views (UIKit's
/// `UIWindow`).
@MainActor
public final class Window: Responder {
  /// The application that owns the window.
  public internal(set) weak var application: Application?
  /// The root of the view tree.
  let content = WindowContentView()

  /// Creates a window of a size in cells.
  public init(size: Size = Size(width: 80, height: 24)) {
    self.size = size
    super.init()
    content.hostingWindow = self
    content.frame = Rect(origin: .zero, size: size)
  }

  public override var next: Responder? { application }
  public override var ownedResponders: [Responder] { [rootViewController].compactMap { $0 } }
  public override var keyBindings: [KeyBinding] { keyBindingsEverywhere }

  /// The size in cells.
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
      application?.restorableStateChanged()
      updateAppearance()
    }
  }

  /// Whether this is the visible window, which receives keyboard input.
  public var isKeyWindow: Bool { application?.keyWindow === self }

  /// Shows the window and makes it key.
  public func makeKeyAndVisible() {
    application?.keyWindow = self
  }

  // MARK: Appearance

  private var appeared: [ViewController] = []
  private var isUpdatingAppearance = false
  private var isAppearanceStale = false
  /// The number of controllers and views that appearance updates have visited in this turn.
  var appearanceWork = 0
  /// The limit of ``appearanceWork`` in a turn; further updates wait for the end of the turn. A script may change a
  /// large tree thousands of times in one turn.
  private static let appearanceWorkPerTurn = 20_000

  /// The root controller and the chain of presented controllers, bottom first.
  var layers: [ViewController] {
    var layers: [ViewController] = []
    var layer = rootViewController
    while let current = layer {
      layers.append(current)
      layer = current.visiblePresentation
    }
    return layers
  }

  /// The host's screen over all others; it receives keyboard input.
  public var overlay: OverlayController? {
    didSet {
      guard overlay !== oldValue else { return }
      oldValue?.hostingWindow = nil
      oldValue?.viewIfLoaded?.removeFromSuperview()
      overlay?.hostingWindow = self
      overlay?.overlayPresenter = self
      updateAppearance()
    }
  }

  /// The visible layers, from the topmost opaque one up.
  var visibleLayers: [ViewController] {
    let layers = layers
    let bottom = layers.lastIndex { !$0.isPresentedOverCurrentContext } ?? 0
    return layers[bottom...] + [overlay].compactMap { $0 }
  }

  /// The topmost visible layer, which receives input.
  var topLayer: ViewController? {
    if let overlay { return overlay }
    var top = rootViewController
    while let controller = top, let presented = controller.visiblePresentation { top = presented }
    return top
  }

  /// The title of the visible presented screen, unless it has its own bar.
  var presentedTitle: Text? {
    guard let layer = visibleLayers.first, layer.isPresented, !(layer is NavigationController) else { return nil }
    return layer.isPresentedOverCurrentContext ? nil : layer.displayTitle
  }

  /// Loads and places the views of the visible controllers. Returns the controllers, parents before children.
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
    content.setSubviews(layers.map(\.view))
    return visible
  }

  /// Sends the pending appearance callbacks to controllers that are no longer visible and to those that have become
  /// visible.
  ///
  /// The order is: every `viewWillDisappear`, then every `viewWillAppear`, then every `viewDidDisappear` and
  /// `viewDidAppear`, parents before children. Sends nothing before the application is launched, or if this is not the
  /// key window. Work beyond the limit of a turn is done at its end.
  func updateAppearance() {
    guard let application, application.isShowingInterface else { return }
    isAppearanceStale = true
    setNeedsDisplay()
    guard !isUpdatingAppearance, appearanceWork < Self.appearanceWorkPerTurn else { return }
    isUpdatingAppearance = true
    defer { isUpdatingAppearance = false }
    // A callback can change the tree again; the limit stops a script that always does.
    for _ in 0..<100 where isAppearanceStale {
      isAppearanceStale = false
      let visible = isKeyWindow ? placeVisibleControllers() : []
      let visibleIDs = Set(visible.map { ObjectIdentifier($0) })
      let disappearing = appeared.filter { !visibleIDs.contains(ObjectIdentifier($0)) }
      let appearing = visible.filter { $0.appearance != .appeared }
      appeared = visible
      for controller in disappearing { controller.willBeRemoved() }
      for controller in appearing {
        controller.appearance = .appeared
        controller.appearedPath = controller.restorationIdentifierPath
        controller.send(.viewWillAppear(animated: false)) { controller.viewWillAppear(false) }
      }
      for controller in disappearing where controller.appearance == .disappearing {
        controller.appearance = .disappeared
        controller.send(.viewDidDisappear(animated: false)) {
          controller.viewDidDisappear(false)
        }
        controller.appearedPath = nil
      }
      for controller in appearing where controller.appearance == .appeared {
        controller.send(.viewDidAppear(animated: false)) { controller.viewDidAppear(false) }
      }
    }
    updateFirstResponder()
    updateMessages()
  }

  /// Updates the appearance at the end of the turn.
  func setNeedsAppearanceUpdate() {
    guard application?.isShowingInterface == true else { return }
    isAppearanceStale = true
  }

  /// Pauses the time of messages while a dialog is open.
  private func updateMessages() {
    guard isKeyWindow else { return }
    application?.messages.isPaused = isCoveredByQuestion || application?.isCoveredByHost == true
  }

  /// Performs the appearance updates that were deferred to the end of the turn.
  func finishUpdatingAppearance() {
    updateMessages()
    appearanceWork = 0
    guard isAppearanceStale else { return }
    updateAppearance()
    appearanceWork = 0
  }

  // MARK: First responder

  /// The view that receives keyboard input first.
  public private(set) weak var firstResponder: View?

  /// Focuses a view; nil removes the focus and forgets the previous view. Returns false if the view refuses or is not
  /// in this window.
  @discardableResult
  public func makeFirstResponder(_ view: View?) -> Bool {
    if view == nil { isFocusGivenUp = true }
    if view === firstResponder, !awaitsWantedFocus { return true }
    if let view, view.window !== self || !view.canBecomeFirstResponder { return false }
    if view == nil, let old = firstResponder, let owner = old.focusOwner, owner.lastFirstResponder === old {
      owner.lastFirstResponder = nil
    }
    let old = firstResponder
    takeFocus(view)
    for changed in [old, view] {
      for outer in sequence(first: changed, next: { $0?.superview }) { outer?.focusDidMoveWithin() }
    }
    for (container, child) in containers(of: view) { container.focusDidMove(into: child) }
    revealFirstResponder()
    return true
  }

  func takeFocus(_ view: View?) {
    awaitsWantedFocus = false
    view.map { $0.focusOwner?.focusDidMove(to: $0) }
    setFirstResponder(view)
  }

  /// The reason why the focused view is scrolled into view before drawing or input.
  private enum Reveal {
    case isUsed, sizeChanged
  }
  private var reveal: Reveal?

  /// Scrolls the focused view, or its cursor, into view before the next drawing or input.
  func revealFirstResponder() {
    reveal = firstResponder == nil ? nil : .isUsed
    needsDisplay = true
  }

  /// Keeps the focused view visible after a resize if it was visible before.
  func keepFirstResponderInSight() {
    if reveal == nil, firstResponder != nil { reveal = .sizeChanged }
    needsDisplay = true
  }

  /// Lets the focused view stay scrolled out of view.
  func leaveScrolled() { reveal = nil }

  /// Lays out all views whose layout is outdated.
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

  /// Performs the pending appearance updates and layout, after which the focused view is the one that the user sees.
  func settle() {
    if overlay?.isOutdated == true { overlay = nil }
    finishUpdatingAppearance()
    phase("lay out", layoutIfNeeded)
    updateStaleFocus()
    var outer = firstResponder?.superview
    while let view = outer {
      view.windowDidSettle()
      outer = view.superview
    }
  }

  func setFirstResponder(_ view: View?) {
    let old = firstResponder
    firstResponder = view
    if view != nil { isFocusGivenUp = false }
    // On a small screen the focused view takes more room, so the sizes of both views change.
    for changed in [old, view] { changed?.contentSizeDidChange() }
    old?.didResignFirstResponder()
    view?.didBecomeFirstResponder()
    for changed in [old, view] { changed?.focusOwner?.invalidateRestorableState() }
    setNeedsDisplay()
    if let view, let list = sequence(first: view, next: \.superview).dropFirst().first(where: { $0 is RowList }) {
      (list as? RowList)?.focusDidMove(into: view)
    }
  }

  /// Whether the view that was focused when the state was saved is still missing, and another is focused meanwhile.
  var awaitsWantedFocus = false

  /// Whether a script has removed the focus, which then stays away until the screen changes.
  var isFocusGivenUp = false
  /// Whether views were added, removed, hidden, shown, enabled or disabled.
  var isFocusStale = false

  // MARK: Events

  /// The key bindings of the window while it offered these commands.
  var knownBindings: (offered: [HostCommand], bindings: [KeyBinding])?
  /// The view in which a mouse button is down; nil if none is.
  var mousePress: MousePress?
  struct MousePress {
    weak var view: View?
    weak var controller: ViewController?
    /// The view that has handled the press: this one or a superview.
    weak var handler: View?
    /// The position in the window.
    var location: Point
  }
  /// The position of the last press if it ended with a drag that selects text on the screen; nil otherwise.
  package internal(set) var selectionStart: Point?
  /// The last press of the mouse, and its time.
  var lastPress: (event: MouseEvent, time: Double)?

  // MARK: Drawing

  /// Whether the screen may have changed since it was last drawn.
  public internal(set) var needsDisplay = true
  /// The number of times that the window was drawn.
  package private(set) var drawCount = 0
  /// The last drawing, and what has changed since.
  var drawing = WindowDrawing()
  private var animationTimer: (timer: TimerQueue.Timer, deadline: Double)?

  /// Redraws the whole window.
  func setNeedsDisplay() {
    drawing.damage = .whole
    needsDisplay = true
  }

  /// Redraws rows of the window.
  func setNeedsDisplay(inRows rows: Range<Int>) {
    drawing.damage.insert(rows)
    needsDisplay = true
  }

  /// Redraws an animated view after a delay. The earliest deadline wins.
  func setNeedsDisplay(of view: View, after seconds: Double) {
    drawing.animatedViews.append(view)
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

  /// Lays out and draws the changes, with the line of key hints or an empty one. Returns the whole screen.
  public func render(withKeyHints: Bool = true) -> Grid {
    settle()
    needsDisplay = false
    drawCount += 1
    return phase("draw") { draw(withKeyHints: withKeyHints) }
  }

  private func phase<Result>(_ name: String, _ body: () -> Result) -> Result {
    applicationContext?.log.phase(name, body) ?? body()
  }

  /// The view of the topmost layer, the only one that the user can use now.
  public var topContentView: View? { topLayer?.viewIfLoaded }
}
