import katex from 'katex';

const longestSource = 10_000;
/** Cells of tables, which a short source may have millions of. */
const maxCells = 2_500;
/** More than 60 fractions within each other. A browser may end a page whose elements are thousands deep. */
const deepest = 400;
const longestHtml = 400_000;

/** A few characters of these make any number, and no count of expansions bounds how long each is. */
const definitions = /\\(?:[egx]?def|let|futurelet|(?:re)?newcommand|providecommand|global|long)(?![a-z@])/i;

/**
 * A formula as HTML, in which nothing leads anywhere or loads anything; or why it is shown as its source, in a
 * sentence. How long it takes and how much it becomes is bounded.
 */
export function formulaHtml(source: string, isDisplay: boolean): { html: string } | { fault: string } {
  if (source.length > longestSource) return { fault: 'Too long to be set' };
  if (definitions.test(source)) return { fault: 'Formulas with definitions of their own are not set' };
  const [columns, rows] = [count(source, '&') + 1, count(source, '\\\\') + 1];
  if (columns * rows > maxCells) return { fault: 'Too large to be set' };
  try {
    const html = katex.renderToString(source, {
      ...{ displayMode: isDisplay, trust: false, strict: 'ignore', maxExpand: 500, maxSize: 20 },
    });
    return html.length > longestHtml || depthOf(html) > deepest ? { fault: 'Too large to be set' } : { html };
  } catch (error) {
    // It says what is wrong in the source, or that it was too deep to be read.
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

const count = (source: string, part: string): number => source.split(part).length - 1;

/** How many elements are within each other at most. */
function depthOf(html: string): number {
  let depth = 0;
  let most = 0;
  for (const [tag] of html.matchAll(/<[^>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    most = Math.max(most, depth);
  }
  return most;
}
