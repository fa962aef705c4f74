import AppSession
import Interface
import LuaRuntime
import StateRestoration
import Terminal

// Completion at the cursor: commands and identifiers after a colon, otherwise globals, fields and methods.
extension Prompt {
  func completions(_ text: String, _ cursor: Int) -> Completions {
    let head = String(text.prefix(cursor))
    if head.hasPrefix(":") { return commandCompletions(head) }
    return luaCompletions(head)
  }

  private func commandCompletions(_ head: String) -> Completions {
    guard let space = head.firstIndex(of: " ") else {
      let names = PromptCommand.all.map { ":" + $0.name }
      return Completions(start: 0, candidates: names.filter { $0.hasPrefix(head) })
    }
    let name = head[..<space].dropFirst()
    let start = head.index(after: space)
    let typed = head[start...]
    var candidates: [String] = []
    if name == "doc" || name == "help" { candidates = (try? Documentation.shared.get().names) ?? [] }
    if let host = session.host {
      let nodes = Automation(host.application).tree.flatMap(\.all)
      switch name {
      case "find", "tap", "select", "scroll":
        candidates = Set(nodes.compactMap(\.identifier)).map { IdentifierPath([$0]).description }.sorted()
      case "tree", "archive": candidates = nodes.compactMap { $0.path?.description }
      case "key": candidates = KeyPress.names
      case "rollback", "diff": candidates = ((try? session.store?.saves()) ?? []).map { String($0.number) }
      default: break
      }
    }
    return Completions(
      start: head.distance(from: head.startIndex, to: start), candidates: candidates.filter { $0.hasPrefix(typed) })
  }

  private func luaCompletions(_ head: String) -> Completions {
    let isPart = { (character: Character) in character.isLetter || character.isNumber || "_.:".contains(character) }
    let expression = String(head.reversed().prefix(while: isPart).reversed())
    let separator = expression.lastIndex { $0 == "." || $0 == ":" }
    let prefix = separator.map { String(expression[expression.index(after: $0)...]) } ?? expression
    let start = head.count - prefix.count
    let owner = separator.map { String(expression[..<$0]) }
    let names = memberNames(of: owner, onlyMethods: separator.map { expression[$0] == ":" } ?? false)
    return Completions(start: start, candidates: names.filter { $0.hasPrefix(prefix) && LuaWords.isName($0) })
  }

  /// Returns the member names of an expression like `app.window`; without an expression, the globals.
  private func memberNames(of owner: String?, onlyMethods: Bool) -> [String] {
    let names = try? session.host?.withUntracedStack { stack -> [String] in
      guard let environment = try session.host?.promptNames() else { return [] }
      guard let owner else {
        stack.pushGlobal("_G")
        return Array(Set(stack.memberNames(-1) + environment.names)).sorted()
      }
      environment.push(on: stack)
      for name in owner.split(whereSeparator: { $0 == "." || $0 == ":" }) {
        guard try stack.getField(-1, String(name)) != .nil else { return [] }
      }
      let names = stack.memberNames(-1)
      return onlyMethods ? names.filter { isFunction($0, of: stack) } : names
    }
    return names ?? []
  }

  private func isFunction(_ name: String, of stack: LuaStack) -> Bool {
    let base = stack.top
    defer { stack.top = base }
    return (try? stack.getField(-1, name)) == .function
  }
}

extension Automation.TreeNode {
  /// The node and all nodes below it.
  fileprivate var all: [Self] { [self] + children.flatMap(\.all) }
}
