extension ExplorationCase {
  /// Apps with one mistake.
  static let once = oneCause + consequences + shown

  /// Apps with one mistake, and what follows from it in several views.
  static let shown: [(name: String, script: String)] = [
    ("views of a panel that is shown although it was closed", panel),
    ("views of a panel that is not shown again", panel.replacing("self.panel ~= nil", with: "false")),
    (
      "views of a panel before another stack",
      panel.replacing("ui.Button { title", with: "ui.VStack { ui.Label { text = 'below' } }, ui.Button { title")
    ),
  ]

  /// A panel of views that is created when it is first opened. The save says whether it was created, not whether it is open.
  private static let panel = note(
    view:
      "self:slot(), ui.Button { title = 'Panel', action = function() self.isOpen = not self.isOpen self:arrange() end }",
    body: """
      function Note:slot() self.place = ui.VStack {} return self.place end
      function Note:arrange()
        if self.isOpen then
          self.panel = self.panel or ui.VStack {
            ui.TextField { restorationIdentifier = "street" },
            ui.Switch { restorationIdentifier = "letters" },
          }
          self.place:addSubview(self.panel)
        elseif self.panel then
          self.panel:removeFromSuperview()
        end
      end
      """, encode: "coder:encode('isOpen', self.panel ~= nil)",
    decode: "self.isOpen = coder:decodeBoolean 'isOpen' self:arrange()")
}
