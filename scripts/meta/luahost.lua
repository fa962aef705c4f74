---@meta luahost
-- What lua-language-server has to know of `require "luahost"`, to complete and check screens in any editor.
-- A test holds this file against what the host offers.

---@class luahost.SaveInfo What is known of a save.
---@field appVersion string
---@field hostVersion string
---@field savedAt number Seconds since 1970.
---@field screenSize { width: integer, height: integer }

---@class luahost.Class A class: call it with a table of properties to make an instance.
---@field name string What the archive records.
---@field super luahost.Class

---@class luahost.AlertAction A choice of an alert.
---@field title string
---@field style? "default"|"cancel"|"destructive"
---@field handler? fun() Runs when it was chosen, after the alert is gone.

---@class luahost.TableViewDataSource What a table asks its data source and its delegate; sections and rows count from 1.
---@field numberOfSections? fun(self, tableView: luahost.TableView): integer
---@field numberOfRowsInSection fun(self, tableView: luahost.TableView, section: integer): integer
---@field cellForRow fun(self, tableView: luahost.TableView, section: integer, row: integer): string|luahost.View|{ text: string, detail: string?, accessory: string? }
---@field titleForHeaderInSection? fun(self, tableView: luahost.TableView, section: integer): string|nil
---@field didSelectRow? fun(self, tableView: luahost.TableView, section: integer, row: integer)
---@field canEditRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): boolean
---@field commitDelete? fun(self, tableView: luahost.TableView, section: integer, row: integer)
---@field moveRow? fun(self, tableView: luahost.TableView, fromSection: integer, fromRow: integer, toSection: integer, toRow: integer)
---@field modelIdentifierForElement? fun(self, tableView: luahost.TableView, section: integer, row: integer): string
---@field indexPathForElement? fun(self, tableView: luahost.TableView, modelIdentifier: string): integer|nil, integer|nil

---@class luahost.PageViewControllerDataSource What a page view controller asks for the pages beside the current one.
---@field viewControllerBefore? fun(self, pages: luahost.PageViewController, controller: luahost.ViewController): luahost.ViewController|nil
---@field viewControllerAfter? fun(self, pages: luahost.PageViewController, controller: luahost.ViewController): luahost.ViewController|nil

---@class luahost.Responder What windows, view controllers and views share.
---@field class luahost.Class Read-only.
local Responder = {}

---@param class luahost.Class
---@return boolean
function Responder:isKindOf(class) end

---@param name string
---@return luahost.Class
function Responder:subclass(name) end

---@class luahost.Coder The keyed coder of one object. Each object has its own key space.
---@field class luahost.Class Read-only.
---@field info luahost.SaveInfo|nil Read-only.
local Coder = {}

---@param key string
---@return boolean
function Coder:contains(key) end

---@param key string
---@return any
function Coder:decode(key) end

---@param key string
---@return boolean|nil
function Coder:decodeBoolean(key) end

---@param key string
---@return integer|nil
function Coder:decodeInteger(key) end

---@param key string
---@return number|nil
function Coder:decodeNumber(key) end

---@param key string
---@return string|nil
function Coder:decodeString(key) end

---@param key string
---@return table|nil
function Coder:decodeTable(key) end

---@param key string
---@param value any
function Coder:encode(key, value) end

---@return string[]
function Coder:keys() end

---@class luahost.Data Bytes that are no text.
---@field bytes string Read-only.
---@field class luahost.Class Read-only.
---@field count integer Read-only.
local Data = {}

---@class luahost.Date A point in time.
---@field class luahost.Class Read-only.
---@field timeIntervalSince1970 number Read-only.
local Date = {}

---@class luahost.View : luahost.Responder A rectangle on the screen. A plain one shows its subviews one below the other.
---@field accessibilityIdentifier string|nil A name for tests; never saved.
---@field frame { x: integer, y: integer, width: integer, height: integer } Read-only.
---@field isEnabled boolean
---@field isFirstResponder boolean Read-only.
---@field isHidden boolean
---@field restorationIdentifier string|nil Its name in the saved state.
---@field subviews luahost.View[] Read-only.
---@field superview luahost.View|nil Read-only.
local View = {}

---@param view luahost.View
function View:addSubview(view) end

---@return boolean
function View:becomeFirstResponder() end

---@param coder luahost.Coder
function View:decodeRestorableState(coder) end

---@param canvas luahost.Canvas
function View:draw(canvas) end

---@param coder luahost.Coder
function View:encodeRestorableState(coder) end

function View:invalidateRestorableState() end

function View:removeFromSuperview() end

function View:resignFirstResponder() end

function View:setNeedsDisplay() end

---@class luahost.VStack : luahost.View Views one below the other.
---@field padding integer
---@field spacing integer
local VStack = {}

---@class luahost.HStack : luahost.View Views side by side.
---@field padding integer
---@field spacing integer
local HStack = {}

---@class luahost.Spacer : luahost.View Takes the room that is left in a stack.
local Spacer = {}

---@class luahost.Divider : luahost.View A line.
local Divider = {}

---@class luahost.ScrollView : luahost.View Shows a part of what is in it, and scrolls.
---@field contentOffset { x: integer, y: integer }
local ScrollView = {}

---@class luahost.Label : luahost.View Text.
---@field alignment "left"|"center"|"right"
---@field text string
local Label = {}

---@class luahost.TextField : luahost.View One line of text that the person edits.
---@field isSecure boolean
---@field onChange fun(view: luahost.TextField)|nil
---@field onSubmit fun(view: luahost.TextField)|nil
---@field placeholder string
---@field selectedRange { location: integer, length: integer }
---@field text string
local TextField = {}

---@class luahost.TextView : luahost.View Several lines of text that the person edits.
---@field onChange fun(view: luahost.TextView)|nil
---@field placeholder string
---@field selectedRange { location: integer, length: integer }
---@field text string
local TextView = {}

---@class luahost.Button : luahost.View Does something when it is pressed.
---@field action fun(button: luahost.Button)|nil
---@field title string
local Button = {}

---@class luahost.Switch : luahost.View On or off.
---@field isOn boolean
---@field onChange fun(view: luahost.Switch)|nil
local Switch = {}

---@class luahost.Slider : luahost.View A number between two bounds.
---@field maximumValue number
---@field minimumValue number
---@field onChange fun(view: luahost.Slider)|nil
---@field value number
local Slider = {}

---@class luahost.Stepper : luahost.View A number that goes up and down in steps.
---@field maximumValue number
---@field minimumValue number
---@field onChange fun(view: luahost.Stepper)|nil
---@field stepValue number
---@field value number
local Stepper = {}

---@class luahost.SegmentedControl : luahost.View One of several choices, side by side.
---@field onChange fun(view: luahost.SegmentedControl)|nil
---@field segments string[]
---@field selectedSegmentIndex integer|nil
local SegmentedControl = {}

---@class luahost.ProgressView : luahost.View How far something is, from 0 to 1.
---@field progress number
local ProgressView = {}

---@class luahost.ActivityIndicator : luahost.View Shows that something goes on.
---@field isAnimating boolean
local ActivityIndicator = {}

---@class luahost.TableView : luahost.View Rows in sections, made on demand.
---@field allowsMultipleSelection boolean
---@field contentOffset { x: integer, y: integer }
---@field dataSource luahost.TableViewDataSource|nil
---@field delegate luahost.TableViewDataSource|nil
---@field indexPathsForSelectedRows { section: integer, row: integer }[] The selected rows.
---@field isEditing boolean
---@field onChange fun(view: luahost.TableView)|nil
---@field rows string[]
local TableView = {}

---@param section? integer
---@param row? integer
function TableView:deselectRow(section, row) end

function TableView:reloadData() end

---@param section integer
---@param row integer
function TableView:scrollToRow(section, row) end

---@param section integer
---@param row integer
function TableView:selectRow(section, row) end

---@class luahost.Canvas What a view draws on, in cells; the first is 0, 0.
---@field class luahost.Class Read-only.
---@field height integer Read-only.
---@field width integer Read-only.
local Canvas = {}

---@param x integer
---@param y integer
---@param text string
function Canvas:put(x, y, text) end

---@class luahost.ViewController : luahost.Responder One screen, or a container of others.
---@field children luahost.ViewController[] Read-only.
---@field isViewLoaded boolean Read-only.
---@field navigationController luahost.NavigationController|nil Read-only.
---@field parent luahost.ViewController|nil Read-only.
---@field presentedViewController luahost.ViewController|nil Read-only.
---@field presentingViewController luahost.ViewController|nil Read-only.
---@field restorationClass luahost.Class|nil The class that makes it again.
---@field restorationIdentifier string|nil Its name in the saved state.
---@field splitViewController luahost.SplitViewController|nil Read-only.
---@field storyboard luahost.Storyboard|nil Read-only.
---@field tabBarController luahost.TabBarController|nil Read-only.
---@field title string|nil
---@field view luahost.View
local ViewController = {}

---@param child luahost.ViewController
function ViewController:addChild(child) end

function ViewController:applicationFinishedRestoringState() end

---@param coder luahost.Coder
function ViewController:decodeRestorableState(coder) end

---@param result? any
function ViewController:dismiss(result) end

---@param coder luahost.Coder
function ViewController:encodeRestorableState(coder) end

function ViewController:invalidateRestorableState() end

function ViewController:loadView() end

function ViewController:loadViewIfNeeded() end

---@param controller luahost.ViewController
---@param options? { onResult: string }
function ViewController:present(controller, options) end

function ViewController:removeFromParent() end

---@param animated boolean
function ViewController:viewDidAppear(animated) end

---@param animated boolean
function ViewController:viewDidDisappear(animated) end

function ViewController:viewDidLoad() end

---@param animated boolean
function ViewController:viewWillAppear(animated) end

---@param animated boolean
function ViewController:viewWillDisappear(animated) end

---@class luahost.NavigationController : luahost.ViewController A stack of screens, of which the top one shows.
---@field isNavigationBarHidden boolean
---@field topViewController luahost.ViewController|nil Read-only.
---@field viewControllers luahost.ViewController[]
---@field visibleViewController luahost.ViewController|nil Read-only.
local NavigationController = {}

---@return luahost.ViewController|nil
function NavigationController:pop() end

---@param controller luahost.ViewController
---@return luahost.ViewController[]
function NavigationController:popTo(controller) end

---@return luahost.ViewController[]
function NavigationController:popToRoot() end

---@param controller luahost.ViewController
function NavigationController:push(controller) end

---@class luahost.TabBarController : luahost.ViewController Several screens side by side, of which one is selected.
---@field selectedIndex integer|nil
---@field selectedViewController luahost.ViewController|nil
---@field viewControllers luahost.ViewController[]
local TabBarController = {}

---@class luahost.SplitViewController : luahost.ViewController Two sides, where there is room for both.
---@field dividerPosition integer|nil
---@field isCollapsed boolean Read-only.
---@field shownColumn "primary"|"secondary"
---@field viewControllers luahost.ViewController[]
local SplitViewController = {}

---@param column "primary"|"secondary"
function SplitViewController:show(column) end

---@class luahost.PageViewController : luahost.ViewController Screens that are turned like pages.
---@field currentIndex integer|nil
---@field currentViewController luahost.ViewController|nil Read-only.
---@field dataSource luahost.PageViewControllerDataSource|nil
---@field viewControllers luahost.ViewController[]
local PageViewController = {}

---@return boolean
function PageViewController:goBack() end

---@return boolean
function PageViewController:goForward() end

---@class luahost.AlertController : luahost.ViewController A question over the screen. Never preserved.
---@field actions luahost.AlertAction[]
---@field message string|nil
---@field preferredStyle "alert"|"actionSheet"
local AlertController = {}

---@param action luahost.AlertAction
function AlertController:addAction(action) end

---@class luahost.Window : luahost.Responder Shows a tree of view controllers.
---@field isKeyWindow boolean Read-only.
---@field rootViewController luahost.ViewController|nil
local Window = {}

function Window:makeKeyAndVisible() end

---@class luahost.Application : luahost.Responder The app, its own delegate.
---@field autosave boolean Whether changes are saved by themselves.
---@field identifier string
---@field keyWindow luahost.Window|nil Read-only.
---@field storyboard luahost.Storyboard|nil
---@field version string
---@field window luahost.Window|nil
---@field windows luahost.Window[] Read-only.
local Application = {}

function Application:completeStateRestoration() end

function Application:extendStateRestoration() end

function Application:ignoreSnapshotOnNextApplicationLaunch() end

function Application:invalidateRestorableState() end

---@param object table|luahost.Responder
---@param identifier string
function Application:registerObjectForStateRestoration(object, identifier) end

function Application:restorableStateChanged() end

---@class luahost.Storyboard Scenes that are made by name.
---@field class luahost.Class Read-only.
---@field name string Read-only.
local Storyboard = {}

---@return luahost.ViewController
function Storyboard:instantiateInitialViewController() end

---@param scene string
---@return luahost.ViewController
function Storyboard:instantiateViewController(scene) end

---@class luahost.Timer What is to happen later.
---@field class luahost.Class Read-only.
---@field isPending boolean Read-only.
local Timer = {}

function Timer:cancel() end

---@class luahost.ViewControllerClass : luahost.Class
---@field viewControllerWithRestorationIdentifierPath? fun(self: luahost.Class, path: string[], coder: luahost.Coder): luahost.ViewController|nil

---@class luahost
---@field version string The host's version.
---@field stateRestorationViewControllerStoryboardKey string
---@field View luahost.Class|fun(properties?: table): luahost.View
---@field VStack luahost.Class|fun(properties?: table): luahost.VStack
---@field HStack luahost.Class|fun(properties?: table): luahost.HStack
---@field Spacer luahost.Class|fun(properties?: table): luahost.Spacer
---@field Divider luahost.Class|fun(properties?: table): luahost.Divider
---@field ScrollView luahost.Class|fun(properties?: table): luahost.ScrollView
---@field Label luahost.Class|fun(properties?: table): luahost.Label
---@field TextField luahost.Class|fun(properties?: table): luahost.TextField
---@field TextView luahost.Class|fun(properties?: table): luahost.TextView
---@field Button luahost.Class|fun(properties?: table): luahost.Button
---@field Switch luahost.Class|fun(properties?: table): luahost.Switch
---@field Slider luahost.Class|fun(properties?: table): luahost.Slider
---@field Stepper luahost.Class|fun(properties?: table): luahost.Stepper
---@field SegmentedControl luahost.Class|fun(properties?: table): luahost.SegmentedControl
---@field ProgressView luahost.Class|fun(properties?: table): luahost.ProgressView
---@field ActivityIndicator luahost.Class|fun(properties?: table): luahost.ActivityIndicator
---@field TableView luahost.Class|fun(properties?: table): luahost.TableView
---@field ViewController luahost.Class|fun(properties?: table): luahost.ViewController
---@field NavigationController luahost.Class|fun(properties?: table): luahost.NavigationController
---@field TabBarController luahost.Class|fun(properties?: table): luahost.TabBarController
---@field SplitViewController luahost.Class|fun(properties?: table): luahost.SplitViewController
---@field PageViewController luahost.Class|fun(properties?: table): luahost.PageViewController
---@field AlertController luahost.Class|fun(properties?: table): luahost.AlertController
---@field Window luahost.Class|fun(properties?: table): luahost.Window
---@field Application luahost.Class|fun(properties?: table): luahost.Application
local ui = {}

---@param name string
---@param definition { initial: string?, scenes: table<string, table> }
---@return luahost.Storyboard
function ui.Storyboard(name, definition) end

---@param bytes string
---@return luahost.Data
function ui.Data(bytes) end

---@param secondsSince1970? number Now, if left out.
---@return luahost.Date
function ui.Date(secondsSince1970) end

---@param seconds number
---@param action fun()
---@return luahost.Timer
function ui.after(seconds, action) end

---@param seconds number
---@param action fun()
---@return luahost.Timer
function ui.every(seconds, action) end

--- Runs a function as a task: it may wait with `ui.sleep`, and does not block the screen.
---@param body fun()
function ui.task(body) end

--- Waits, inside a task.
---@param seconds number
function ui.sleep(seconds) end

return ui
