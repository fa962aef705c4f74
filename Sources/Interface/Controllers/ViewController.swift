import StateRestoration

/// Manages one view and the views in it, and takes its place in the tree of controllers (UIKit's `UIViewController`).
@MainActor
open class ViewController: Responder, RestorableViewController {
  /// The name of this controller among its siblings. Without one, it and all below it are not preserved.
  open var restorationIdentifier: String? {
    didSet {
      guard restorationIdentifier != oldValue else { return }
      heldBytesDidChange()
      if let parent = structuralParent {
        parent.invalidateRestorableChildren()
      } else {
        window?.application?.invalidateEverything()
      }
    }
  }

  /// What makes this controller again.
  open var restorationClass: (any RestorationClass)? { didSet { invalidateRestorableState() } }

  /// The storyboard and scene it was instantiated from.
  public internal(set) var origin: (storyboard: Storyboard, scene: String)?

  /// The storyboard it was instantiated from, nil if it was made in code.
  public var storyboard: Storyboard? { origin?.storyboard }

  /// What a navigation bar or a tab shows for this controller: the letters.
  open var title: String? {
    get { shownTitle?.string }
    set { shownTitle = newValue.map { Text($0) } }
  }
  /// What a navigation bar or a tab shows for this controller, as it was given.
  open var shownTitle: Text? {
    didSet {
      guard shownTitle != oldValue else { return }
      heldBytesDidChange()
      structuralParent?.childTitleDidChange(self)
      if isPresented { window?.content.setNeedsLayout() }
      invalidateRestorableState()
    }
  }

  /// What a navigation controller's bar shows beside the title.
  public var navigationItem: NavigationItem {
    let item = madeNavigationItem ?? NavigationItem(self)
    madeNavigationItem = item
    return item
  }
  /// Made when it is asked for: most controllers have nothing in it.
  private var madeNavigationItem: NavigationItem?

  /// The buttons that a navigation controller shows in a bar at the bottom.
  public var toolbarItems: [BarButtonItem] = [] {
    didSet { barItemsDidChange(from: oldValue, to: toolbarItems) }
  }

  /// Named actions, for the command palette and for keys, while this controller is visible on the topmost screen. Those of the
  /// branch with keyboard focus come first.
  open var keyCommands: [KeyCommand] = [] {
    didSet {
      heldBytesDidChange()
      window?.needsDisplay = true
    }
  }

  open override var heldBytes: Int {
    keyCommands.reduce(restorationIdentifier.storedByteCount + shownTitle.heldBytes + resultMethod.byteCount) {
      $0 + $1.heldBytes
    }
  }

  /// Whether it is of the app, and not one of the host's own over it.
  var isPartOfApp: Bool { true }

  /// The script's class of this object, if it has one.
  public var scriptClassName: String?

  /// The name of the class, as archives and tools show it.
  public var className: String { scriptClassName ?? String(describing: type(of: self)) }

  /// A controller without a view yet.
  public override init() {
    super.init()
  }

  open override var next: Responder? { structuralParent ?? hostingWindow }

  open override var ownedResponders: [Responder] {
    children + [viewIfLoaded, presentedViewController].compactMap { $0 } + toolbarItems
      + (madeNavigationItem?.rightBarButtonItems ?? [])
  }

  // MARK: The view

  private var loadedView: View?
  private var isLoadingView = false

  /// Whether the view exists.
  public var isViewLoaded: Bool { loadedView != nil }

  /// The view, if it is loaded.
  public var viewIfLoaded: View? { loadedView }

  /// The view. The first time it is asked for, it is loaded: `loadView`, then `viewDidLoad`.
  public var view: View {
    get {
      loadViewIfNeeded()
      if let loadedView { return loadedView }
      // Asked for by `loadView` itself, before it set one.
      let view = View()
      setView(view)
      return view
    }
    set { setView(newValue) }
  }

  private func setView(_ view: View) {
    guard view !== loadedView else { return }
    if let old = loadedView {
      old.viewController = nil
      old.removeFromSuperview()
      loadedView = nil
      didReleaseOwnership(of: old)
      viewsDidLeave(old.identifiedSubviews)
    }
    view.viewController?.forgetView()
    view.removeFromSuperview()
    loadedView = view
    view.viewController = self
    didTakeOwnership(of: view)
    viewsTookPlace(view.identifiedSubviews)
    if !isLoadingView { window?.updateAppearance() }
    invalidateRestorableChildren()
  }

  private func forgetView() {
    guard let view = loadedView else { return }
    loadedView = nil
    viewsDidLeave(view.identifiedSubviews)
    didReleaseOwnership(of: view)
  }

  /// Whether `loadView` or `viewDidLoad` failed.
  private var hasLoadingFailed = false

  /// Loads the view, if it is not loaded yet. Returns false if loading failed, now or before.
  @discardableResult
  public func loadViewIfNeeded() -> Bool {
    guard loadedView == nil, !isLoadingView else { return !hasLoadingFailed }
    isLoadingView = true
    defer { isLoadingView = false }
    let isMade = send(.loadView, named: "loadView", isRecorded: false) { loadView() }
    if loadedView == nil { setView(View()) }
    let isPrepared = send(.viewDidLoad, named: "viewDidLoad") { viewDidLoad() }
    hasLoadingFailed = !isMade || !isPrepared
    invalidateRestorableChildren()
    invalidateRestorableState()
    return !hasLoadingFailed
  }

  /// Makes the view and sets ``view``. The scene's view if the controller came from a storyboard; else an empty one.
  open func loadView() {
    if let origin, let makeView = origin.storyboard.viewMaker(ofScene: origin.scene) {
      do {
        if let made = try makeView(self) { setView(made) }
      } catch {
        report(error, from: "view of scene \(origin.scene)")
      }
    }
    if loadedView == nil { setView(View()) }
  }

  /// The view was loaded.
  open func viewDidLoad() {}
  /// The view is about to be seen.
  open func viewWillAppear(_ animated: Bool) {}
  /// The view is seen.
  open func viewDidAppear(_ animated: Bool) {}
  /// The view is about to be no longer seen.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The view is no longer seen.
  open func viewDidDisappear(_ animated: Bool) {}

  // MARK: The tree

  /// The contained controllers, in order.
  public var children: [ViewController] { childList.elements }
  var childList = SiblingList<ViewController>()
  var knownPlace = 0

  /// Whether it is one of the ``children``.
  public final func contains(_ child: ViewController) -> Bool { child.container === self }

  /// Where a child stands among the ``children``; nil if it is none.
  public final func place(of child: ViewController) -> Int? { contains(child) ? childList.place(of: child) : nil }

  /// The controller that contains this one, whether or not the app may see that yet.
  weak var container: ViewController? { didSet { didMove(from: oldValue) } }
  /// The controller that presents this one, whether or not the app may see that yet.
  weak var presenter: ViewController? { didSet { didMove(from: oldValue) } }
  /// The window whose root this is.
  weak var hostingWindow: Window? { didSet { didMove(from: oldValue) } }

  /// A controller that has left its place goes on to belong to the application: that hears of what changes in it before it
  /// is put back, and asks it again.
  private func didMove(from old: Responder?) {
    if let context = old?.applicationContext { enter(context) }
  }

  var isAwaitingBinding = false
  var restoringPath: IdentifierPath?

  var structuralParent: ViewController? { container ?? presenter }

  /// The controller that contains this one. Nil while it is being restored and not bound yet.
  public var parent: ViewController? { isAwaitingBinding ? nil : container }

  /// The controller that presents this one or the container it is in.
  public var presentingViewController: ViewController? {
    if isAwaitingBinding { return nil }
    return presenter ?? container?.presentingViewController
  }

  /// The controller that this one presents.
  public internal(set) var presentedViewController: ViewController?

  /// The name of the presenter's method that takes the result of this presented controller.
  public var resultMethod: String? {
    didSet {
      heldBytesDidChange()
      invalidateRestorableState()
    }
  }

  /// How many controllers can contain or present each other, from the root to the innermost.
  public static let maximumDepth = 200
  var knownLevels = 1

  /// Takes a controller in as the last child. Its view is shown by adding it to this controller's view.
  ///
  /// - Throws: ``ContainmentError`` if that would make a circle, or more levels than ``maximumDepth``.
  open func addChild(_ child: ViewController) throws {
    try adopt(child)
    window?.updateAppearance()
  }

  /// Leaves its container.
  open func removeFromParent() {
    guard let container else { return }
    let window = window
    container.removeChild(self)
    window?.updateAppearance()
  }

  /// A child leaves, for whatever reason. Containers override it to choose what is shown then; they ``detach(_:)`` the child.
  open func removeChild(_ child: ViewController) {
    detach(child)
  }

  /// Why a controller cannot be a child of this one, beside what holds for all containers; nil if it can.
  open func refusal(ofChild child: ViewController) -> String? { nil }

  /// A child's title changed; containers with a bar show the new one.
  open func childTitleDidChange(_ child: ViewController) {}
  /// The buttons that a child wants in a bar changed.
  open func childBarItemsDidChange(_ child: ViewController) {}

  func barItemsDidChange(from old: [BarButtonItem], to new: [BarButtonItem]) {
    let before = Set(old.map { ObjectIdentifier($0) })
    let after = Set(new.map { ObjectIdentifier($0) })
    for item in new where !before.contains(ObjectIdentifier(item)) { didTakeOwnership(of: item) }
    for item in old where !after.contains(ObjectIdentifier(item)) { didReleaseOwnership(of: item) }
    focusPlaceMayHaveChanged()
    structuralParent?.childBarItemsDidChange(self)
  }

  /// What a bar shows for this controller.
  open var displayTitle: Text? { shownTitle }
  /// Puts the views of the visible children where they are seen. Runs whenever this controller is about to be seen.
  open func placeVisibleChildren() {}

  // MARK: Presentation

  /// Whether the presenter stays visible below. True for alerts.
  open var isPresentedOverCurrentContext: Bool { false }

  /// The user has answered an alert that this controller has presented with a result method.
  open func alertDidFinish(with result: AlertResult, method: String) {}

  // MARK: Appearance

  /// Where the controller is between `viewWillAppear` and `viewDidDisappear`.
  enum Appearance {
    case disappeared, appeared, disappearing
  }

  var appearance = Appearance.disappeared
  /// The path under which the controller appeared, so that its disappearance has the same name.
  var appearedPath: IdentifierPath?

  /// The contained children that are seen when this controller is.
  open var visibleChildren: [ViewController] {
    children.filter { child in child.viewIfLoaded.map { $0.superview != nil && !$0.isHidden } ?? false }
  }

  /// The view of this controller that keys went to the last time it was seen.
  weak var lastFirstResponder: View?
  /// The child in which the keys were the last time; nil while they were in views of this controller's own, or nowhere.
  weak var lastFocusedChild: ViewController?
  /// Where the keys were when the state was saved, until that view is seen or somebody moves them.
  var wantedFocus: FocusPlace?
  /// The identifier of the child in which the keys were then.
  var wantedFocusedChild: String?

  /// Sends `viewWillDisappear` to this controller and those below it that are seen, before they are taken out.
  func willBeRemoved() {
    guard appearance == .appeared else { return }
    appearance = .disappearing
    send(.viewWillDisappear(animated: false), named: "viewWillDisappear") { viewWillDisappear(false) }
    children.forEach { $0.willBeRemoved() }
    presentedViewController?.willBeRemoved()
  }

  // MARK: Restoration

  /// The application that preserves this controller. One in no window can be preserved below another that encodes it.
  private var preservingApplication: Application? { applicationContext?.application }

  /// Says that what this controller encodes may have changed; autosave asks it again.
  public func invalidateRestorableState() {
    preservingApplication?.stateDidChange(of: self)
  }

  /// Says that a callback of this controller ran, which may have changed what it encodes; autosave asks it again.
  public func callbackDidRun() {
    preservingApplication?.callbackDidRun(of: self)
  }

  public var encodesUnobservedState: Bool { overrides?.defines("encodeRestorableState", for: self) ?? false }

  /// Says that the children or identified views may have changed.
  func invalidateRestorableChildren() {
    preservingApplication?.childrenDidChange(of: self)
  }

  /// A view of this controller changed something that its own state, or the controller's, may depend on.
  func viewStateChanged(_ view: View) {
    guard let application = preservingApplication else { return }
    application.stateDidChange(of: self)
    if view.restorationIdentifier != nil { application.stateDidChange(of: view) }
  }

  /// Views with identifiers have come into the tree of this controller, perhaps back.
  func viewsTookPlace(_ views: [View]) {
    guard !views.isEmpty, let application = preservingApplication else { return }
    application.viewsTookPlace(views, in: self)
    // Changes while they were in no tree were not reported.
    for view in views { application.stateDidChange(of: view) }
  }

  /// Views with identifiers have left the tree of this controller.
  func viewsDidLeave(_ views: [View]) {
    guard !views.isEmpty else { return }
    preservingApplication?.viewsDidLeave(views, self)
  }

  open func encodeRestorableState(with coder: StateCoder) throws {}
  open func decodeRestorableState(with coder: StateCoder) throws {}

  /// Everything is restored and bound.
  open func applicationFinishedRestoringState() {}

  /// Writes what the class keeps by itself, apart from the keys of the app.
  open func encodeBuiltInState(with coder: StateCoder) {
    if let resultMethod { coder.encode(resultMethod, forKey: "resultMethod") }
    encodeFocus(with: coder)
  }

  /// Reads what the class keeps by itself. Its children are bound.
  open func decodeBuiltInState(with coder: StateCoder) {
    if let method = coder.decodeString(forKey: "resultMethod") { resultMethod = method }
    decodeFocus(with: coder)
  }

  open func willRestore(
    at path: IdentifierPath, from coder: StateCoder, in application: any RestorableApplication
  ) {
    willBePreserved(by: application)
    isAwaitingBinding = true
    restoringPath = path
  }

  /// Takes its restored children: those that are not here yet are added.
  open func bindChildren(_ restored: [RestoredChild]) {
    guard !restored.isEmpty else { return }
    try? replaceChildren(with: mergeRestored(restored, keepsNew: true).children)
  }
}

extension ViewController: Nesting, Sibling {
  var outerLevel: (any Nesting)? { structuralParent }
  var innerLevels: [any Nesting] { children + [presentedViewController].compactMap { $0 } }
}
