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

---@class luahost.KeyCommand A named action, in the command palette and by its key.
---@field title string
---@field input? string Its key: "ctrl+s", "f5", "x".
---@field action string|fun(receiver: luahost.ViewController|luahost.Application) A function, or the name of a method.

---@class luahost.RowAction Something that can be done with one row.
---@field title string
---@field style? "normal"|"destructive"
---@field handler fun()

---@alias luahost.Color string A name ("red", "brightBlue", "gray"), "#rrggbb", "0" to "255", or "default".
---@alias luahost.Role "text"|"secondary"|"placeholder"|"accent"|"focused"|"selected"|"field"|"header"|"bar"|"barTitle"|"border"|"focusedBorder"|"disabled"|"destructive"
---@alias luahost.Look luahost.Style|luahost.Role|table

---@class luahost.TableViewDataSource What a table asks its data source and its delegate; sections and rows count from 1.
---@field numberOfSections? fun(self, tableView: luahost.TableView): integer
---@field numberOfRowsInSection fun(self, tableView: luahost.TableView, section: integer): integer
---@field cellForRow fun(self, tableView: luahost.TableView, section: integer, row: integer): string|luahost.View|{ text: string, detail: string?, accessory: string? }
---@field titleForHeaderInSection? fun(self, tableView: luahost.TableView, section: integer): string|nil
---@field trailingSwipeActionsForRow? fun(self, tableView: luahost.TableView, section: integer, row: integer): luahost.RowAction[]|nil
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
---@field accessibilityLabel string|nil What it is called where it cannot be seen.
---@field accessibilityValue string|nil Read-only.
---@field backgroundColor luahost.Color
---@field canBecomeFirstResponder boolean Set it for a view of your own that takes keys.
---@field border "none"|"single"|"rounded"|"double"|"heavy"
---@field borderTitle string
---@field frame { x: integer, y: integer, width: integer, height: integer } Read-only.
---@field height integer|nil Rows, border included; nil lets it choose.
---@field isEnabled boolean
---@field isFirstResponder boolean Read-only.
---@field isHidden boolean
---@field padding integer|{ top: integer?, left: integer?, bottom: integer?, right: integer? } Empty cells inside the border.
---@field restorationIdentifier string|nil Its name in the saved state.
---@field style luahost.Look The look of it and all in it.
---@field subviews luahost.View[] Read-only.
---@field superview luahost.View|nil Read-only.
---@field textColor luahost.Color
---@field width integer|nil Columns, border included; nil lets it choose.
local View = {}

---Views can be 500 levels deep in each other.
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

--- Override it to take keys: `"ctrl+c"`, `"up"`, `"x"`. True if the key did something; else it goes on as usual.
---@param key string
---@return boolean|nil
function View:keyPressed(key) end

--- Override it to take what the mouse does. Places are in cells from the view's first, which is 0, 0.
---@param event { type: "press"|"drag"|"release"|"wheel", x: integer, y: integer, button: integer?, rows: integer?, clickCount: integer? }
---@return boolean|nil
function View:mouseEvent(event) end

function View:invalidateRestorableState() end

function View:removeFromSuperview() end

function View:resignFirstResponder() end

function View:setNeedsDisplay() end

---@class luahost.Style Colours and what is done to the letters.
---@field class luahost.Class Read-only.
---@field background luahost.Color
---@field bold boolean
---@field dim boolean
---@field foreground luahost.Color
---@field italic boolean
---@field reverse boolean
---@field strikethrough boolean
---@field underline boolean
local Style = {}

---@class luahost.Image Pixels.
---@field class luahost.Class Read-only.
---@field height integer Read-only.
---@field width integer Read-only.
local Image = {}

---@class luahost.Pasteboard What was copied.
---@field class luahost.Class Read-only.
---@field string string
local Pasteboard = {}

---@class luahost.VStack : luahost.View Views one below the other.
---@field alignment "fill"|"leading"|"center"|"trailing"
---@field spacing integer
local VStack = {}

---@class luahost.HStack : luahost.View Views side by side.
---@field alignment "fill"|"leading"|"center"|"trailing"
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
---@field isEditable boolean
---@field isSecure boolean
---@field onChange fun(view: luahost.TextField)|nil
---@field onSubmit fun(view: luahost.TextField)|nil
---@field placeholder string
---@field selectedRange { location: integer, length: integer }
---@field text string What a script sets is the script's to bring back; what the person typed since comes back by itself, unless `isSecure`. What it is made with is only what it begins with.
local TextField = {}

---@class luahost.SearchBar : luahost.TextField A field for what is looked for; Escape empties it.
local SearchBar = {}

---@class luahost.TextView : luahost.View Several lines of text that the person edits.
---@field isEditable boolean
---@field onChange fun(view: luahost.TextView)|nil
---@field placeholder string
---@field selectedRange { location: integer, length: integer }
---@field text string As a TextField's.
local TextView = {}

---@class luahost.Button : luahost.View Does something when it is pressed.
---@field action fun(button: luahost.Button)|nil
---@field isDestructive boolean
---@field title string
local Button = {}

---@class luahost.BarButtonItem : luahost.Button A button in a bar.
local BarButtonItem = {}

---@class luahost.Toolbar : luahost.View A row of buttons.
---@field items luahost.BarButtonItem[]
local Toolbar = {}

---@class luahost.NavigationItem What a navigation bar shows beside the title.
---@field class luahost.Class Read-only.
---@field rightBarButtonItem luahost.BarButtonItem|nil
---@field rightBarButtonItems luahost.BarButtonItem[] The first one is outermost.
local NavigationItem = {}

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

---@class luahost.PickerView : luahost.View One of many choices, or one of each of several lists.
---@field components string[][] The rows of each wheel.
---@field onChange fun(view: luahost.PickerView)|nil
---@field rows string[] The rows of the only wheel.
---@field selectedRow integer|nil
---@field selectedRows integer[]
local PickerView = {}

---@class luahost.DatePicker : luahost.View A date, a time or both.
---@field date luahost.Date
---@field datePickerMode "date"|"time"|"dateAndTime"
---@field maximumDate luahost.Date|nil
---@field minimumDate luahost.Date|nil
---@field onChange fun(view: luahost.DatePicker)|nil
---@field preferredDatePickerStyle "compact"|"inline"
local DatePicker = {}

---@class luahost.ImageView : luahost.View A picture, drawn in blocks.
---@field contentMode "scaleAspectFit"|"scaleAspectFill"|"scaleToFill"
---@field image luahost.Image|string|nil A picture, or the path of a PNG file.
---@field pixels "half"|"quadrant"
local ImageView = {}

---@class luahost.ProgressView : luahost.View How far something is, from 0 to 1.
---@field isIndeterminate boolean
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
---@param width integer
---@param height integer
---@param border? "single"|"rounded"|"double"|"heavy"
---@param style? luahost.Look
function Canvas:box(x, y, width, height, border, style) end

---@param x integer
---@param y integer
---@param width integer
---@param height integer
---@param character? string
---@param style? luahost.Look
function Canvas:fill(x, y, width, height, character, style) end

---@param x integer
---@param y integer
---@param text string
---@param style? luahost.Look
function Canvas:put(x, y, text, style) end

---@class luahost.ViewController : luahost.Responder One screen, or a container of others.
---@field children luahost.ViewController[] Read-only.
---@field isViewLoaded boolean Read-only.
---@field keyCommands luahost.KeyCommand[]
---@field navigationController luahost.NavigationController|nil Read-only.
---@field navigationItem luahost.NavigationItem Read-only.
---@field parent luahost.ViewController|nil Read-only.
---@field presentedViewController luahost.ViewController|nil Read-only.
---@field presentingViewController luahost.ViewController|nil Read-only.
---@field restorationClass luahost.Class|nil The class that makes it again.
---@field restorationIdentifier string|nil Its name in the saved state.
---@field splitViewController luahost.SplitViewController|nil Read-only.
---@field storyboard luahost.Storyboard|nil Read-only.
---@field tabBarController luahost.TabBarController|nil Read-only.
---@field title string|nil
---@field toolbarItems luahost.BarButtonItem[] Shown at the bottom by a navigation controller.
---@field view luahost.View
local ViewController = {}

---View controllers can contain and present each other 200 levels deep.
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

--- Override it to take keys that no view of it has a use for.
---@param key string
---@return boolean|nil
function ViewController:keyPressed(key) end

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
---@field textFields luahost.TextField[] Read-only.
local AlertController = {}

---@param action luahost.AlertAction
function AlertController:addAction(action) end

---@param field luahost.TextField
function AlertController:addTextField(field) end

---@class luahost.Window : luahost.Responder Shows a tree of view controllers.
---@field isKeyWindow boolean Read-only.
---@field rootViewController luahost.ViewController|nil
local Window = {}

function Window:makeKeyAndVisible() end

---@class luahost.Application : luahost.Responder The app, its own delegate.
---@field autosave boolean Whether changes are saved by themselves.
---@field identifier string
---@field keyCommands luahost.KeyCommand[]
---@field keyWindow luahost.Window|nil Read-only.
---@field pasteboard luahost.Pasteboard Read-only.
---@field storyboard luahost.Storyboard|nil
---@field theme "terminal"|"dark"|"light"|"monochrome"|table A theme's name, or { base = NAME, ROLE = look, ... }.
---@field version string
---@field window luahost.Window|nil
---@field windows luahost.Window[] Read-only.
local Application = {}

--- Ends what `extendStateRestoration` began: the restored screen takes the place of the picture.
function Application:completeStateRestoration() end

--- Puts off the end of restoration until the matching `completeStateRestoration`, for state that has to be fetched first:
--- at most 10 seconds. Meanwhile the screen is the picture of the last save; keys and pasted text wait for the restored
--- screen, the mouse does nothing.
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
---@field Style luahost.Class|fun(properties?: table): luahost.Style
---@field SearchBar luahost.Class|fun(properties?: table): luahost.SearchBar
---@field BarButtonItem luahost.Class|fun(properties?: table): luahost.BarButtonItem
---@field Toolbar luahost.Class|fun(properties?: table): luahost.Toolbar
---@field PickerView luahost.Class|fun(properties?: table): luahost.PickerView
---@field DatePicker luahost.Class|fun(properties?: table): luahost.DatePicker
---@field ImageView luahost.Class|fun(properties?: table): luahost.ImageView
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

---@param source string|luahost.Data The path of a PNG file, relative to the script, or its bytes.
---@return luahost.Image
function ui.Image(source) end

--- Bytes that are no text, as a value: two of the same bytes are `==`. As keys of a table they are told apart; use `data.bytes`.
---@param bytes string
---@return luahost.Data
function ui.Data(bytes) end

--- A point in time, as a value: `==`, `<` and `<=` compare the times, `tostring` writes it as ISO 8601 in UTC. As keys of a
--- table two are told apart; use `date.timeIntervalSince1970`.
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
