// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what looks like a placeholder is source code under test
import { describe, expect, test } from 'vitest';
import { outlineOf } from './outline-of.ts';
import { understand } from './understand.ts';

const symbolsOf = (path: string, text: string) => outlineOf(path, text).symbols;

describe('JavaScript and TypeScript', () => {
  test('what stands in strings, comments, templates and regular expressions declares nothing', () => {
    const text = [
      "const a = 'function one() {';",
      'const b = `${c ? `class Two {` : "{"} function three() {',
      'still a template {`;',
      '/* function four() {',
      ' */ // function five() {',
      'const d = /[/{]function six\\(\\) \\{/g;',
      'const e = 4 / 2 / 1; function seven() { return a / b; }',
    ].join('\n');
    expect(symbolsOf('a.js', text)).toEqual([
      '-constant a:1',
      '-constant b:2-3',
      '-constant d:6',
      '-constant e:7',
      '-function seven:7',
    ]);
    expect(outlineOf('a.js', text).openLine).toBeNull();
  });

  test('text between tags is no code, and what stands in its braces is', () => {
    const text = [
      'export const Card = ({ a }) => (',
      '  <p title="it\'s } here">',
      "    Don't {a ? <b>can't {'{'}</b> : `{`} do <Item<string> on={() => { go(); }} />",
      '    function not() class Not',
      '  </p>',
      ');',
      'export function After() {',
      '  return a < b ? <></> : <br/>;',
      '}',
    ].join('\n');
    expect(symbolsOf('card.jsx', text)).toEqual(['function Card:1-6', 'function After:7-9']);
  });

  test('a comparison and a type argument begin no element', () => {
    const text = 'const a = b <c && d > e;\nconst f = <T,>(x: T) => {\n  return x;\n};\nfunction g() {}\n';
    expect(symbolsOf('a.tsx', text)).toEqual(['-constant a:1', '-function f:2-4', '-function g:5']);
  });

  test('names are public by every way to export them', () => {
    const text = [
      'function a() {}',
      'const b = async () => {',
      '};',
      'class C {}',
      'function d() {}',
      'export { a, b as renamed };',
      'export default C;',
      "export * from 'kit/other.js';",
    ].join('\n');
    expect(symbolsOf('a.mjs', text)).toEqual([
      'function a:1',
      'function b:2-3',
      'class C:4',
      '-function d:5',
    ]);
    expect(outlineOf('a.mjs', text).imports).toEqual(['kit/other.js']);
  });

  test('CommonJS exports, prototypes and members of an exported object are reported', () => {
    const text = [
      "const x = require('x');",
      'exports = module.exports = make;',
      'function make() {}',
      'exports.one = function () {',
      '};',
      'Make.prototype.two = function two() {',
      '};',
      'res.three = (a) => a;',
      'module.exports.four = 4;',
      'module.exports = { make, five() {}, six: function () {}, seven: 7, eight: () => {} };',
    ].join('\n');
    expect(symbolsOf('a.cjs', text)).toEqual([
      'function make:3',
      'function one:4-5',
      'function Make.two:6-7',
      'function res.three:8',
      'constant four:9',
      'function five:10',
      'function six:10',
      'function eight:10',
    ]);
  });

  test('methods of a class are reported with what is private, fields that are no functions are not', () => {
    const text = [
      '@decorate({ a: 1 })',
      'export abstract class A<T extends B = C> extends D(E) implements F {',
      '  static readonly x = 1',
      '  #hidden() {}',
      '  private inner(): void {}',
      '  constructor(private readonly y: string) { super() }',
      '  get z(): string { return "" }',
      '  async *[Symbol.asyncIterator]() {}',
      '  abstract wanted(a: string): Promise<void>',
      '  arrow = async (a: string): Promise<void> => { run() }',
      '  over(a: string): void',
      '  over(a: number): void',
      '  over(a: unknown): void {',
      '  }',
      '}',
    ].join('\n');
    expect(symbolsOf('a.ts', text)).toEqual([
      'class A:2-15',
      '-method A.#hidden:4',
      '-method A.inner:5',
      'method A.constructor:6',
      'method A.z:7',
      'method A.[Symbol.asyncIterator]:8',
      'method A.wanted:9',
      'method A.arrow:10',
      'method A.over:11-14',
    ]);
  });

  test('types, enums and namespaces are reported, and what a namespace declares', () => {
    const text = [
      "import type { A } from './a.ts'",
      'export interface B extends C {',
      '  method(): void',
      '}',
      'export type D = { a: () => void } | "b"',
      'export const enum E { F, G }',
      'declare global {',
      '  interface Window { a: string }',
      '}',
      'declare namespace N {',
      '  function inside(): void',
      '}',
      'declare function declared(a: string): void',
    ].join('\n');
    expect(symbolsOf('a.ts', text)).toEqual([
      'interface B:2-4',
      'type D:5',
      'enum E:6',
      '-interface Window:8',
      '-namespace N:10-12',
      '-function inside:11',
      '-function declared:13',
    ]);
  });

  test('a wrapper around a whole file is looked through', () => {
    const text = [
      '(function (root, factory) {',
      '  factory(root);',
      '}(this, function (root) {',
      '  function inside() {}',
      '}));',
    ];
    expect(symbolsOf('a.js', text.join('\n'))).toEqual(['-function inside:4']);
  });

  test('tests, their groups and routes are summarized by what they are called', () => {
    const text = [
      "describe('a cart', () => {",
      "  it('adds up', async () => {",
      '    expect(1).toBe(1);',
      '  });',
      "  it.skip('is empty', () => {});",
      '});',
      "app.get('/orders/:id', show);",
    ].join('\n');
    expect(symbolsOf('a.test.js', text)).toEqual([
      'group a cart:1-6',
      '-test adds up:2-4',
      '-test is empty:5',
      'route GET /orders/:id:7',
    ]);
  });
});

describe('Python', () => {
  test('what stands in strings and brackets declares nothing, and nesting is summarized by indentation', () => {
    const text = [
      'TEXT = """',
      'class Not:',
      '"""',
      'value = call(',
      'argument,',
      ')',
      'class A(B):',
      '    """def not(): ..."""',
      '    async def one(self,',
      '                  b="def two():"):',
      '        def inner(): ...',
      '    if x:',
      '        def two(self): ...',
      '    class Inner:',
      '        def three(self): ...',
      'if TYPE_CHECKING:',
      '    def four(): ...',
      'def _five(): \\',
      '    pass',
    ].join('\n');
    expect(symbolsOf('a.py', text)).toEqual([
      'constant TEXT:1',
      'constant value:4',
      'class A:7-15',
      'method A.one:9-11',
      'method A.two:13',
      'class A.Inner:14-15',
      'method Inner.three:15',
      'function four:17',
      '-function _five:18-19',
    ]);
  });

  test('imports are named, and a file that can be run is known', () => {
    const text =
      'import os, sys as system\nfrom a.b import c\nfrom . import d\nif __name__ == "__main__":\n    run()\n';
    expect(outlineOf('a.py', text)).toMatchObject({
      imports: ['os', 'sys', 'a.b', '.'],
      symbols: ['entry __main__:4'],
    });
  });
});

describe('C and C++', () => {
  test('a function is summarized by its name, whatever macros stand around it', () => {
    const text = [
      'API(int) one(void) {',
      '}',
      'static inline const char *two(int a) __attribute__((pure)) {',
      '}',
      'extern int ZEXPORT declared OF((int a, void *b));',
      'int',
      'three(a, b)',
      '{',
      '}',
      'void Foo::four() const noexcept {',
      '}',
      'Foo::Foo(int a) : x(a), y{b} {',
      '}',
      'template <class T, int N = (1 > 0)> auto five(T t) -> decltype(t) {',
      '}',
    ].join('\n');
    expect(symbolsOf('a.cpp', text)).toEqual([
      'function one:1-2',
      '-function two:3-4',
      'prototype declared:5',
      'function three:7-9',
      'method Foo.four:10-11',
      'method Foo.Foo:12-13',
      'function five:14-15',
    ]);
  });

  test('the branches of a condition count once', () => {
    const text = [
      '#ifdef A',
      'int one(int a) {',
      '#else',
      'int one(void) {',
      '#endif',
      '  return 1;',
      '}',
      'int two(void) { return 2; }',
    ];
    const { symbols, openLine } = outlineOf('a.c', text.join('\n'));
    expect(symbols).toEqual(['function one:2-7', 'function two:8']);
    expect(openLine).toBeNull();
  });

  test('raw strings and characters are no code', () => {
    const text = 'const char *a = R"x(void one() { )" )x";\nchar b = \'{\', c = \'"\';\nvoid two() {}\n';
    expect(symbolsOf('a.cc', text)).toEqual(['variable a:1', 'variable b:2', 'function two:3']);
  });

  test('classes, their members, types and tests are reported', () => {
    const text = [
      'namespace a::b {',
      'class API Foo final : public Bar<int> {',
      ' public:',
      '  Foo();',
      '  bool operator==(const Foo& other) const { return true; }',
      ' private:',
      '  int x = 0;',
      '};',
      'typedef int (*visitor)(void *);',
      'using Text = std::string;',
      'enum class Kind : int { A, B };',
      'TEST_F(FooTest, Works) {',
      '}',
      '}  // namespace',
    ].join('\n');
    expect(symbolsOf('a.hpp', text)).toEqual([
      'class Foo:2-8',
      'method Foo.Foo:4',
      'method Foo.operator==:5',
      'type visitor:9',
      'type Text:10',
      'enum Kind:11',
      'test Works:12-13',
    ]);
  });
});

describe('languages that name what they declare', () => {
  test('Rust: lifetimes, raw strings and nested comments are told from code', () => {
    const text = [
      "pub fn one<'a>(b: &'a str) -> char { '{' }",
      'const C: &str = r##"fn no() { "# "##;',
      '/* a /* fn no() { */ */',
      "impl<'a> fmt::Display for Foo<'a> where Bar: Baz {",
      '    fn fmt(&self) {}',
      '}',
      'macro_rules! m { () => { fn no() {} }; }',
    ].join('\n');
    expect(symbolsOf('a.rs', text)).toEqual([
      'function one:1',
      '-constant C:2',
      'method Foo.fmt:5',
      'macro m:7',
    ]);
  });

  test('Go: receivers own their methods, and blocks declare each of their lines', () => {
    const text = [
      'const (',
      '\tA = iota',
      '\tb',
      ')',
      'type (',
      '\tC struct {',
      '\t\tx int',
      '\t}',
      ')',
      'func (c *C[T]) Do(f func() error) error {',
      '}',
      'func Map[T any](a []T) {',
      '}',
    ].join('\n');
    expect(symbolsOf('a.go', text)).toEqual([
      'constant A:2',
      '-constant b:3',
      'type C:6-8',
      'method C.Do:10-11',
      'function Map:12-13',
    ]);
  });

  test('Java: members of an enum and of nested types are reported, anonymous classes are not', () => {
    const text = [
      'public enum A implements B {',
      '  ONE("x") { void no() {} }, TWO;',
      '  @Override public String toString() { return ""; }',
      '  private final C c = new C() { void no() {} };',
      '  static class D<T extends E> { D() {} }',
      '}',
    ].join('\n');
    expect(symbolsOf('A.java', text)).toEqual([
      'enum A:1-6',
      'method A.toString:3',
      'class A.D:5',
      'method D.D:5',
    ]);
  });

  test('C#: properties are no methods, and both branches of a condition count once', () => {
    const text = [
      'namespace A;',
      'public class B : C {',
      '  public int D => Sum(x => x.E);',
      '  public B(int a) : base(a) { }',
      '  string s = @"void No() { ""{";',
      '#if DEBUG',
      '  public void F() {',
      '#else',
      '  public void F() {',
      '#endif',
      '  }',
      '}',
    ].join('\n');
    expect(outlineOf('B.cs', text)).toMatchObject({
      openLine: null,
      symbols: ['class B:2-12', 'method B.B:4', 'method B.F:7-11'],
    });
  });

  test('PHP: the page around the code is none', () => {
    const text =
      '<p>It\'s { a page</p>\n<?php\nfunction a() { return "{$b} {"; }\n?>\nfunction no() {\n<?php class C { function d() {} }\n';
    expect(symbolsOf('a.php', text)).toEqual(['function a:3', 'class C:6', 'method C.d:6']);
  });

  test('protocols, schemas and Terraform are summarized by their blocks', () => {
    expect(
      symbolsOf('a.proto', 'message A { int32 b = 1; }\nservice S {\n  rpc Find(A) returns (A);\n}'),
    ).toEqual(['message A:1', 'service S:2-4', 'method S.Find:3']);
    expect(
      symbolsOf('a.graphql', '"""type No {"""\ntype A implements B { c: D }\nunion E = A | B\n'),
    ).toEqual(['type A:2', 'union E:3']);
    expect(symbolsOf('a.tf', 'resource "x" "y" {\n  a = <<EOF\nresource "no" "no" {\nEOF\n}\n')).toEqual([
      'resource x.y:1-5',
    ]);
  });
});

describe('languages whose blocks end with a word', () => {
  test('Ruby: words that end a condition are told from those that begin one', () => {
    const text = [
      'class A < B',
      '  def one(c) = c if true',
      '  def two?',
      '    return 1 unless three',
      '    x = if y then 1 else 2 end',
      '    while z do break end',
      '    list.each do |l| l.class.end end',
      '    "#{if q then "end" end}" + %w[end def].to_s + $\'',
      '  end',
      '  def ==(other)',
      '  end',
      '  def self.four=(v)',
      '  end',
      'end',
    ].join('\n');
    const { symbols, openLine } = outlineOf('a.rb', text);
    expect(openLine).toBeNull();
    expect(symbols).toEqual([
      'class A:1-14',
      'method A.two?:3-9',
      'method A.==:10-11',
      'method A.four=:12-13',
    ]);
  });

  test('Lua: functions are reported however they are assigned', () => {
    const text = [
      'local M = {}',
      '--[[ function no()',
      'end ]]',
      'function M.a.b:c() if x then end end',
      'M.d = function() end',
      'local function e()',
      '  repeat until true',
      'end',
    ];
    expect(symbolsOf('a.lua', text.join('\n'))).toEqual([
      'function M.a.b.c:4',
      'function M.d:5',
      '-function e:6-8',
    ]);
  });
});

describe('scripts, styles and recipes', () => {
  test('shell: here-documents and strings declare nothing', () => {
    const text = [
      '#!/bin/sh',
      'A=1',
      'one() {',
      '  cat <<-"END"',
      'two() {',
      '\tEND',
      '  echo "${#x[@]} three() {"',
      '}',
      'function four {',
      '}',
    ];
    expect(symbolsOf('run', text.join('\n'))).toEqual([
      '-variable A:2',
      'function one:3-8',
      'function four:9-10',
    ]);
  });

  test('shell: functions in a block around the whole are reported, those in functions are not', () => {
    const text = [
      '{ # whole',
      'one() {',
      '  two() { :; }',
      '}',
      'three()',
      '{',
      '  :',
      '}',
      'four() (',
      '  :',
      ')',
      '}',
    ];
    expect(outlineOf('install.sh', text.join('\n'))).toMatchObject({
      symbols: ['function one:2-4', 'function three:5-8', 'function four:9'],
      openLine: null,
    });
  });

  test('styles: the same condition counts, and roots tell their properties', () => {
    const text = [
      ':root,',
      '[x] {',
      '  --a: 1;',
      '  --b: 2;',
      '}',
      '@media (a) {',
      '  b {}',
      '}',
      '@media (a) {',
      '}',
    ];
    const { counts, symbols } = outlineOf('a.css', text.join('\n'));
    expect([...counts]).toEqual([
      ['rule', 2],
      ['root rule', 1],
      ['custom property', 2],
      ['@media', 2],
    ]);
    expect(symbols.filter((symbol) => symbol.startsWith('@'))).toEqual(['@media (a):6-10']);
  });

  test('styles: rules are summarized by their first selector, at-rules by what they are for', () => {
    const text = [
      'a,',
      'b:hover {',
      '  content: "{";',
      '  transition: x,',
      '    y;',
      '}',
      '@media (a) {',
      '  .c { d: e }',
      '}',
    ];
    expect(symbolsOf('a.css', text.join('\n'))).toEqual(['-rule a:1-6', '@media (a):7-9', '-rule .c:8']);
  });

  test('SQL: statements are summarized by what they make', () => {
    const text = [
      "CREATE TABLE a (b text DEFAULT ';');",
      'CREATE OR REPLACE FUNCTION f() RETURNS int AS $x$ BEGIN; CREATE TABLE no(); END $x$;',
      'create unique index if not exists i on a (b);',
      "INSERT INTO a VALUES ('x'); INSERT INTO a VALUES ('y');",
    ];
    expect(symbolsOf('a.sql', text.join('\n'))).toEqual([
      'table a:1',
      'function f:2',
      'index i:3',
      '-insert a:4',
    ]);
  });

  test('SQL: what fills a table is reported once, with its statements and rows', () => {
    const text = [
      "INSERT INTO a (x) VALUES (1, 'a;('), (f(2), '');",
      'INSERT INTO b VALUES (1) ON CONFLICT (x) DO UPDATE SET x = (2);',
      'INSERT INTO a VALUES (3);',
      'COPY c (x) FROM stdin;',
      "it's\\tno ( SQL",
      'CREATE TABLE no (a int);',
      '\\.',
      'CREATE TABLE d (a int);',
    ];
    expect(outlineOf('a.sql', text.join('\n'))).toMatchObject({
      symbols: ['-insert a:1-3', '-insert b:2', '-copy c:4-7', 'table d:8'],
      counts: new Map([
        ['insert', 3],
        ['copy', 1],
        ['table', 1],
        ['row', 6],
      ]),
    });
    expect(understand('a.sql', text.join('\n')).facts).toEqual(
      expect.arrayContaining(['a:1 ×2 (3 rows)', 'b:2', 'c:4 (2 rows)']),
    );
  });

  test('SQL: dialects quote and separate in their own ways', () => {
    const mysql = [
      '-- MySQL dump 10.13',
      "INSERT INTO `a` VALUES (1,'it\\'s');",
      'CREATE TABLE `b` (x int);',
    ];
    expect(symbolsOf('a.sql', mysql.join('\n'))).toEqual(['-insert a:2', 'table b:3']);
    const microsoft = [
      'CREATE TABLE [dbo].[A] ([x] int)',
      'GO',
      'SET IDENTITY_INSERT [dbo].[A] ON',
      'INSERT [dbo].[A] ([x]) VALUES (1)',
      'INSERT [dbo].[A] ([x]) VALUES (2)',
      'GO',
    ];
    expect(outlineOf('a.sql', microsoft.join('\n'))).toMatchObject({
      symbols: ['table A:1-2', '-insert A:4-6'],
      counts: new Map([
        ['table', 1],
        ['insert', 2],
      ]),
    });
  });

  test('SQL: after a line that is cut the file is read on, and its rows are not counted as all', () => {
    const text = [`INSERT INTO a VALUES (1),('${'x'.repeat(9_000)}');`, 'CREATE TABLE b (x int);'];
    const { facts, verdict } = understand('a.sql', text.join('\n'));
    expect(verdict).toBe('SQL, 1 table, 1 insert');
    expect(facts).toEqual(['b:2', 'a:1 (2 rows or more)']);
  });

  test('make: targets and variables are reported, recipes are not', () => {
    const text = [
      'A := b',
      'all: \\',
      '  no: yes',
      '\tno: recipe',
      '.PHONY: all',
      'c.o: c.c',
      'include x.mk',
    ];
    expect(outlineOf('Makefile', text.join('\n'))).toMatchObject({
      symbols: ['-variable A:1', 'target all:2', 'target c.o:6'],
      imports: ['x.mk'],
    });
  });
});

describe('what does not parse', () => {
  test('says where what is open was opened', () => {
    expect(outlineOf('a.js', 'function a() {\n  if (b) {\n}\nfunction c() {}\n').openLine).toBe(1);
    expect(outlineOf('a.py', 'a = (\ndef b(): ...\n').openLine).toBe(1);
    expect(outlineOf('a.rb', 'class A\n  def b\n  end\n').openLine).toBe(1);
  });

  test('a part that begins inside of something is read all the same', () => {
    expect(symbolsOf('a.js', '  return 1;\n}\n\nfunction after() {}\n')).toEqual(['-function after:4']);
  });
});
