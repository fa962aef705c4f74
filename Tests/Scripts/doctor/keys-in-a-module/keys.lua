local Keys = {}
Keys.filter = "filter"
Keys.order = "order"
return Keys
