import { fenceAfter } from '../markdown-blocks.ts';

/** A text with more is left as it is: looking for the ends of code takes more than its length. */
const longestText = 64 * 1024;
const brackets =
  /\\\(((?:(?!\\[()]|\n\n)[\s\S]){1,2000})\\\)|^([ \t]*)\\\[((?:(?!\\[[\]]|\n\n)[\s\S]){1,4000})\\\]/gm;
/** As Pandoc has it, so that prices and variables stay text: no blank inside, and no letter or digit outside. */
const dollars = /(?<![\\$\p{L}\p{N}])\$(?![\s$])([^$\n]{1,300}?)(?<![\s\\])\$(?![$\p{L}\p{N}])/gu;

/**
 * Writes formulas as `$$…$$`, which is what the parser knows: models also write `\(…\)`, `\[…\]` and `$…$`. Code stays as it is.
 */
export function markMath(text: string): string {
  if (text.length > longestText || !/\$|\\[([]/.test(text)) return text;
  return outsideFences(text, (part) => outsideSpans(part, marked));
}

const marked = (text: string): string =>
  text
    .replace(brackets, (_, inline: string | undefined, indent: string, block: string) =>
      inline === undefined ? asBlock(indent, block) : `$$${inline.trim().replaceAll('\n', ' ')}$$`,
    )
    .replace(dollars, (_, body: string) => `$$${body}$$`);

const asBlock = (indent: string, body: string): string =>
  [`${indent}$$`, ...body.trim().split('\n'), `${indent}$$`].join('\n');

function outsideFences(text: string, change: (part: string) => string): string {
  const parts: string[] = [];
  let part: string[] = [];
  let fence: string | null = null;
  const end = (isCode: boolean) => {
    if (part.length > 0) parts.push(isCode ? part.join('\n') : change(part.join('\n')));
    part = [];
  };
  for (const line of text.split('\n')) {
    const after = fenceAfter(line, fence);
    if (fence === null && after !== null) end(false);
    part.push(line);
    if (fence !== null && after === null) end(true);
    fence = after;
  }
  end(fence !== null);
  return parts.join('\n');
}

/** Spans of code begin and end with as many backticks. */
function outsideSpans(text: string, change: (part: string) => string): string {
  let shown = '';
  let from = 0;
  for (const { 0: ticks, index } of text.matchAll(/`+/g)) {
    if (index < from) continue;
    const end = endOfSpan(text, ticks, index + ticks.length);
    if (end === null) continue;
    shown += change(text.slice(from, index)) + text.slice(index, end);
    from = end;
  }
  return shown + change(text.slice(from));
}

function endOfSpan(text: string, ticks: string, start: number): number | null {
  for (let at = text.indexOf(ticks, start); at !== -1; at = text.indexOf(ticks, at)) {
    let end = at;
    while (text[end] === '`') end += 1;
    if (end - at === ticks.length) return end;
    at = end;
  }
  return null;
}
