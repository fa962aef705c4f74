import Interface
import StateRestoration
import Testing

/// A control and a container as in another package. This file uses only the public API of `Interface`.
@MainActor
@Suite("Controls and containers from other modules")
struct OutsideTests {
  /// A rating in stars, changed by arrows, clicks or digits.
  private final class Rating: Control {
    var count = 5 { didSet { contentSizeDidChange() } }
    var stars = 0 {
      didSet {
        guard stars != oldValue else { return }
        setNeedsDisplay()
        invalidateRestorableState()
      }
    }

    private func choose(_ stars: Int) {
      guard (0...count).contains(stars), stars != self.stars else { return }
      self.stars = stars
      sendValueChanged()
    }

    override func activate() { choose(stars == count ? 0 : stars + 1) }

    override func sizeThatFits(_ proposal: Size) -> Size { Size(width: count * "★ ".cellWidth, height: 1) }

    override func draw(in canvas: Canvas) {
      for star in 0..<count {
        let style = star < stars && isEffectivelyEnabled && !isFirstResponder ? theme[.accent] : controlStyle
        canvas.put(star < stars ? "★" : "☆", x: 2 * star, y: 0, style: style)
      }
    }

    override func drawOverSubviews(in canvas: Canvas) {
      if count == 0 { canvas.put("no stars", x: 0, y: 0, style: textStyle) }
    }

    override var looksFocused: Bool { stars > 0 && containsKeys }
    override var takesFocusFromMouse: Bool { false }
    private var containsKeys: Bool { isFirstResponder }

    override func keyPressed(_ key: KeyPress) -> Bool {
      guard isEffectivelyEnabled else { return false }
      switch key {
      case KeyPress(.left): choose(stars - 1)
      case KeyPress(.right): choose(stars + 1)
      default: return super.keyPressed(key)
      }
      return true
    }

    override func mouseEvent(_ event: MouseEvent) -> Bool {
      switch event.action {
      case .press(button: 1): choose(event.location.x / 2 + 1)
      case .release(button: 1): break
      default: return super.mouseEvent(event)
      }
      return true
    }

    override var accessibilityRole: AccessibilityRole? { .slider }
    override var accessibilityText: String { accessibilityLabel ?? "Rating" }
    override var accessibilityValue: String? { "\(stars) of \(count)" }
    override var accessibilityElements: [AccessibilityElement] {
      super.accessibilityElements
        + (0..<count).map { star in
          AccessibilityElement(
            .choice, "\(star + 1) stars", isSelected: star + 1 == stars, of: self,
            activationPoint: Point(x: 2 * star, y: 0))
        }
    }
    override var acceptedValues: String? { "a number from 0 to \(count)" }
    override func enterValue(_ text: String) -> Bool {
      guard let stars = Int(text), (0...count).contains(stars) else { return false }
      choose(stars)
      return true
    }

    override func encodeBuiltInState(with coder: StateCoder) {
      super.encodeBuiltInState(with: coder)
      coder.encode(stars, forKey: "stars")
    }

    override func decodeBuiltInState(with coder: StateCoder) {
      super.decodeBuiltInState(with: coder)
      if let stars = coder.decodeInteger(forKey: "stars") { self.stars = min(max(0, stars), count) }
    }
  }

  /// A deck of cards with one on top, below a line with its title.
  private final class Deck: ViewController {
    private let heading = Label()
    private(set) var top: ViewController?
    private var restoredCards = MergedChildren()

    func setCards(_ cards: [ViewController]) throws {
      try replaceChildren(with: cards)
      top = cards.first
      childrenDidChange()
    }

    func turn(to index: Int) {
      guard children.indices.contains(index) else { return }
      top = children[index]
      childrenDidChange()
    }

    func slipIn(_ card: ViewController, at index: Int) throws {
      try adopt(card, at: index)
      childrenDidChange()
    }

    override func addChild(_ child: ViewController) throws {
      try adopt(child)
      if top == nil { top = child }
      childrenDidChange()
    }

    override func removeChild(_ child: ViewController) {
      let place = place(of: child) ?? 0
      detach(child)
      if top === child { top = children.isEmpty ? nil : children[min(place, children.count - 1)] }
      childrenDidChange()
    }

    override func refusal(ofChild child: ViewController) -> String? {
      child is Deck ? "a deck is no card" : super.refusal(ofChild: child)
    }

    override func loadView() {
      let stack = VStack()
      stack.addSubview(heading)
      view = stack
    }

    override var visibleChildren: [ViewController] { top.map { [$0] } ?? [] }

    override func placeVisibleChildren() {
      for card in children where card !== top { card.viewIfLoaded?.removeFromSuperview() }
      if let card = top, card.view.superview !== view { view.addSubview(card.view) }
      heading.attributedText = top?.displayTitle ?? ""
    }

    override func childTitleDidChange(_ child: ViewController) {
      if child === top { heading.attributedText = child.displayTitle ?? "" }
    }

    override func childBarItemsDidChange(_ child: ViewController) {}
    override var displayTitle: Text? { top?.displayTitle ?? super.displayTitle }

    override func bindChildren(_ restored: [RestoredChild]) {
      restoredCards = mergeRestored(restored, keepsNew: true)
      do {
        try replaceChildren(with: restoredCards.children)
      } catch {
        report(error, from: "the deck's cards")
      }
      childrenDidChange()
    }

    override func encodeBuiltInState(with coder: StateCoder) {
      super.encodeBuiltInState(with: coder)
      if let top, let place = place(of: top) { coder.encode(place, forKey: "top") }
    }

    override func decodeBuiltInState(with coder: StateCoder) {
      super.decodeBuiltInState(with: coder)
      if let place = coder.decodeInteger(forKey: "top") { top = restoredCards.nearest(to: place) }
      childrenDidChange()
    }
  }

  /// A card with a rating, which records its callbacks.
  private final class Card: ViewController {
    let rating = Rating()
    private(set) var calls: [String] = []

    init(_ name: String) {
      super.init()
      restorationIdentifier = name
      title = name
    }

    override func loadView() {
      rating.restorationIdentifier = "rating"
      view = rating
    }

    override func viewWillAppear(_ animated: Bool) { calls.append("will appear") }
    override func viewDidAppear(_ animated: Bool) { calls.append("appeared") }
    override func viewWillDisappear(_ animated: Bool) { calls.append("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { calls.append("disappeared") }

    func takeCalls() -> [String] {
      defer { calls = [] }
      return calls
    }
  }

  /// An app that creates the same deck at every launch.
  private final class App: Application {
    let deck = Deck()
    let cards = ["one", "two", "three"].map { Card($0) }

    init() { super.init(identifier: "outside", screenSize: Size(width: 20, height: 4)) }

    override func willFinishLaunching(options: LaunchOptions) throws {
      deck.restorationIdentifier = "deck"
      try deck.setCards(cards)
      let window = Window(size: screenSize)
      window.rootViewController = deck
      self.window = window
      window.makeKeyAndVisible()
    }

    override func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool { true }
    override func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool { true }

    var text: [String] { render().lines.filter { !$0.isEmpty } }
  }

  @Test("a custom control is drawn, used by keys, clicks and automation, and its changes are reported")
  func control() throws {
    let app = App()
    app.launch(store: nil)
    let rating = app.cards[0].rating
    var changes = 0
    rating.onChange = { _ in changes += 1 }
    #expect(app.text == ["one", "☆ ☆ ☆ ☆ ☆"])
    #expect(rating.becomeFirstResponder())
    app.handle(.key(KeyPress(.right)))
    app.handle(.key(KeyPress(.enter)))
    #expect(app.text == ["one", "★ ★ ☆ ☆ ☆"] && changes == 2)
    app.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 6, y: 1))))
    #expect(rating.stars == 4 && changes == 3)
    let elements = try #require(app.keyWindow).accessibilityElements
    #expect(elements.contains { $0.text.hasPrefix("Rating, slider, 4 of 5") })
    #expect(elements.contains { $0.text.hasPrefix("4 stars, choice, selected") })
    try Automation(app).activate(try #require(elements.first { $0.label == "2 stars" }))
    #expect(rating.stars == 2)
    #expect(rating.enterValue("5") && !rating.enterValue("6") && rating.stars == 5)
    rating.count = 6
    #expect(app.text == ["one", "★ ★ ★ ★ ★ ☆"])
    rating.resignFirstResponder()
    rating.isEnabled = false
    #expect(rating.controlStyle == rating.textStyle && rating.textStyle == app.theme[.disabled])
  }

  @Test("a custom container shows one child at a time and sends the children appearance callbacks")
  func container() throws {
    let app = App()
    app.launch(store: nil)
    let (one, two, three) = (app.cards[0], app.cards[1], app.cards[2])
    #expect(one.takeCalls() == ["will appear", "appeared"] && two.calls.isEmpty)
    app.deck.turn(to: 1)
    #expect(app.text.first == "two")
    #expect(one.takeCalls() == ["will disappear", "disappeared"])
    #expect(two.takeCalls() == ["will appear", "appeared"])
    two.title = "second"
    #expect(app.text.first == "second" && app.deck.displayTitle == "second")
    two.removeFromParent()
    #expect(two.takeCalls() == ["will disappear", "disappeared"])
    #expect(app.text.first == "three" && three.takeCalls() == ["will appear", "appeared"])
    try app.deck.slipIn(two, at: 0)
    #expect(app.deck.place(of: two) == 0 && app.deck.place(of: three) == 2 && two.calls.isEmpty)
    #expect(app.text.first == "three")
    two.removeFromParent()
    try app.deck.slipIn(two, at: -5)
    #expect(app.deck.children.first === two)
    two.removeFromParent()
    try app.deck.slipIn(two, at: 500)
    #expect(app.deck.children.last === two)
    #expect(throws: ContainmentError.self) { try one.addChild(app.deck) }
    #expect(app.deck.refusal(of: Deck(), as: .child)?.contains("no card") == true)
  }

  @Test("a custom control and container are restored")
  func restoration() throws {
    let store = KeptArchive()
    let before = App()
    before.launch(store: store)
    before.deck.turn(to: 2)
    before.cards[2].rating.stars = 3
    try before.enterBackground()
    let after = App()
    after.launch(store: store)
    #expect(after.didRestoreState)
    #expect(after.text == ["three", "★ ★ ★ ☆ ☆"])
    #expect(after.deck.top === after.cards[2])
  }

  /// A store that keeps the last save if it is complete.
  private final class KeptArchive: ArchiveStore {
    private var archive: Archive?
    private(set) var number: SaveNumber = 0
    var needsCompleteChange: Bool { true }

    func commit(_ change: ArchiveChange) throws -> SaveNumber {
      #expect(change.isComplete)
      archive = Archive(info: change.info, applicationState: change.applicationState, nodes: change.changed)
      number += 1
      return number
    }

    func currentArchive() throws -> Archive? { archive }
    func archive(ofSave number: SaveNumber) throws -> Archive? { number == self.number ? archive : nil }
    func currentSnapshot() throws -> [UInt8]? { nil }
    func saves() throws -> [SaveSummary] { [] }
    func currentSaveNumber() throws -> SaveNumber? { number == 0 ? nil : number }
    func keep(_ number: SaveNumber, because reason: KeepReason) throws {}
    func rollBack(to number: SaveNumber) throws -> SaveNumber { number }
    func note(_ name: String) throws -> Int64? { nil }
    func setNote(_ name: String, to value: Int64?) throws {}
    func nextNodeID() throws -> NodeID { (archive?.nodes.map(\.id).max() ?? 0) + 1 }
  }
}
