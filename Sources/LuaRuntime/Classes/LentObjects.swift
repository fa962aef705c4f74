import CLua
import LuaBoundary

/// The argument of a call to which an object is lent; see ``LuaState/lending(_:as:_:)``.
public struct LentObject: LuaPushable {
  fileprivate let object: AnyObject
  fileprivate let successor: AnyObject
  fileprivate let hostClass: HostClass
  fileprivate let loan: UInt64

  public func push(on stack: LuaStack) {
    lh_push_lent(
      stack.L, Unmanaged.passUnretained(object).toOpaque(), Unmanaged.passUnretained(successor).toOpaque(), loan,
      hostClass.kind, Int32(hostClass.id))
    hostClass.pushLentMetatable(on: stack)
    _ = lh_set_metatable(stack.L, -2)
  }
}

extension LuaState {
  /// Lends an object to calls in a closure, which must not need it afterwards. This takes a fraction of the time of a
  /// userdata that retains its object. A script's value stands for the class's ``HostClass/successor`` afterwards.
  ///
  /// - Parameter hostClass: the class of the object.
  /// - Throws: ``LuaError/usage(_:)`` if the object is no instance of the class, or the class has no successor; errors of
  ///   the closure.
  public func lending<Result>(
    _ object: AnyObject, as hostClass: HostClass, _ body: (LentObject) throws -> Result
  ) throws -> Result {
    guard type(of: object) == hostClass.type || hostClass.isInstance(object) else {
      throw LuaError.usage("a \(type(of: object)) cannot be lent as \(LuaError.withArticle(hostClass.name))")
    }
    guard let successor = hostClass.successor else {
      throw LuaError.usage("objects of this class cannot be lent")
    }
    let loan = lh_begin_loan(context)
    defer { lh_end_loan(context) }
    return try body(LentObject(object: object, successor: successor, hostClass: hostClass, loan: loan))
  }
}
