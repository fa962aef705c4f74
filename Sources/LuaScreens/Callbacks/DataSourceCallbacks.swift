extension ScriptHost {
  /// The names of the callbacks of data sources and delegates, which may be objects of any class.
  package static var dataSourceCallbacks: Set<String> {
    Set((TableViewCallbacks.all + OutlineViewCallbacks.all + PageViewCallbacks.all).map(\.name))
  }
}
