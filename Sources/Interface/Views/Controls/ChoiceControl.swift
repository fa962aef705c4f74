import StateRestoration

/// A control with one of several items selected.
///
/// Items may arrive late: a restored selection, or one made before the list was emptied, is kept until its item exists.
@MainActor
open class ChoiceControl: Control, RowChoosing {
  /// The items to choose from.
  open var items: [String] = [] {
    didSet {
      // An emptied list may be filled again.
      let pending = pendingIndex ?? (items.isEmpty ? selectedIndex : nil)
      let isFilled = oldValue.isEmpty && selectedIndex == nil
      if isFilled || selectedIndex.map({ $0 >= items.count }) == true { selectedIndex = initialIndex }
      pending.map(restore)
      contentSizeDidChange()
    }
  }
  open override var heldBytes: Int { super.heldBytes + items.byteCount }

  /// The zero-based index of the selected item; nil if there is none. An index beyond the items is applied once they
  /// exist.
  public var selectedIndex: Int? {
    didSet {
      pendingIndex = nil
      if let index = selectedIndex, !items.indices.contains(index) {
        selectedIndex = nil
        pendingIndex = index
      }
      if selectedIndex != oldValue { visibleStateDidChange() }
    }
  }

  /// The selection before the user has selected anything.
  open var initialIndex: Int? { nil }

  /// A selection whose item does not exist yet; negative for no selection.
  private var pendingIndex: Int? { didSet { if pendingIndex != oldValue { invalidateRestorableState() } } }

  private func restore(_ index: Int) {
    if index < 0, !items.isEmpty {
      selectedIndex = nil
    } else if items.indices.contains(index) {
      selectedIndex = index
    } else {
      pendingIndex = index
    }
  }

  func rowCount(ofSection section: Int) -> Int? { section == 0 ? items.count : nil }
  func choose(section: Int, row: Int) {
    if items.indices.contains(row) { change(to: row) }
  }

  func change(to index: Int) {
    guard index != selectedIndex else { return }
    selectedIndex = index
    sendValueChanged()
  }

  /// Moves the selection by a number of items. Returns false if there is no such item.
  func move(by step: Int) -> Bool {
    let next = (selectedIndex ?? (step > 0 ? -1 : items.count)) + step
    guard items.indices.contains(next) else { return false }
    change(to: next)
    return true
  }

  var digitBinding: KeyBinding {
    KeyBinding("Select by number", .digits(1...9)) { [self] key in
      guard let digit = key.digit, items.indices.contains(digit - 1) else { return false }
      change(to: digit - 1)
      return true
    }
  }

  // MARK: Accessibility

  private static let maximumNamed = 12

  /// Returns the items' names, or the first and last of a long list.
  static func summary(of items: [String]) -> String {
    guard items.count > maximumNamed, let first = items.first, let last = items.last else {
      return items.joined(separator: ", ")
    }
    return "\(items.count) from \(first) to \(last)"
  }

  open override var accessibilityRole: AccessibilityRole? { .choice }
  open override var accessibilityValue: String? {
    "\(selectedIndex.map { items[$0] } ?? "nothing selected"), of \(Self.summary(of: items))"
  }

  open override var acceptedValues: String? { items.isEmpty ? nil : "one of \(Self.summary(of: items))" }

  open override func enterValue(_ text: String) -> Bool {
    guard let index = items.firstIndex(where: { $0.lowercased() == text.lowercased() }) else { return false }
    change(to: index)
    return true
  }

  // MARK: State

  /// The key of the selection in the state.
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
