import { type Fact, ranks, type Section } from '../facts.ts';
import { noFindings } from '../general/finding.ts';
import { severityOf } from '../general/severity.ts';
import { totalityOf } from '../general/totality.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summarizer } from '../summarizer.ts';
import { type NotebookCell, parseNotebook } from './notebook.ts';

/** A larger notebook is read as JSON. */
const maxCharacters = 8 * 1024 * 1024;
const lineCharacters = 110;
/** Limit for the text of one cell. */
const maxLines = 3;

/** Jupyter notebooks: what each cell says or printed, and where it failed, without the surrounding JSON. */
export const summarizeNotebook: Summarizer = {
  kind: 'notebook',
  covers: 'all',
  recognise: ({ head, title }) =>
    /^\s*\{/.test(head) && (title.endsWith('.ipynb') || /"cell_type"\s*:/.test(head)) ? 'named' : null,
  read() {
    let text = '';
    let isTooLong = false;
    return {
      text(piece) {
        isTooLong ||= text.length + piece.length > maxCharacters;
        text = isTooLong ? '' : text + piece;
      },
      finish() {
        const notebook = isTooLong ? null : parseNotebook(text);
        if (notebook === null) return null;
        const { cells, kernel } = notebook;
        const code = cells.filter(({ isCode }) => isCode);
        const failed = cells.filter(({ error }) => error !== null);
        const images = cells.reduce((sum, { imageCount }) => sum + imageCount, 0);
        const unrun = code.filter(
          ({ executionCount, source }) => executionCount === null && source.trim() !== '',
        );
        return {
          kind: 'notebook',
          verdict: [
            `${plural(cells.length, 'cell')} (${code.length} code)`,
            ...(kernel === null ? [] : [kernel]),
            ...(failed.length > 0 ? [plural(failed.length, 'error')] : []),
            ...(unrun.length > 0 ? [`${unrun.length} not run`] : []),
            ...(images > 0 ? [plural(images, 'image')] : []),
          ],
          statesSize: true,
          explainsFailure: false,
          sections: [errorSection(failed), cellSection(cells)],
          findings: noFindings,
        };
      },
    };
  },
};

const nameOf = ({ index, executionCount }: NotebookCell): string =>
  executionCount === null ? `cell ${index}` : `cell ${index}, In [${executionCount}]`;

function errorSection(failed: readonly NotebookCell[]): Section {
  const facts = failed.map((cell, index): Fact => {
    const { name, message } = cell.error ?? { name: '', message: '' };
    return {
      rank: ranks.cause + index,
      text: `${nameOf(cell)}: ${name}: ${quote(message, 200)}`,
      isProblem: true,
    };
  });
  return { heading: null, noun: 'error', total: facts.length, layout: 'lines', facts };
}

/** Text of Markdown cells and output of code cells; totals and warnings come first. */
function cellSection(cells: readonly NotebookCell[]): Section {
  const facts = cells.flatMap((cell) => {
    const lines = (cell.isCode ? cell.output : cell.source)
      .split('\n')
      .map((line) => line.trim().replaceAll(/\s{2,}/g, ' '));
    const filled = lines.filter((line) => line !== '');
    const chosen = new Set([
      ...filled.filter(isInformative).slice(-maxLines),
      ...filled.slice(0, 1),
      ...filled.slice(-1),
    ]);
    const shown = filled.filter((line) => chosen.has(line)).slice(0, maxLines);
    return shown.map(
      (line, index): Fact => ({
        rank:
          (isInformative(line) ? ranks.spread : index === 0 ? ranks.lead : ranks.sample) + cell.index / 100,
        text: `${nameOf(cell)}: ${quote(line, lineCharacters)}`,
      }),
    );
  });
  return { heading: null, noun: 'line', total: facts.length, layout: 'lines', facts };
}

const isInformative = (line: string): boolean =>
  severityOf(line) >= 1.6 ||
  totalityOf(line) >= 0.9 ||
  /[A-Za-z]\s*[=:]\s*-?\d/.test(line) ||
  /^(?:goal|todo|decision|conclusion|result)\b/i.test(line);
