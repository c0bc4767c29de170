/** A line that begins a function, a class or similar. */
export interface Definition {
  /** The displayed name: `total()`, `class Cart`. */
  label: string;
  /** The literal part of the line that the label repeats. */
  name: string;
  /** Indentation in characters; lines indented further belong to the definition. */
  depth: number;
}

const longestLine = 300;
const modifier =
  '(?:export|default|declare|public|private|protected|internal|static|async|abstract|final|const|unsafe|override|virtual|inline|open|sealed|data|suspend|partial|pub(?:\\([a-z]{1,10}\\))?|extern(?: "C")?|unittest)';
const type =
  '(?:class|struct|enum|interface|trait|impl(?:<[^<>]{0,80}>)?|module|namespace|protocol|object|union|mod|type|record|defmodule)';
const functionWord = '(?:function\\*?|def|defp|fn|func|fun|sub|proc)';
/**
 * The words with which a match of the next two patterns may begin; a quick check, because most lines begin
 * otherwise.
 */
const keyword = new RegExp(`^(?:${modifier}|${type}|${functionWord})(?![\\w$])`);
const word = "[A-Za-z_$][\\w$.:!?']*";
const typeLine = new RegExp(
  `^(?:${modifier}\\s+)*(${type}\\s+(?:[A-Z][A-Z_]{3,40}(?:\\([^()]{0,40}\\))?\\s+)?${word})(?=\\s*(?:$|[({<:;=]|(?:extends|implements|permits|for|where|struct|interface|func|int|string|map|final|do)\\b))`,
);
const functionLine = new RegExp(
  `^(?:${modifier}\\s+)*${functionWord}\\s+(?:[(<][^)>]{0,80}[)>]\\s*)?(${word})\\s*(?:[(<\\[{:=]|do\\b|$)`,
);
/** `const total = (a) => …`, `res.send = function …`, `total: function …` */
const assignedLine =
  /^(?:export\s+)?(?:(?:const|let|var)\s+)?([A-Za-z_$][\w$.]*)\s*(?:=|:)\s*(?:async\s+)?(?:function\b|\([^()]{0,200}\)(?:: [^=]{1,60})? =>|[A-Za-z_$][\w$]* =>)/;
/** `public int total(Cart cart) {`: a line that ends in a brace and is not a branch or loop. */
const methodLine =
  /^(?:[\w<>,[\].?*&:$@~]+\s+)*([A-Za-z_$~#][\w$:~]*)(?:<[^<>()]{1,60}>)?\s*\([^{}]*\)[^;=(){}]*\{$/;
/**
 * In C the brace may be on the next line, and the arguments on several: the definition begins at the left
 * margin, with a type.
 */
const marginLine = /^[A-Za-z_][\w<>,:*&]*\s+(?:[\w<>,:*&]+\s+)*[*&]*([A-Za-z_~][\w:~]*)\([^;]*$/;
const noName =
  /^(?:if|else|elif|for|foreach|while|switch|catch|return|do|try|with|using|lock|synchronized|function|await|new|typeof|unless|assert|throw|raise|in|of|and|or|not|when|case|yield|super|this|then|until|select|go|defer|match|loop|guard|macro|print|echo)$/;
const isStatement =
  /^(?:return|else|throw|raise|await|case|new|delete|yield|import|from|using|package|if|elif|for|while|assert|echo|goto|go|defer|include|require|print|export)\b/;
const inBraces =
  /\.(?:[cm]?[jt]sx?|java|cs|kts?|scala|groovy|php|dart|swift|c|h|cc|cpp|cxx|hh|hpp|m|mm|vue|svelte)$/i;
const atMargin = /\.(?:c|h|cc|cpp|cxx|hh|hpp|m|mm)$/i;
/** Files that are not code: any word may begin their lines. */
const others =
  /\.(?:md|mdx|markdown|rst|txt|adoc|lock|json|ya?ml|toml|svg|csv|tsv|html?|xml|css|scss|less|log|ini|cfg|po|diff|patch)$/i;

/** @returns the definition a line begins; `null`: none was recognised */
export type DefinitionIn = (line: string) => Definition | null;

/** Recognises definitions in one file; its name determines the language. */
export function definitionsOf(path: string): DefinitionIn {
  if (others.test(path)) return () => null;
  const [hasBraces, hasMargin] = [inBraces.test(path), atMargin.test(path)];
  return (line) => {
    const depth = depthOf(line);
    const first = line.charCodeAt(depth);
    if (!isLetter(first) || line.length - depth > longestLine) return null;
    const text = line.slice(depth).trimEnd();
    const isKeyword = keyword.test(text);
    const typed = isKeyword ? typeLine.exec(text)?.[1]?.replace(/:$/, '') : undefined;
    if (typed !== undefined) return { label: typed, name: typed, depth };
    const called = (isKeyword ? functionLine.exec(text)?.[1] : undefined) ?? assignedIn(text);
    const name = called ?? (hasBraces ? methodIn(text, hasMargin && depth === 0) : null);
    return name === null || noName.test(name) ? null : { label: `${name}()`, name, depth };
  };
}

function assignedIn(text: string): string | null {
  if (!text.includes('=>') && !text.includes('function')) return null;
  return assignedLine.exec(text)?.[1] ?? null;
}

function methodIn(text: string, isAtMargin: boolean): string | null {
  const hasBrace = text.endsWith('{');
  if ((!hasBrace && !isAtMargin) || !text.includes('(') || isStatement.test(text)) return null;
  return (hasBrace ? methodLine : marginLine).exec(text)?.[1] ?? null;
}

/** Number of blanks and tabs at the start of a line. */
export function depthOf(line: string): number {
  let depth = 0;
  while (depth < line.length && (line.charCodeAt(depth) === 32 || line.charCodeAt(depth) === 9)) depth += 1;
  return depth;
}

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36 || code === 126;
