import { cutText } from '#lib/core/algorithms/text/cut-text.ts';

const longestLine = 240;
const shorten = (text: string) => (text.length > longestLine ? `${cutText(text, longestLine)}…` : text);

/** Escapes text of a result, so that it is shown as it is and not as Markdown. */
export const plainMarkdown = (text: string): string =>
  shorten(text.trim())
    .replace(/[\\`*_[\]<#|~]/g, (character) => `\\${character}`)
    .replace(/^[>+-]/, (character) => `\\${character}`);

/** A name, a command or a location as inline code, whatever backticks it contains. */
export function code(text: string): string {
  const line = shorten(text.replace(/\s*\n\s*/g, ' ⏎ '));
  const longestRun = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  return longestRun === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

/** Lines as a code block. */
export function codeBlock(lines: readonly string[]): string {
  const longestRun = Math.max(
    2,
    ...lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length),
  );
  const fence = '`'.repeat(longestRun + 1);
  return [`${fence}text`, ...lines.map(shorten), fence].join('\n');
}

/**
 * `cart.test.mjs:5 adds tax: …`: the location as code, followed by the message. `7: …` is line 7 of the
 * result.
 */
function listItem(line: string): string {
  const numbered = /^([\d,]+): (.*)$/s.exec(line.trim());
  if (numbered) return `- line ${numbered[1]}: ${plainMarkdown(numbered[2] ?? '')}`;
  const location = /^(\S+?:\d+(?::\d+)?):?\s+(.*)$/s.exec(line.trim());
  return location
    ? `- ${code(location[1] ?? '')} ${plainMarkdown(location[2] ?? '')}`
    : `- ${plainMarkdown(line)}`;
}

/** A list of at most `max` items, and the number of remaining ones. */
export function list(lines: readonly string[], max: number): string {
  const more = lines.length - max;
  const items = lines.slice(0, max).map(listItem);
  return [...items, ...(more > 0 ? [`- … ${more.toLocaleString('en-US')} more`] : [])].join('\n');
}

/** Joins the paragraphs that are not `null`. */
export const paragraphs = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join('\n\n');
