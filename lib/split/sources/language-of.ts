import { createBraceReader } from './brace-reader.ts';
import { createEndReader } from './end-reader.ts';
import type { Grammar } from './grammar.ts';
import type { LanguageReader } from './language-reader.ts';
import { cGrammar } from './languages/c-grammar.ts';
import { csharpGrammar } from './languages/csharp-grammar.ts';
import { dartGrammar } from './languages/dart-grammar.ts';
import { goGrammar } from './languages/go-grammar.ts';
import { graphqlGrammar } from './languages/graphql-grammar.ts';
import { hclGrammar } from './languages/hcl-grammar.ts';
import { createIndentReader } from './languages/indent-reader.ts';
import { javaGrammar } from './languages/java-grammar.ts';
import { javascriptGrammar, typescriptGrammar } from './languages/javascript-grammar.ts';
import { kotlinGrammar } from './languages/kotlin-grammar.ts';
import { luaLanguage } from './languages/lua-language.ts';
import { createMakeReader } from './languages/make-reader.ts';
import { phpGrammar } from './languages/php-grammar.ts';
import { protoGrammar } from './languages/proto-grammar.ts';
import { rubyLanguage } from './languages/ruby-language.ts';
import { rustGrammar } from './languages/rust-grammar.ts';
import { createShellReader } from './languages/shell-reader.ts';
import { createSqlReader } from './languages/sql-reader.ts';
import { createStyleReader } from './languages/style-reader.ts';
import { swiftGrammar } from './languages/swift-grammar.ts';
import type { Outline } from './outline.ts';

export interface Language {
  /** The language's usual name. */
  name: string;
  /** Long lines do not mean that the file is minified. */
  hasLongLines?: true;
  createReader(outline: Outline): LanguageReader;
}

const braces = (name: string, grammar: Grammar): Language => ({
  name,
  createReader: (outline) => createBraceReader(grammar, outline),
});
const javascript = braces('JavaScript', javascriptGrammar);
const typescript = braces('TypeScript', typescriptGrammar);
const c = braces('C', cGrammar);
const cpp = braces('C++', cGrammar);
const kotlin = braces('Kotlin', kotlinGrammar);
const hcl = braces('HCL', hclGrammar);
const python: Language = { name: 'Python', createReader: createIndentReader };
const shell: Language = { name: 'shell', createReader: createShellReader };
const ruby: Language = { name: 'Ruby', createReader: (outline) => createEndReader(rubyLanguage, outline) };
const make: Language = { name: 'Makefile', createReader: createMakeReader };
const style = (name: string, hasLineComments: boolean): Language => ({
  name,
  createReader: (outline) => createStyleReader(hasLineComments, outline),
});

const byExtension: Record<string, Language> = {
  js: javascript,
  cjs: javascript,
  mjs: javascript,
  jsx: javascript,
  ts: typescript,
  mts: typescript,
  cts: typescript,
  tsx: braces('TSX', javascriptGrammar),
  c,
  h: c,
  cc: cpp,
  cpp,
  cxx: cpp,
  hh: cpp,
  hpp: cpp,
  hxx: cpp,
  ino: cpp,
  java: braces('Java', javaGrammar),
  cs: braces('C#', csharpGrammar),
  go: braces('Go', goGrammar),
  rs: braces('Rust', rustGrammar),
  kt: kotlin,
  kts: kotlin,
  swift: braces('Swift', swiftGrammar),
  php: braces('PHP', phpGrammar),
  dart: braces('Dart', dartGrammar),
  proto: braces('Protocol Buffers', protoGrammar),
  graphql: braces('GraphQL', graphqlGrammar),
  gql: braces('GraphQL', graphqlGrammar),
  tf: hcl,
  hcl,
  py: python,
  pyi: python,
  pyw: python,
  rb: ruby,
  rake: ruby,
  gemspec: ruby,
  lua: { name: 'Lua', createReader: (outline) => createEndReader(luaLanguage, outline) },
  sh: shell,
  bash: shell,
  zsh: shell,
  ksh: shell,
  css: style('CSS', false),
  scss: style('SCSS', true),
  less: style('Less', true),
  sql: { name: 'SQL', hasLongLines: true, createReader: createSqlReader },
  mk: make,
};
const byName: Record<string, Language> = {
  makefile: make,
  gnumakefile: make,
  rakefile: ruby,
  gemfile: ruby,
  vagrantfile: ruby,
  jenkinsfile: braces('Groovy', javaGrammar),
};
const byProgram: [RegExp, Language][] = [
  [/\b(?:ba|z|k|da)?sh\b/, shell],
  [/\bpython/, python],
  [/\bnode\b|\bdeno\b|\bbun\b/, javascript],
  [/\bruby\b/, ruby],
  [/\bphp\b/, braces('PHP', phpGrammar)],
];

/**
 * The language of a source file, by its name or by the interpreter its first line names; `null`: no language
 * supported here.
 */
export function languageOf(path: string, firstLine: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1);
  if (Object.hasOwn(byExtension, extension)) return byExtension[extension] ?? null;
  if (Object.hasOwn(byName, name)) return byName[name] ?? null;
  if (!firstLine.startsWith('#!')) return null;
  return byProgram.find(([program]) => program.test(firstLine))?.[1] ?? null;
}
