extension ScriptHost {
  /// The names of the callbacks of data sources and delegates, which may be objects of any class.
  package static var dataSourceCallbacks: [String] {
    (TableViewCallbacks.all + OutlineViewCallbacks.all + PageViewCallbacks.all).map(\.name)
  }
}
