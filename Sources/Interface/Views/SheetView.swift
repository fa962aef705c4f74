/// A question with its choices.
@MainActor
final class SheetView: BoxedView {
  var onSelect: ((Int) -> Void)?

  init(
    title: String?, message: String?, actions: [(title: String, style: AlertController.Action.Style)],
    textFields: [TextField] = [], isActionSheet: Bool
  ) {
    super.init(placement: isActionSheet ? .bottom : .center)
    for (text, role) in [(title, Theme.Role.header), (message, .text)] {
      guard let text else { continue }
      let label = Label()
      label.text = text
      label.role = role
      box.addSubview(label)
    }
    textFields.forEach(box.addSubview)
    let buttons: StackView = isActionSheet || actions.count > 3 ? VStack() : HStack()
    buttons.spacing = buttons is HStack ? 1 : 0
    for (index, action) in actions.enumerated() {
      let button = Button()
      button.title = action.title
      button.isDestructive = action.style == .destructive
      button.onChange = { [weak self] _ in self?.onSelect?(index) }
      buttons.addSubview(button)
    }
    box.addSubview(buttons)
  }
}
