/// An element that assistive technology can read and activate (UIKit's `UIAccessibilityElement`).
@MainActor
public struct AccessibilityElement {
  /// The kind of element.
  public var role: AccessibilityRole
  /// The element's name.
  public var label: String
  /// The value or state shown beside the label.
  public var value: String?
  /// Whether the element is the selected one of its group.
  public var isSelected = false
  /// Whether the element has keyboard focus.
  public var isFocused: Bool
  /// The view that the element represents, or that contains it.
  public let view: View
  /// The point to click, in the view's coordinates; nil for a read-only element.
  public var activationPoint: Point?
  /// Activates the element, if a click is not enough.
  public var action: (() -> Void)?

  /// Creates an element for a view or a part of it.
  ///
  /// - Parameters:
  ///   - isFocused: whether the element has keyboard focus.
  ///   - activationPoint: the point to click, in the view's coordinates; nil for a read-only element.
  public init(
    _ role: AccessibilityRole, _ label: String, value: String? = nil, isSelected: Bool = false,
    isFocused: Bool = false, of view: View, activationPoint: Point? = nil, action: (() -> Void)? = nil
  ) {
    self.role = role
    self.label = label
    self.value = value
    self.isSelected = isSelected
    self.isFocused = isFocused
    self.view = view
    self.activationPoint = activationPoint
    self.action = action
  }

  /// Whether the user can activate the element now.
  public var isUsable: Bool { activationPoint != nil && view.isEffectivelyEnabled }

  /// A description of the values that the element accepts; nil if it accepts none.
  public var acceptedValues: String? {
    if isOn != nil { return Switch.states }
    return action == nil && role == view.accessibilityRole ? view.acceptedValues : nil
  }

  /// Whether a part of a view that its action turns on and off is on; nil for any other element.
  private var isOn: Bool? {
    guard action != nil, role == .checkbox || role == .switch else { return nil }
    return value.flatMap(Switch.isOn)
  }

  /// Sets the value from text. Returns false if the element accepts no value, or not this one.
  func enterValue(_ text: String) -> Bool {
    guard let isOn else { return view.enterValue(text) }
    guard let wanted = Switch.isOn(text) else { return false }
    if wanted != isOn { action?() }
    return true
  }

  /// Whether the label and the value are displayed in as many lines as they have; those of others are in one line.
  private var keepsLines: Bool { [.text, .textView, .alert].contains(role) }

  /// Returns a number of things in words: "1 line", "2 lines".
  static func count(_ count: Int, of noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }

  /// The label as it is displayed.
  public var displayedLabel: String { keepsLines ? label : label.inOneLine }

  /// The value as it is displayed.
  package var displayedValue: String? { keepsLines ? value : value?.inOneLine }

  /// The label, role and value of the element. Each is empty if the element has none.
  package var parts: [String] { [displayedLabel, role == .text ? "" : role.rawValue, displayedValue ?? ""] }

  /// The state of the element besides its value and the keyboard focus: whether it is selected or unavailable.
  package var states: [String] {
    [
      isSelected ? "selected" : "", activationPoint != nil && !view.isEffectivelyEnabled ? "unavailable" : "",
    ].filter { !$0.isEmpty }
  }

  /// The element as text: label, role, value and state. It is one line unless the element displays several.
  public var text: String {
    (parts + states + [isFocused ? "focused" : ""]).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// Receives the elements that a script supplies for its view.
@MainActor
public final class GivenElements {
  /// The elements in reading order.
  public var elements: [AccessibilityElement] = []
}

extension AccessibilityRole {
  /// Whether elements of this role can only be read.
  public var isOnlyRead: Bool { [.text, .header, .alert, .progress, .image, .gauge, .chart].contains(self) }
}

extension View {
  /// The view's own element; nil if the view is not an element.
  var ownElement: AccessibilityElement? {
    (accessibilityRole ?? givenRole).map { role in
      AccessibilityElement(
        role, accessibilityText, value: givenAccessibilityValue ?? accessibilityValue, isFocused: isFirstResponder,
        of: self,
        activationPoint: role.isOnlyRead ? nil : tapPoint)
    }
  }

  /// The role of a view without a built-in role that has an accessibility label or value: a button if focusable, text
  /// otherwise.
  private var givenRole: AccessibilityRole? {
    guard accessibilityLabel?.isEmpty == false || givenAccessibilityValue != nil else { return nil }
    return isFocusable ? .button : .text
  }

  /// The elements that a script supplies in place of the view's own and its subviews'; nil if it supplies none.
  private var givenElements: [AccessibilityElement]? {
    guard let overrides else { return nil }
    let given = GivenElements()
    do {
      guard try overrides.perform(.accessibilityElements(given), on: self) else { return nil }
      return given.elements
    } catch {
      owningViewController?.report(
        error, from: "\(className) accessibilityElements", in: "accessibilityElements", of: self, once: true)
      return nil
    }
  }

  /// Returns the elements of this view and its subviews, in reading order. An unlabelled element is labelled by the
  /// title of the surrounding border, or by the text before it.
  func elementsInReadingOrder() -> [AccessibilityElement] {
    guard !isHidden else { return [] }
    if let givenElements { return givenElements }
    let own = accessibilityElements
    var elements = own
    for subview in subviews where !speaksForSubviews {
      var added = subview.elementsInReadingOrder()
      let unnamed = added.indices.filter { added[$0].label.isEmpty && !added[$0].role.isOnlyRead }
      if self is HStack, !unnamed.isEmpty, let last = elements.last, last.role == .text {
        for index in unnamed { added[index].label = last.label }
        elements.removeLast()
      }
      elements += added
    }
    // The title of a border around several elements becomes their header.
    guard own.isEmpty, !borderTitle.isEmpty else { return elements }
    if elements.count == 1, elements[0].label.isEmpty {
      elements[0].label = borderTitle.string
      return elements
    }
    return [AccessibilityElement(.header, borderTitle.string, of: self)] + elements
  }
}

extension Window {
  /// The table that a row search applies to: the focused one, otherwise the first visible one.
  public var searchableList: RowList? {
    if let list = firstResponder as? RowList { return list }
    return topContentView?.visibleLists.first
  }

  /// The elements available now, in reading order: those of the topmost screen and of the bars around it.
  public var accessibilityElements: [AccessibilityElement] {
    layoutIfNeeded()
    let title = visibleLayers.count == 1 ? content.titleElements : []
    return title + (topContentView?.elementsInReadingOrder() ?? [])
  }
}

extension View {
  fileprivate var visibleLists: [RowList] {
    guard !isHidden else { return [] }
    return [self as? RowList].compactMap { $0 } + subviews.flatMap(\.visibleLists)
  }
}
