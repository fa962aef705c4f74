import Interface
import LuaRuntime

// Enumerations whose cases have the same names in scripts.

extension Axis: LuaEnumeration {}
extension Border: LuaEnumeration {}
extension Theme.ButtonEdges: LuaEnumeration {}
extension Label.Alignment: LuaEnumeration {}
extension StackView.Alignment: LuaEnumeration {}
extension RowSelectionMode: LuaEnumeration {}
extension ImageView.ContentMode: LuaEnumeration {}
extension ImageView.Pixels: LuaEnumeration {}
extension DatePicker.Mode: LuaEnumeration {}
extension DatePicker.Style: LuaEnumeration {}
extension AlertController.Style: LuaEnumeration {}
extension AlertController.Action.Style: LuaEnumeration {}
extension AccessibilityRole: LuaEnumeration {}
extension SplitViewController.Column: LuaEnumeration {}
extension SelectionDirection: LuaEnumeration {}
