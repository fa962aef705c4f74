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
  /// Whether keys go to it.
  public var hasKeys: Bool
  /// The view that it is, or is a part of.
  public let view: View
  /// Where to click on it, in the view's coordinates; nil for something that is only read.
  public var activationPoint: Point?
  /// What using it does, if that is more than a click.
  public var action: (() -> Void)?

  /// An element that is this view, or a part of it.
  ///
  /// - Parameters:
  ///   - hasKeys: whether keys go to it.
  ///   - activationPoint: where to click on it, in the view's coordinates; nil for something that is only read.
  public init(
    _ role: AccessibilityRole, _ label: String, value: String? = nil, isSelected: Bool = false,
    hasKeys: Bool = false, of view: View, activationPoint: Point? = nil, action: (() -> Void)? = nil
  ) {
    self.role = role
    self.label = label
    self.value = value
    self.isSelected = isSelected
    self.hasKeys = hasKeys
    self.view = view
    self.activationPoint = activationPoint
    self.action = action
  }

  /// Whether the user can do something with it now.
  public var isUsable: Bool { activationPoint != nil && view.isEffectivelyEnabled }

  /// Which values it takes in words; nil if it takes none.
  public var acceptedValues: String? { action == nil && role == view.accessibilityRole ? view.acceptedValues : nil }

  /// The element in words: what it is called, what it is, what it shows.
  public var text: String {
    var parts = [label, role == .text ? "" : role.rawValue, value ?? ""].filter { !$0.isEmpty }
    if isSelected { parts.append("selected") }
    if activationPoint != nil, !view.isEffectivelyEnabled { parts.append("cannot be used now") }
    if hasKeys { parts.append("focused") }
    return parts.joined(separator: ", ")
  }
}

/// What a script's view says that it shows.
@MainActor
public final class GivenElements {
  /// In reading order.
  public var elements: [AccessibilityElement] = []
}

extension AccessibilityRole {
  /// Whether there is nothing to do with it but to read it.
  public var isOnlyRead: Bool { [.text, .header, .alert, .progress, .image, .gauge, .chart].contains(self) }
}

extension View {
  /// The view's own element, if it is one.
  var ownElement: AccessibilityElement? {
    (accessibilityRole ?? givenRole).map { role in
      AccessibilityElement(
        role, accessibilityText, value: givenAccessibilityValue ?? accessibilityValue, hasKeys: isFirstResponder,
        of: self,
        activationPoint: role.isOnlyRead ? nil : tapPoint)
    }
  }

  /// What a view that is nothing by itself is, once it was given words: something to read, or to use if it takes keys.
  private var givenRole: AccessibilityRole? {
    guard accessibilityLabel?.isEmpty == false || givenAccessibilityValue != nil else { return nil }
    return isFocusable ? .button : .text
  }

  /// What a script says that the view shows, in place of what it and the views in it say; nil if it says nothing.
  private var givenElements: [AccessibilityElement]? {
    guard let overrides else { return nil }
    let given = GivenElements()
    do {
      guard try overrides.perform(.accessibilityElements(given), on: self) else { return nil }
      return given.elements
    } catch {
      owningViewController?.report(error, from: "\(className) accessibilityElements", isToldOnce: true)
      return nil
    }
  }

  /// The element of this view and those of the views in it, in reading order. What has no name of its own is called by the
  /// title of the border around it, or by the text in front of it.
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
    // The title of a border around several things is their header.
    guard own.isEmpty, !borderTitle.isEmpty else { return elements }
    if elements.count == 1, elements[0].label.isEmpty {
      elements[0].label = borderTitle.string
      return elements
    }
    return [AccessibilityElement(.header, borderTitle.string, of: self)] + elements
  }
}

extension Window {
  /// The table in which to look for a row: the focused one, else the first visible one.
  public var searchableList: RowList? {
    if let list = firstResponder as? RowList { return list }
    return topContentView?.visibleLists.first
  }

  /// What a person can hear and use now, in reading order: of the topmost screen, and of the bars around it.
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
