import LuaRuntime
import LuaScreens

/// The methods that a script file defines, and those that it assigns, as to handlers: `action = self.name`.
struct HandlersByName {
  /// An assignment of an object's field, or of a method's result.
  struct Use {
    /// The name that it is assigned to, as of a handler: `action`.
    let handler: String
    /// The name before the dot or colon: `self` or a class.
    let receiver: String
    let name: String
    /// Whether the method is called here instead of being passed as a function.
    let isCalled: Bool
    /// The name of the class that contains the assignment, or of the receiver, as in the file.
    let owner: String
    let line: Int
  }

  /// Whether each method returns a value, by class name and method name.
  private(set) var methods: [String: [String: Bool]] = [:]
  private(set) var uses: [Use] = []

  /// A block or function that has not ended.
  private struct Block {
    var isFunction = false
    /// The class of `self`; nil if it is unknown.
    var owner: String?
    /// The name, if the block is a method.
    var method: String?
    var returnsValue = false
  }

  init(_ tokens: [LuaTokens.Token]) {
    var blocks = [Block()]
    for (index, token) in tokens.enumerated() {
      guard case .name(let word) = token.kind else { continue }
      switch word {
      case "function": blocks.append(Self.function(at: index, in: tokens, within: blocks[blocks.count - 1]))
      case "do", "if", "repeat": blocks.append(Block(owner: blocks[blocks.count - 1].owner))
      case "end", "until":
        guard blocks.count > 1, let block = blocks.popLast() else { continue }
        if let owner = block.owner, let method = block.method {
          methods[owner, default: [:]][method] = block.returnsValue
        }
      case "return":
        let next = index + 1 < tokens.count ? tokens[index + 1].kind : .symbol(";")
        let isEmpty = ["end", "else", "elseif", "until"].contains { next == .name($0) } || next == .symbol(";")
        if !isEmpty, let function = blocks.lastIndex(where: \.isFunction) { blocks[function].returnsValue = true }
      default:
        if let use = Self.use(at: index, in: tokens, owner: blocks[blocks.count - 1].owner) { uses.append(use) }
      }
    }
  }

  /// Returns the function that begins at an index: a method of a class, or a function that shares its block's `self`.
  private static func function(at index: Int, in tokens: [LuaTokens.Token], within block: Block) -> Block {
    var (owner, last): (String?, String?) = (nil, nil)
    var next = index + 1
    while next < tokens.count, tokens[next].kind != .symbol("(") {
      if case .name(let name) = tokens[next].kind {
        if let last { owner = owner.map { "\($0).\(last)" } ?? last }
        last = name
      }
      next += 1
    }
    if let owner { return Block(isFunction: true, owner: owner, method: last) }
    let parameters = tokens[next...].prefix { $0.kind != .symbol(")") }
    return Block(isFunction: true, owner: parameters.contains { $0.kind == .name("self") } ? nil : block.owner)
  }

  /// Returns the assignment at an index, if its value is `self.name` or `self:name(…)`.
  private static func use(at index: Int, in tokens: [LuaTokens.Token], owner: String?) -> Use? {
    guard index + 4 < tokens.count, tokens[index + 1].kind == .symbol("="),
      case .name(let handler) = tokens[index].kind, case .name(let receiver) = tokens[index + 2].kind,
      case .symbol(let operation) = tokens[index + 3].kind, operation == "." || operation == ":",
      case .name(let name) = tokens[index + 4].kind
    else { return nil }
    var end = index + 5
    if operation == ":" {
      var depth = 0
      repeat {
        guard end < tokens.count else { return nil }
        if tokens[end].kind == .symbol("(") { depth += 1 }
        if tokens[end].kind == .symbol(")") { depth -= 1 }
        end += 1
      } while depth > 0
    }
    // The value ends here unless an operator follows.
    if end < tokens.count {
      switch tokens[end].kind {
      case .name(let word): guard !["and", "or"].contains(word) else { return nil }
      case .symbol(let symbol): guard ["}", ",", ";"].contains(symbol) else { return nil }
      case .string, .number: return nil
      }
    }
    guard let owner = receiver == "self" ? owner : receiver else { return nil }
    return Use(
      handler: handler, receiver: receiver, name: name, isCalled: operation == ":", owner: owner,
      line: tokens[index + 4].line)
  }
}

extension ScriptMistakes {
  /// Reports handlers that are nil because their method does not exist, or because a method without a result is called.
  func checkHandlers() {
    // New code without a new class, such as a line at a prompt, is not checked.
    guard checkedClassCount != host.lua.hostClasses.count else { return }
    checkedClassCount = host.lua.hostClasses.count
    guard sources.areComplete else { return }
    let files = sources.files.map { (name: $0.name, handlers: HandlersByName($0.tokens)) }
    // A name that occurs elsewhere may be assigned there.
    let isOnlyGiven = { [sources] (name: String) in
      sources.count(of: name)
        == files.reduce(0) { count, file in
          count + file.handlers.uses.count { $0.name == name && self.isHandler($0.handler) }
        }
    }
    // Whether the methods of each name return a value. Most scripts call no method there.
    lazy var definitions = files.reduce(into: [String: [Bool]]()) { definitions, file in
      for methods in file.handlers.methods.values { definitions.merge(methods.mapValues { [$0] }) { $0 + $1 } }
    }
    for (file, handlers) in files {
      for use in handlers.uses {
        guard let methods = handlers.methods[use.owner] else { continue }
        if use.isCalled {
          // Another class may have a method with this name that returns a function.
          guard definitions[use.name] == [false], sources.definitionCount(of: use.name) == 1, isHandler(use.handler)
          else {
            continue
          }
          report(
            "\(use.receiver):\(use.name)() is called here and returns nothing, so this \(use.handler) is nil; pass a function: \(use.handler) = function() \(use.receiver):\(use.name)() end",
            at: "\(file):\(use.line)")
        } else if methods[use.name] == nil, isHandler(use.handler), !isMember(use.name),
          isOnlyGiven(use.name),
          let intended = CallbackNames.slip(use.name, among: Array(methods.keys))
        {
          report(
            "there is no \(use.receiver).\(use.name), so this \(use.handler) is nil; did you mean '\(intended)'?",
            at: "\(file):\(use.line)")
        }
      }
    }
  }

  /// Whether any class has a member with this name.
  private func isMember(_ name: String) -> Bool {
    host.lua.hostClasses.contains {
      $0.isScript
        ? host.lua.definition(ofClassMethod: name, named: $0.name) != nil : $0.memberNames.contains(name)
    }
  }

  /// Whether a built-in class or type has a property or field with this name for a function that the host calls.
  private func isHandler(_ name: String) -> Bool {
    host.lua.hostClasses.contains { !$0.isScript && $0.property(named: name)?.type.contains("fun(") == true }
      || host.module.types.contains { type in
        type.fields.contains { field in
          if case .value(let type) = field.form { field.name == name && type.contains("fun(") } else { false }
        }
      }
  }
}
