import StateRestoration

/// Manages a view and its subviews, and is a node of the controller tree (UIKit's `UIViewController`).
@MainActor
open class ViewController: Responder, RestorableViewController {
  /// The controller's identifier among its siblings. A controller without one is not preserved, nor are its
  /// descendants.
  open var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      heldBytesDidChange()
      if let parent = structuralParent {
        parent.invalidateRestorableChildren()
      } else {
        window?.application?.restorableStateChanged()
      }
    }
  }

  /// The class that re-creates this controller during restoration.
  open var restorationClass: (any RestorationClass)? { didSet { invalidateRestorableState() } }

  /// The storyboard and scene from which the controller was instantiated.
  public internal(set) var origin: (storyboard: Storyboard, scene: String)?

  /// The storyboard from which the controller was instantiated; nil if it was created in code.
  public var storyboard: Storyboard? { origin?.storyboard }

  /// The title for navigation bars and tabs, as plain text.
  open var title: String? {
    get { attributedTitle?.string }
    set { attributedTitle = newValue.map { Text($0) } }
  }
  /// The title for navigation bars and tabs, with its attributes.
  open var attributedTitle: Text? {
    didSet {
      guard attributedTitle != oldValue else { return }
      heldBytesDidChange()
      structuralParent?.childTitleDidChange(self)
      if isPresented { window?.content.setNeedsLayout() }
      invalidateRestorableState()
    }
  }

  /// The contents of a navigation bar besides the title.
  public var navigationItem: NavigationItem {
    let item = madeNavigationItem ?? NavigationItem(self)
    madeNavigationItem = item
    return item
  }
  /// Created on first access, as most controllers don't use it.
  private var madeNavigationItem: NavigationItem?

  /// The buttons that a navigation controller shows in its bottom bar.
  public var toolbarItems: [BarButtonItem] = [] {
    didSet { barItemsDidChange(from: oldValue, to: toolbarItems, in: .toolbarItem) }
  }

  /// Named actions for the command palette and for keys, available while this controller is visible on the topmost
  /// screen. Those of the focused branch come first.
  open var keyCommands: [KeyCommand] = [] {
    didSet {
      heldBytesDidChange()
      window?.setNeedsDisplay()
    }
  }

  open override var heldBytes: Int {
    keyCommands.reduce(
      restorationIdentifier.storedByteCount + attributedTitle.heldBytes + resultMethod.byteCount
        + (madeNavigationItem?.subtitle.heldBytes ?? 0)
    ) { $0 + $1.heldBytes }
  }

  /// Whether the controller belongs to the app and is not an overlay of the host.
  var isPartOfApp: Bool { true }

  /// The name of the script class, if the object has one.
  public var scriptClassName: String?

  /// The class name, for archives and tools.
  public var className: String { scriptClassName ?? String(describing: type(of: self)) }

  /// Creates a controller whose view is not loaded.
  public override init() {
    super.init()
  }

  open override var next: Responder? { structuralParent ?? hostingWindow }

  open override var ownedResponders: [Responder] {
    var owned: [Responder] = children
    if let viewIfLoaded { owned.append(viewIfLoaded) }
    if let presentedViewController { owned.append(presentedViewController) }
    owned += toolbarItems as [Responder]
    if let items = madeNavigationItem?.rightBarButtonItems { owned += items as [Responder] }
    return owned
  }

  // MARK: The view

  private var isLoadingView = false

  /// Whether the view exists.
  public var isViewLoaded: Bool { viewIfLoaded != nil }

  /// The view, if it is loaded.
  public private(set) var viewIfLoaded: View?

  /// The view, which is loaded on first access: `loadView`, then `viewDidLoad`.
  public var view: View {
    get {
      loadViewIfNeeded()
      if let viewIfLoaded { return viewIfLoaded }
      // `loadView` itself may access the view before setting it.
      let view = View()
      setView(view)
      return view
    }
    set { setView(newValue) }
  }

  private func setView(_ view: View) {
    guard view !== viewIfLoaded else { return }
    if let old = viewIfLoaded {
      old.viewController = nil
      old.removeFromSuperview()
      viewIfLoaded = nil
      didReleaseOwnership(of: old)
      viewsDidLeave(old.identifiedSubviews)
    }
    view.viewController?.forgetView()
    view.removeFromSuperview()
    viewIfLoaded = view
    view.viewController = self
    didTakeOwnership(of: view)
    viewsDidEnter(view.identifiedSubviews)
    if !isLoadingView { window?.updateAppearance() }
    invalidateRestorableChildren()
  }

  private func forgetView() {
    guard let view = viewIfLoaded else { return }
    viewIfLoaded = nil
    viewsDidLeave(view.identifiedSubviews)
    didReleaseOwnership(of: view)
  }

  /// Whether `loadView` or `viewDidLoad` failed.
  private var hasLoadingFailed = false

  /// Loads the view if necessary. Returns false if loading failed, now or earlier.
  @discardableResult
  public func loadViewIfNeeded() -> Bool {
    guard viewIfLoaded == nil, !isLoadingView else { return !hasLoadingFailed }
    isLoadingView = true
    defer { isLoadingView = false }
    let isMade = send(.loadView, isRecorded: false) { loadView() }
    if viewIfLoaded == nil { setView(View()) }
    let isPrepared = send(.viewDidLoad) { viewDidLoad() }
    hasLoadingFailed = !isMade || !isPrepared
    // Its identified views may be saved now.
    invalidateRestorableChildren()
    invalidateRestorableState()
    return !hasLoadingFailed
  }

  /// Creates the view and sets ``view``. Uses the scene's view if the controller came from a storyboard, otherwise an
  /// empty one.
  open func loadView() {
    if let origin, let makeView = origin.storyboard.viewMaker(ofScene: origin.scene) {
      do {
        if let made = try makeView(self) { setView(made) }
      } catch {
        report(error, from: "view of scene \(origin.scene)")
      }
    }
    if viewIfLoaded == nil { setView(View()) }
  }

  /// Called when the view was loaded.
  open func viewDidLoad() {}
  /// Called before the view becomes visible.
  open func viewWillAppear(_ animated: Bool) {}
  /// Called when the view has become visible.
  open func viewDidAppear(_ animated: Bool) {}
  /// Called before the view is hidden or removed.
  open func viewWillDisappear(_ animated: Bool) {}
  /// Called when the view was hidden or removed.
  open func viewDidDisappear(_ animated: Bool) {}

  // MARK: The tree

  /// The child controllers, in order.
  public var children: [ViewController] { childList.elements }
  var childList = SiblingList<ViewController>() { didSet { knownVisibleChildren = nil } }
  var knownPlace = 0

  /// Returns whether a controller is one of the ``children``.
  public final func contains(_ child: ViewController) -> Bool { child.container === self }

  /// Returns the index of a child among the ``children``; nil if it is not a child.
  public final func place(of child: ViewController) -> Int? { contains(child) ? childList.place(of: child) : nil }

  /// The parent, whether or not it is visible to the app yet.
  weak var container: ViewController? { didSet { didMove(from: oldValue) } }
  /// The presenting controller, whether or not it is visible to the app yet.
  weak var presenter: ViewController? { didSet { didMove(from: oldValue) } }
  /// The window whose root controller this is.
  weak var hostingWindow: Window? { didSet { didMove(from: oldValue) } }

  /// Keeps the context of the application after the controller has left its place, so that its changes are still
  /// recorded before it is added again.
  private func didMove(from old: Responder?) {
    if let context = old?.applicationContext { enter(context) }
  }

  /// The path while the controller is being restored, until it is bound.
  var restoringPath: IdentifierPath?

  var structuralParent: ViewController? { container ?? presenter }

  /// The parent. Nil during restoration, until the controller is bound.
  public var parent: ViewController? { restoringPath == nil ? container : nil }

  /// The controller that presents this one or its container.
  public var presentingViewController: ViewController? {
    if restoringPath != nil { return nil }
    return presenter ?? container?.presentingViewController
  }

  /// The controller presented by this one.
  public internal(set) var presentedViewController: ViewController?

  /// The name of the presenter's method that receives the result of this controller.
  public var resultMethod: String? {
    didSet {
      heldBytesDidChange()
      invalidateRestorableState()
    }
  }

  /// The maximum depth of the controller tree, including presented controllers.
  public static let maximumDepth = 200
  var knownLevels = 1

  /// Adds a controller as the last child. To show its view, add it to this controller's view.
  ///
  /// - Throws: ``ContainmentError`` if this would create a circle, or more levels than ``maximumDepth``.
  open func addChild(_ child: ViewController) throws {
    try adopt(child)
    window?.updateAppearance()
  }

  /// Removes the controller from its parent.
  open func removeFromParent() {
    guard let container else { return }
    let window = window
    container.removeChild(self)
    window?.updateAppearance()
  }

  /// Removes a child. Containers override it to choose what is shown afterwards, and call ``detach(_:)``.
  open func removeChild(_ child: ViewController) {
    detach(child)
  }

  /// Returns why a controller cannot be a child of this container, apart from the general rules; nil if it can.
  open func refusal(ofChild child: ViewController) -> String? { nil }

  /// Called when a child's title has changed. Containers with a bar update it, and call super.
  open func childTitleDidChange(_ child: ViewController) {
    if child === titleChild { displayTitleMayHaveChanged() }
  }
  /// Called when a child's bar buttons have changed.
  open func childBarItemsDidChange(_ child: ViewController) {}

  func barItemsDidChange(from old: [BarButtonItem], to new: [BarButtonItem], in bar: FocusPlace.Root) {
    let (before, after) = (Set(old.map { ObjectIdentifier($0) }), Set(new.map { ObjectIdentifier($0) }))
    for item in new where !before.contains(ObjectIdentifier(item)) { didTakeOwnership(of: item) }
    for item in old where !after.contains(ObjectIdentifier(item)) { didReleaseOwnership(of: item) }
    for item in old where item.screen === self { item.screen = nil }
    for item in new { item.screen = self }
    awaitSuccessor(ofItemIn: old, among: new, in: bar)
    focusPlaceMayHaveChanged()
    structuralParent?.childBarItemsDidChange(self)
  }

  /// The title shown in a bar.
  open var displayTitle: Text? { attributedTitle ?? titleChild?.displayTitle }
  /// The child whose title a container without one shows.
  open var titleChild: ViewController? { nil }

  func displayTitleMayHaveChanged() {
    if attributedTitle == nil { structuralParent?.childTitleDidChange(self) }
  }
  /// Adds the views of the visible children to this controller's view. Runs whenever the controller is about to appear.
  open func placeVisibleChildren() {}

  // MARK: Presentation

  /// Whether the presenting controller stays visible below. True for alerts.
  open var isPresentedOverCurrentContext: Bool { false }

  /// Called with the user's answer to an alert that this controller presented with a result method.
  open func alertDidFinish(with result: AlertResult, method: String) {}

  // MARK: Appearance

  var appearance = Appearance.disappeared
  /// The path at the time of appearance, so that the disappearance is logged under the same name.
  var appearedPath: IdentifierPath?

  /// Called on the containers of a view that gets keyboard focus, except by restoration, with the child that leads to it. The
  /// base implementation does nothing.
  func focusDidMove(into child: ViewController) {}

  /// The children whose presented controllers are visible while this controller is.
  var childrenThatPresent: [ViewController] { visibleChildren }

  /// The children that are visible while this controller is.
  open var visibleChildren: [ViewController] {
    if let known = knownVisibleChildren {
      var isCurrent = true
      // A view whose superview was released is hidden without a notification.
      for child in known where !child.isShown { isCurrent = false }
      if isCurrent { return known }
    }
    var visible: [ViewController] = []
    for child in children where child.isShown { visible.append(child) }
    knownVisibleChildren = visible
    return visible
  }

  /// The visible children, until one may have become visible: they are needed for each key, and there may be many others.
  private var knownVisibleChildren: [ViewController]?

  private var isShown: Bool { viewIfLoaded.map { $0.superview != nil && !$0.isHidden } ?? false }

  /// Called when the view was added, removed, hidden or shown: the controller appears or disappears at the end of the
  /// turn, as a view is often only moved.
  func viewMayBeShown() {
    guard let container else { return }
    container.knownVisibleChildren = nil
    if isShown != (appearance == .appeared) { container.window?.setNeedsAppearanceUpdate() }
  }

  /// The view that was focused the last time the controller was visible.
  weak var lastFirstResponder: View?
  /// The child that was focused the last time; nil if the focus was in this controller's own views or nowhere.
  weak var lastFocusedChild: ViewController?
  /// The focus at the time of the save, until that view appears or the focus moves.
  var wantedFocus: FocusPlace?
  /// The identifier of the child that was focused at the time of the save.
  var wantedFocusedChild: String?
  /// Whether the focused child is preserved, and focused again after it was hidden. False for containers that show one
  /// child alone, chosen by the user.
  var keepsFocusedChild: Bool { true }
  /// Whether the controller places the views of its children itself, in ``placeVisibleChildren()``, instead of the app.
  open var placesViewsOfChildren: Bool { false }

  // MARK: Restoration

  open func encodeRestorableState(with coder: StateCoder) throws {}
  open func decodeRestorableState(with coder: StateCoder) throws {}

  /// Called when the whole state is restored and bound.
  open func applicationFinishedRestoringState() {}

  /// Encodes the state of the built-in class, separate from the app's keys.
  open func encodeBuiltInState(with coder: StateCoder) {
    if let resultMethod { coder.encode(resultMethod, forKey: "resultMethod") }
    encodeFocus(with: coder)
  }

  /// Decodes the state of the built-in class. The children are bound by then.
  open func decodeBuiltInState(with coder: StateCoder) {
    if let method = coder.decodeString(forKey: "resultMethod") { resultMethod = method }
    decodeFocus(with: coder)
  }

  open func willRestore(
    at path: IdentifierPath, from coder: StateCoder, in application: any RestorableApplication
  ) {
    willBePreserved(by: application)
    restoringPath = path
  }

  /// Binds the restored children, adding those that are not children yet.
  open func bindChildren(_ restored: [RestoredChild]) {
    guard !restored.isEmpty else { return }
    try? replaceChildren(with: mergeRestored(restored, keepsNew: true).children)
  }
}

extension ViewController: Nesting, Sibling {
  var outerLevel: (any Nesting)? { structuralParent }
  var innerLevels: [any Nesting] { children + [presentedViewController].compactMap { $0 } }
}
