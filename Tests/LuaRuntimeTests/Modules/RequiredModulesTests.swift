import LuaRuntime
import Testing

@Suite("Modules required by scripts")
struct RequiredModulesTests {
  private static func read(_ source: String) -> RequiredModules { RequiredModules(of: Array(source.utf8)[...]) }

  private static func names(_ source: String) -> [String] {
    read(source).requirements.map { ($0.isOptional ? "?" : "") + $0.name }
  }

  @Test(
    "literal names are found in all notations",
    arguments: [
      ("require \"a.b\"", ["a.b"]), ("require'a'", ["a"]), ("require [[a]]", ["a"]), ("require[==[a]]b]==]", ["a]]b"]),
      ("require(\"a\")", ["a"]), ("require ( --[[ x ]] 'a' --[==[ ]] ]==] )", ["a"]), ("require\n\n'a'", ["a"]),
      ("require '\\97\\x62\\u{63}\\z  \n  d'", ["abcd"]), ("require \"a\\\nb\"", ["a\nb"]),
      ("local x <const> = require('a').y", ["a"]), ("require 'a':go(require 'b')", ["a", "b"]),
      ("_G.require 'a'", ["a"]), ("return require 'a' .. 'b'", ["a"]), ("require('a', 1)", ["a"]),
      ("#!/usr/bin/env luahost\nrequire 'a'", ["a"]), ("\u{feff}# x\nrequire 'a'", ["a"]),
      ("f(1 ..require 'a')", ["a"]), ("x = 0x1p-3 .. 3e+2 .. .5 require 'a'", ["a"]), ("require [[\na]]", ["a"]),
    ])
  func found(_ source: String, _ names: [String]) {
    #expect(Self.names(source) == names, "\(source)")
  }

  @Test(
    "comments, strings, and methods and fields called require are ignored",
    arguments: [
      "-- require 'a'", "--[[ require 'a'\n]]", "--[==[ ]] require 'a' ]==]", "x = \"require 'a'\"",
      "x = [[require 'a']]",
      "x = '\\' require \"a\"'", "module:require 'a'", "module.require 'a'", "x = { require = 'a' }", "requires 'a'",
      "local r = require", "# require 'a'", "require", "-- [[\n--]] require 'a'",
    ])
  func ignored(_ source: String) {
    let read = Self.read(source)
    #expect(read.requirements.isEmpty && read.computedLines.isEmpty, "\(source)")
  }

  @Test(
    "modules required in pcall, or by a require of the script's own, are optional",
    arguments: [
      ("pcall(require, 'a')", ["?a"]), ("xpcall(require, debug.traceback, 'a')", ["?a"]),
      ("pcall(function() return require 'a' end) require 'b'", ["?a", "b"]),
      ("pcall((function() return (require)('x'), require('a') end))", ["?a"]),
      ("local function require(x) end require 'a'", ["?a"]), ("local require = strict require 'a'", ["?a"]),
      ("local require = require require 'a'", ["a"]), ("local require = _G.require require 'a'", ["a"]),
      ("require = function() end require 'a'", ["?a"]), ("local function f(x, require, y) require 'a' end", ["?a"]),
      ("M.pcall(require 'a')", ["a"]), ("function M.require(x) end require 'a'", ["a"]),
    ])
  func optional(_ source: String, _ names: [String]) {
    #expect(Self.names(source) == names, "\(source)")
  }

  @Test("lines with computed names are reported, and modules that scripts provide themselves")
  func computed() {
    let read = Self.read(
      "require(x)\nrequire('a' .. b)\n\nrequire(f 'c')\npackage.preload['p.q'] = f\npackage.loaded.r = 1")
    #expect(read.computedLines == [1, 2, 4])
    #expect(read.requirements.isEmpty)
    #expect(read.provided == ["p.q", "r"])
  }

  @Test("renaming require is reported, unless the name stays the same")
  func renamed() {
    let read = Self.read(
      "local load = require\nlocal require <const> = require\nM = { require = require }\nx = require.y")
    #expect(read.renamedLines == [1])
  }

  @Test("line numbers are right after multi-line comments and strings")
  func lines() {
    let source = "--[[\n\n]] x = [[\n\n]] y = 'a\\\n' z = '\\z\n\n' require 'a'"
    #expect(Self.read(source).requirements.map(\.line) == [8])
    #expect(Self.read("f 'one' [[two]] 'three\\nfour'").literals.map(\.text) == ["one", "two"])
  }

  @Test("a literal path of a file is listed with the function that opens it")
  func openers() {
    let source = """
      dofile "a" loadfile('b', "t") io.open("c", 'rb') for l in io.lines "d" do end _G.io.input "e"
      f "x" io.open(p .. "x") dofile("x" .. p) x.dofile "x" io.read "x" io.open(p, "x") my.io.open "x" file:lines "x"
      """
    let opened = Self.read(source).literals.filter { $0.opener != nil }
    #expect(opened.map(\.text) == ["a", "b", "c", "d", "e"])
    #expect(opened.map(\.opener) == ["dofile", "loadfile", "io.open", "io.lines", "io.input"])
  }

  @Test("invalid and truncated sources are read to their end")
  func broken() {
    let source =
      "require 'a' --[==[ x ]==] y = [=[ z ]=] '\\x4' '\\u{12' '\\z  ' \"\\\n\" 0x1p+ pcall(xpcall(require, (function(require"
    for end in source.indices { _ = Self.read(String(source[..<end])) }
    _ = RequiredModules(of: Array(0...255)[...])
    #expect(Self.names("require 'a' [[ open") == ["a"])
  }
}
