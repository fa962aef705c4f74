import Seeded
import Testing

@testable import Interface

@MainActor
@Suite("Visible children of a controller")
struct VisibleChildrenTests {
  @Test(
    "they are those with a visible view, after any changes of children and views", arguments: [1, 2, 3] as [UInt64])
  func afterChanges(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let parent = ViewController()
    var containers = [View(), View()]
    let controllers = (0..<6).map { _ in ViewController() }
    var changes = 0
    for _ in 0..<2_000 {
      let child = controllers[Int.random(in: 0..<6, using: &random)]
      switch Int.random(in: 0..<9, using: &random) {
      case 0: try parent.addChild(child)
      case 1: child.removeFromParent()
      case 2: child.view = View()
      case 3: containers[Int.random(in: 0..<2, using: &random)].addSubview(child.view)
      case 4: child.viewIfLoaded?.removeFromSuperview()
      case 5: child.viewIfLoaded?.isHidden.toggle()
      // The superview of some views is released.
      case 6: containers[Int.random(in: 0..<2, using: &random)] = View()
      case 7: child.view = controllers[0].view
      default: parent.view.addSubview(child.view)
      }
      let before = parent.visibleChildren.map(ObjectIdentifier.init)
      let expected = parent.children.filter { $0.viewIfLoaded?.superview != nil && $0.viewIfLoaded?.isHidden == false }
      #expect(before == expected.map(ObjectIdentifier.init))
      if !expected.isEmpty { changes += 1 }
    }
    #expect(changes > 500)
  }

  @Test("what the hidden side of a small split presents is shown, at any depth of splits", arguments: [0, 1])
  func presentedByHiddenSide(side: Int) throws {
    let window = Window(size: Size(width: 40, height: 12))
    let sides = [ViewController(), ViewController()]
    var root: ViewController = sides[side]
    for _ in 0..<40 {
      let split = SplitViewController()
      for child in side == 0 ? [root, ViewController()] : [ViewController(), root] { try split.addChild(child) }
      split.show(side == 0 ? .secondary : .primary)
      root = split
    }
    window.rootViewController = root
    #expect(root.isCollapsedSplit && root.visibleChildren.first !== root.children[side])
    let alert = ViewController()
    try sides[side].present(alert)
    #expect(root.visiblePresentation === alert && root.visibleChildren.first === root.children[side])
  }
}

extension ViewController {
  fileprivate var isCollapsedSplit: Bool { (self as? SplitViewController)?.isCollapsed == true }
}
