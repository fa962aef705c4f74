/// One thing on the screen, for a person who hears it rather than sees it (UIKit's `UIAccessibilityElement`).
@MainActor
public struct AccessibilityElement {
  /// What it is.
  public var role: AccessibilityRole
  /// What it is called.
  public var label: String
  /// What it shows beside that: a value, a state.
  public var value: String?
  /// Whether it is chosen among others.
  public var isSelected = false
  /// The view that it is, or is a part of.
  public let view: View
  /// Where to click on it, in the view's coordinates; nil for something that is only read.
  public var activationPoint: Point?

  init(
    _ role: AccessibilityRole, _ label: String, value: String? = nil, isSelected: Bool = false, of view: View,
    activationPoint: Point? = nil
  ) {
    self.role = role
    self.label = label
    self.value = value
    self.isSelected = isSelected
    self.view = view
    self.activationPoint = activationPoint
  }

  /// Whether the person can do something with it now.
  public var isUsable: Bool { activationPoint != nil && view.isEffectivelyEnabled }

  /// The element in words: what it is called, what it is, what it shows.
  public var text: String {
    var parts = [label, role == .text ? "" : role.rawValue, value ?? ""].filter { !$0.isEmpty }
    if isSelected { parts.append("selected") }
    if activationPoint != nil, !view.isEffectivelyEnabled { parts.append("cannot be used now") }
    if view.isFirstResponder, role != .row { parts.append("has the keys") }
    return parts.joined(separator: ", ")
  }
}

extension AccessibilityRole {
  /// Whether there is nothing to do with it but to read it.
  var isOnlyRead: Bool { self == .text || self == .header || self == .progress || self == .image }
}

extension View {
  /// The view's own element, if it is one.
  var ownElement: AccessibilityElement? {
    accessibilityRole.map { role in
      AccessibilityElement(
        role, accessibilityText, value: accessibilityValue, of: self, activationPoint: role.isOnlyRead ? nil : tapPoint)
    }
  }

  /// The element of this view and those of the views in it, in reading order. A text in front of a control that says no
  /// name of its own is that control's name.
  func elementsInReadingOrder() -> [AccessibilityElement] {
    guard !isHidden else { return [] }
    var elements = accessibilityElements
    for subview in subviews {
      var added = subview.elementsInReadingOrder()
      if self is HStack, added.count == 1, added[0].label.isEmpty, let last = elements.last, last.role == .text {
        added[0].label = last.label
        elements.removeLast()
      }
      elements += added
    }
    return elements
  }
}

extension Window {
  /// What a person can hear and use now, in reading order: of the topmost screen, and of the bars around it.
  public var accessibilityElements: [AccessibilityElement] {
    contentView.layoutIfNeeded()
    return topContentView?.elementsInReadingOrder() ?? []
  }
}
