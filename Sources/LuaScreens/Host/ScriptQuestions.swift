import Interface
import LuaRuntime

// What observers ask about a script, without a change in it.
extension ScriptHost {
  /// The object that is the app for its script; nil before the script has created it.
  package var createdApplication: Application? { scriptApplication }

  /// Whether an object has a method that a callback would call.
  package func has(_ callback: Callback, of object: AnyObject) -> Bool { calls.has(callback, of: .object(object)) }

  /// Whether an object has a method.
  package func hasMethod(_ name: String, of object: AnyObject) -> Bool { calls.has(name, of: .object(object)) }

  /// Whether the data source of a list or page view controller has a method that a callback would call.
  package func dataSource(of asker: AnyObject, has callback: Callback) -> Bool {
    calls.has(callback, of: .delegate("dataSource", of: asker))
  }

  /// Reports the first required method that a list's data source lacks, before the list is shown.
  package func reportMissingMethod(ofDataSourceOf list: RowList) { rowAnswers.reportMissingMethod(of: list) }

  /// Returns the message for a restoration class that cannot create view controllers; nil if it can.
  package func objection(toRestorationClass name: String) -> String? {
    let callback = RestorationCallbacks.viewControllerWithRestorationIdentifierPath
    guard let restorationClass = restoration.restorationClass(named: name) as? ScriptRestorationClass,
      !restorationClass.has(callback)
    else { return nil }
    return "\(restorationClass.missing(callback))"
  }

  /// Whether a restoration class has the method that a callback calls. True for unknown classes and those of Swift.
  package func restorationClass(_ name: String, has callback: Callback) -> Bool {
    (restoration.restorationClass(named: name) as? ScriptRestorationClass)?.has(callback) ?? true
  }

  /// Whether the script has called `os.exit`.
  package var isExitRequested: Bool { calls.isExitRequested }
}
