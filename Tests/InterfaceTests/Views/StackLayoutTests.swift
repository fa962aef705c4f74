import Seeded
import TestApplication
import Testing

@testable import Interface

/// Random trees of stacks, and rules that hold for all of them.
@Suite("Random stacks")
@MainActor
struct StackLayoutTests {
  private static let trees = 200

  private func label(_ random: inout SeededGenerator) -> Label {
    let label = Label()
    label.text = String(repeating: "word ", count: Int.random(in: 1...8, using: &random))
    return label
  }

  private func limit(_ most: Int, _ random: inout SeededGenerator) -> Int? {
    Int.random(in: 0..<5, using: &random) == 0 ? Int.random(in: 0...most, using: &random) : nil
  }

  private func tree(_ depth: Int, _ random: inout SeededGenerator) -> View {
    let view: View
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: view = label(&random)
    case 1:
      let button = Button()
      button.title = String(repeating: "x", count: Int.random(in: 0...12, using: &random))
      view = button
    case 2: view = TextField()
    case 3: view = Spacer()
    case 4: view = Divider()
    case 5: view = TextView()
    case 6:
      let grid = GridView()
      grid.columns = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Bool.random(using: &random) ? .fill : .width(5)
      }
      grid.rowSpacing = Int.random(in: 0...1, using: &random)
      grid.columnSpacing = Int.random(in: 0...2, using: &random)
      view = grid
    default:
      let stack = Bool.random(using: &random) ? VStack() : HStack()
      stack.spacing = Int.random(in: 0...2, using: &random)
      stack.alignment = StackView.Alignment.allCases.randomElement(using: &random) ?? .fill
      if Int.random(in: 0..<4, using: &random) == 0 { stack.border = .rounded }
      view = stack
    }
    if view is StackView || view is GridView {
      for _ in 0..<Int.random(in: 0...6, using: &random) { view.addSubview(tree(depth - 1, &random)) }
    }
    view.width = limit(20, &random)
    view.height = limit(6, &random)
    view.minWidth = limit(10, &random)
    view.maxWidth = limit(30, &random)
    view.minHeight = limit(3, &random)
    view.maxHeight = limit(8, &random)
    view.isHidden = Int.random(in: 0..<12, using: &random) == 0
    return view
  }

  private func frames(_ view: View) -> [Rect] {
    [view.frame] + view.subviews.filter { !$0.isHidden }.flatMap(frames)
  }

  private func stacks(_ view: View) -> [View] {
    (view is StackView || view is GridView ? [view] : []) + view.subviews.filter { !$0.isHidden }.flatMap(stacks)
  }

  @Test(
    "views stay inside their stack, do not overlap, and keep fixed sizes if all fit; layout is stable"
  )
  func invariants() {
    for seed in 0..<Self.trees {
      var random = SeededGenerator(state: UInt64(seed))
      let root = tree(3, &random)
      root.isHidden = false
      let size = Size(width: Int.random(in: 1...80, using: &random), height: Int.random(in: 1...30, using: &random))
      let shown = TestApplication(view: root, width: size.width, height: size.height)
      _ = shown.application.render()
      for stack in stacks(root) {
        let views = stack.subviews.filter { !$0.isHidden }
        let bounds = Rect(origin: .zero, size: stack.bounds.size)
        for (index, view) in views.enumerated() {
          let isEmpty = view.frame.isEmpty
          #expect(isEmpty || view.frame.intersection(bounds) == view.frame, "\(seed): \(view.frame) in \(bounds)")
          for other in views[..<index] where !isEmpty && !other.frame.isEmpty {
            #expect(view.frame.intersection(other.frame).isEmpty, "\(seed): \(view.frame), \(other.frame)")
          }
        }
        if let stack = stack as? StackView { check(stack, views, seed) }
      }
      let before = frames(root)
      for view in stacks(root) { view.setNeedsLayout() }
      _ = shown.application.render()
      #expect(frames(root) == before, "\(seed)")
    }
  }

  private func check(_ stack: StackView, _ views: [View], _ seed: Int) {
    let axis = stack.axis
    let room = stack.bounds.size.along(axis)
    let wanted = views.map { $0.flexes(along: axis) ? 0 : $0.fittingSize(in: stack.bounds.size).along(axis) }
    let lengths = views.map { $0.frame.size.along(axis) }
    #expect(lengths.reduce(0, +) <= room, "\(seed)")
    let flexible = views.filter { $0.flexes(along: axis) }
    for view in flexible {
      #expect(view.frame.size.along(axis) <= view.limits(along: axis).upperBound, "\(seed)")
    }
    // There is also enough room for each flexible view's minimum.
    if wanted.reduce(0, +) + stack.spacing * max(0, views.count - 1) + flexible.count * 10 <= room {
      for (view, (length, wanted)) in zip(views, zip(lengths, wanted)) where !view.flexes(along: axis) {
        #expect(length == wanted, "\(seed)")
        if let given = axis == .horizontal ? view.width : view.height { #expect(length == given, "\(seed)") }
      }
      for view in flexible {
        #expect(view.limits(along: axis).contains(view.frame.size.along(axis)), "\(seed)")
      }
      if !flexible.isEmpty, flexible.allSatisfy({ $0.limits(along: axis).upperBound == .max }) {
        #expect(lengths.reduce(0, +) + stack.spacing * (views.count - 1) == room, "\(seed)")
      }
    }
  }

  @Test("a layout depends on the tree and keyboard focus, and not on earlier layouts")
  func purity() {
    for seed in 0..<Self.trees / 4 {
      func make() -> (shown: TestApplication, root: View) {
        var random = SeededGenerator(state: UInt64(seed))
        let root = tree(3, &random)
        root.isHidden = false
        return (TestApplication(view: root, width: 24, height: 7), root)
      }
      let used = make()
      let count = used.shown.application.keyWindow?.focusableViews.count ?? 0
      var random = SeededGenerator(state: UInt64(seed))
      for _ in 0..<min(8, count) {
        let place = Int.random(in: 0..<count, using: &random)
        func focus(_ shown: TestApplication) {
          shown.application.keyWindow?.focusableViews[place].becomeFirstResponder()
        }
        focus(used.shown)
        _ = used.shown.application.render()
        let fresh = make()
        focus(fresh.shown)
        _ = fresh.shown.application.render()
        #expect(frames(used.root) == frames(fresh.root), "\(seed)")
      }
    }
  }

  @Test("an empty list is as high as its placeholder, whatever its layout was before")
  func placeholder() {
    let list = TableView()
    list.placeholder = "nothing to be seen here"
    list.maxHeight = 9
    for width in [1, 5, 12, 80] {
      for before in [0, 3, 40] {
        list.frame = Rect(x: 0, y: 0, width: before, height: 4)
        let height = list.sizeThatFits(Size(width: width, height: 100)).height
        #expect(height == "nothing to be seen here".wrapped(to: width).count, "\(width), \(before)")
      }
    }
  }

  /// A view that counts how often it is measured.
  private final class MeasuredView: View {
    private(set) var count = 0

    override func sizeThatFits(_ proposal: Size) -> Size {
      count += 1
      return Size(width: min(3, proposal.width), height: 1)
    }
  }

  /// Returns the number of measurements of views beside nested rows and columns, the innermost with a button.
  private func measurements(depth: Int, border: Border) -> Int {
    var root: View = Button()
    var measured: [MeasuredView] = []
    for level in 0..<depth {
      let stack = level % 2 == 0 ? HStack() : VStack()
      stack.border = border
      let view = MeasuredView()
      measured.append(view)
      for view in [root, view] { stack.addSubview(view) }
      root = stack
    }
    _ = TestApplication(view: root, width: 40, height: 12).application.render()
    return measured.reduce(0) { $0 + $1.count }
  }

  @Test("nested stacks need a number of measurements proportional to their depth", arguments: [Border.none, .single])
  func nested(_ border: Border) {
    let (few, many) = (measurements(depth: 100, border: border), measurements(depth: 200, border: border))
    #expect(many < few * 5 / 2, "\(few), \(many)")
  }

  @Test("remembered measurements give the layout of fresh ones")
  func remembered() {
    for seed in 0..<Self.trees {
      var random = SeededGenerator(state: UInt64(seed))
      var root = tree(2, &random)
      for _ in 0..<12 {
        let stack = Bool.random(using: &random) ? VStack() : HStack()
        stack.spacing = Int.random(in: 0...1, using: &random)
        stack.alignment = StackView.Alignment.allCases.randomElement(using: &random) ?? .fill
        if Int.random(in: 0..<4, using: &random) == 0 { stack.border = .rounded }
        for view in [root, tree(1, &random)].shuffled(using: &random) { stack.addSubview(view) }
        root = stack
      }
      let size = Size(width: Int.random(in: 1...80, using: &random), height: Int.random(in: 1...30, using: &random))
      let shown = TestApplication(view: root, width: size.width, height: size.height)
      _ = shown.application.render()
      let remembered = frames(root)
      for view in stacks(root) { view.needsLayout = true }
      // Outside of a pass, nothing is remembered.
      _ = root.layOutOutdatedTree()
      #expect(frames(root) == remembered, "\(seed)")
    }
  }

  /// A view that changes a label when it is measured for the first time.
  private final class ChangingView: View {
    var label: Label?

    override func sizeThatFits(_ proposal: Size) -> Size {
      label?.text = "a longer text"
      label = nil
      return Size(width: 1, height: 1)
    }
  }

  @Test("a view that changes while another one is measured gets its new size")
  func changedMeanwhile() {
    let (label, other) = (Label(), ChangingView())
    label.text = "short"
    other.label = label
    var root: View = HStack()
    for view in [label, other] { root.addSubview(view) }
    for _ in 0..<12 {
      let outer = HStack()
      for view in [root, Button()] { outer.addSubview(view) }
      root = outer
    }
    _ = TestApplication(view: root, width: 100, height: 3).application.render()
    #expect(label.frame.width == 13)
  }
}
