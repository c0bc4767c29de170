import type { Program } from '../command-line.ts';
import { copyString } from '../copy-string.ts';
import { type Fact, ranks } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';

/** `boltons/a.py  148  39  74%  44-45`, of coverage.py; with branches there are two counts more. */
const pythonRow = /^(\S.{0,300}?) +\d+ +\d+(?: +\d+ +\d+)? +(\d+(?:\.\d+)?)%(?: |$)/;
/** ` a.js  |  85.7 |  50 |  100 | 85.7 | 3-9`, of istanbul and c8: statements first. */
const javaScriptRow = /^ *([^\s|][^|]{0,300}?) *\| +(\d+(?:\.\d+)?) \|/;
/** `shop/a.go:12:  Add  66.7%`, of go tool cover. */
const goRow = /^(\S+:\d+):\s+(\S+)\s+(\d+(?:\.\d+)?)%$/;
const goTotal = /^total:\s+\(statements\)\s+(\d+(?:\.\d+)?)%$/;
const missed = /^(?:Coverage failure: .+|ERROR: Coverage for .+)$/;
/** The output begins with the names of the columns. */
const tableHead = /^\s*(?:-+\|[-|]+\n *)?(?:Name +Stmts +Miss\b|File +\| % Stmts \|)/;
const reportsCoverage = ({ name, args }: Program): boolean =>
  name === 'coverage' ||
  (name === 'go' && args.includes('cover')) ||
  (['nyc', 'c8'].includes(name) && args.includes('report'));
const isTotal = (name: string): boolean => name === 'TOTAL' || name === 'All files';
const maxRows = 20_000;
const maxMisses = 4;
const maxShown = 12;

interface Row {
  name: string;
  percent: number;
  line: number;
}

/** Tables of coverage: the total, and what is covered least. */
export const coverageTable: Summarizer = {
  kind: 'coverage',
  covers: 'part',
  recognise(evidence) {
    const { programs, head, type } = evidence;
    if (type !== 'terminal' && type !== 'text') return null;
    if (programs.some(reportsCoverage)) return 'named';
    // Behind a run of tests, the summarizer of the run shows the total.
    return tableHead.test(head) ? 'marked' : null;
  },
  read: readCoverage,
};

function readCoverage(): Reader {
  const rows: Row[] = [];
  const misses: Fact[] = [];
  const totals: string[] = [];
  let rowCount = 0;
  let unit = 'file';
  const take = (name: string, percent: string, line: number) => {
    if (isTotal(name)) return void totals.push(`${percent}%`);
    rowCount += 1;
    if (rows.length < maxRows) rows.push({ name: copyString(name), percent: Number(percent), line });
  };
  return {
    line(text, line) {
      if (misses.length < maxMisses && missed.test(text)) {
        const shown = quote(text);
        misses.push({ rank: ranks.cause, line, text: shown, quotes: [shown] });
      }
      if (!text.includes('%') && !text.includes('|')) return;
      const ofGo = text.endsWith('%') ? goRow.exec(text) : null;
      if (ofGo) {
        unit = 'function';
        return take(`${ofGo[1]} ${ofGo[2]}`, ofGo[3] ?? '', line);
      }
      const total = goTotal.exec(text)?.[1];
      if (total !== undefined) return void totals.push(`${total}%`);
      const [, name, percent] = pythonRow.exec(text) ?? javaScriptRow.exec(text) ?? [];
      if (name !== undefined && percent !== undefined) take(name, percent, line);
    },
    finish() {
      if (rowCount === 0) return null;
      const none = rows.filter(({ percent }) => percent === 0).length;
      const least = rows
        .filter(({ percent }) => percent < 100)
        .toSorted((a, b) => a.percent - b.percent || a.line - b.line);
      return {
        kind: 'coverage',
        verdict: [
          ...totals.slice(0, 3).map((total) => `coverage ${total}`),
          plural(rowCount, unit),
          ...(none > 0 && rowCount <= maxRows ? [`${none} at 0%`] : []),
        ],
        statesSize: true,
        explainsFailure: misses.length > 0,
        sections: [
          { heading: null, noun: null, total: misses.length, layout: 'lines', facts: misses },
          {
            heading: 'covered least:',
            noun: rowCount <= maxRows ? unit : null,
            total: least.length,
            layout: 'list',
            facts: least.slice(0, maxShown).map(({ name, percent, line }, index) => ({
              rank: (index < 8 ? ranks.spread : ranks.sample) + index / 10,
              line,
              text: `${quote(name, 80)} ${percent}%`,
              quotes: [quote(name, 80)],
            })),
          },
        ],
      };
    },
  };
}
