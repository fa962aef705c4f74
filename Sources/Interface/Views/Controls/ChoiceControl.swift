import StateRestoration

/// A control that holds one of several choices.
///
/// Choices can come later: what was chosen when the state was saved, or before the list was emptied, is kept until they do.
@MainActor
open class ChoiceControl: Control {
  /// What there is to choose from.
  open var items: [String] = [] {
    didSet {
      // A list that is empty now may be filled again.
      let pending = pendingIndex ?? (items.isEmpty ? selectedIndex : nil)
      let isFilled = oldValue.isEmpty && selectedIndex == nil
      if isFilled || selectedIndex.map({ $0 >= items.count }) == true { selectedIndex = initialIndex }
      pending.map(restore)
      contentSizeDidChange()
    }
  }
  open override var heldBytes: Int { super.heldBytes + items.byteCount }

  /// The place of the choice, from 0; nil if there is none. One beyond the items waits until they come.
  public var selectedIndex: Int? {
    didSet {
      pendingIndex = nil
      if let index = selectedIndex, !items.indices.contains(index) {
        selectedIndex = nil
        pendingIndex = index
      }
      guard selectedIndex != oldValue else { return }
      setNeedsDisplay()
      invalidateRestorableState()
    }
  }

  /// What is chosen before anybody has chosen.
  open var initialIndex: Int? { nil }

  /// A choice that is still to come; negative for none.
  private var pendingIndex: Int?

  private func restore(_ index: Int) {
    if index < 0, !items.isEmpty {
      selectedIndex = nil
    } else if items.indices.contains(index) {
      selectedIndex = index
    } else {
      pendingIndex = index
    }
  }

  /// Chooses an item, as a person would.
  func choose(_ index: Int) throws {
    guard items.indices.contains(index) else { throw AutomationError.noSuchRow(index, count: items.count) }
    change(to: index)
  }

  func change(to index: Int) {
    guard index != selectedIndex else { return }
    selectedIndex = index
    sendValueChanged()
  }

  /// Chooses the item so many places further; false if there is none.
  func move(by step: Int) -> Bool {
    let next = (selectedIndex ?? (step > 0 ? -1 : items.count)) + step
    guard items.indices.contains(next) else { return false }
    change(to: next)
    return true
  }

  var digitBinding: KeyBinding {
    KeyBinding("Choose by number", .digits(1...9)) { [self] key in
      guard let digit = key.digit, items.indices.contains(digit - 1) else { return false }
      change(to: digit - 1)
      return true
    }
  }

  // MARK: Accessibility

  private static let mostNamed = 12

  /// The items' names, or the ends of a long list.
  static func summary(of items: [String]) -> String {
    guard items.count > mostNamed, let first = items.first, let last = items.last else {
      return items.joined(separator: ", ")
    }
    return "\(items.count) from \(first) to \(last)"
  }

  open override var accessibilityRole: AccessibilityRole? { .choice }
  open override var accessibilityValue: String? {
    "\(selectedIndex.map { items[$0] } ?? "nothing chosen"), of \(Self.summary(of: items))"
  }

  open override var acceptedValues: String? { items.isEmpty ? nil : "one of \(Self.summary(of: items))" }

  open override func enterValue(_ text: String) -> Bool {
    guard let index = items.firstIndex(where: { $0.lowercased() == text.lowercased() }) else { return false }
    change(to: index)
    return true
  }

  // MARK: State

  /// Under which key the choice is saved.
  var stateKey: String { "selectedIndex" }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if let index = pendingIndex ?? selectedIndex ?? (items.isEmpty ? nil : -1) { coder.encode(index, forKey: stateKey) }
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    coder.decodeInteger(forKey: stateKey).map(restore)
  }
}
