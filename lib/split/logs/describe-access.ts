import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Summary } from '../summary.ts';
import type { Tally } from '../tally.ts';
import { timeSpan } from './log-time.ts';
import type { Access } from './read-access.ts';

export function describeAccess(found: Access, lineCount: number): Summary {
  const { count, firstTime, lastTime, byteLength, elapsed } = found;
  const mean = elapsed.count === 0 ? [] : [`mean ${milliseconds(elapsed.sumMs / elapsed.count)}`];
  return {
    kind: 'access log',
    verdict: [
      plural(count, 'request'),
      ...(firstTime !== null && lastTime !== null ? [timeSpan(firstTime, lastTime)] : []),
      ...(byteLength > 0 ? [formatBytes(byteLength)] : []),
      ...mean,
    ],
    statesSize: count === lineCount,
    explainsFailure: false,
    unreadLines: found.otherLines,
    sections: [
      tallySection('status:', 'status', found.statuses, 8, ranks.cause, statusText),
      errorSection(found),
      failedSection(found, true),
      failedSection(found, false),
      slowestSection(found),
      tallySection('most requested:', 'path', found.paths, 4, ranks.lead, plainText),
      ...(found.clients.distinct === 1
        ? []
        : [tallySection('clients:', 'client', found.clients, 2, ranks.lead + 3, plainText)]),
    ],
  };
}

/** Errors in lines that are no requests: those of the server's own log. */
function errorSection({ errors }: Access): Section {
  const facts = errors.map(({ text, line }, index) => {
    const shown = quote(text, 120);
    return { rank: ranks.failure + index, line, text: `${line}: ${shown}`, quotes: [shown] };
  });
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

type Report = (name: string, count: number) => string;
const plainText: Report = (name, count) => `${quote(name, 100)} ${figure(count)}`;
const statusText: Report = (name, count) => `${name} ×${figure(count)}`;

function tallySection(
  heading: string,
  noun: string,
  tally: Tally,
  needed: number,
  rank: number,
  report: Report,
): Section {
  return {
    heading,
    noun: tally.distinct === null ? null : noun,
    total: tally.distinct ?? 0,
    layout: 'list',
    facts: tally.top(60).map(({ name, count }, index) => ({
      rank: index < needed && (count > 1 || index === 0) ? rank + index / 2 : ranks.sample + 2 * index,
      text: report(name, count),
    })),
  };
}

/** Server errors come before client errors. */
function failedSection({ failed }: Access, isServer: boolean): Section {
  const found = failed
    .filter(({ status }) => status >= 500 === isServer)
    .toSorted((a, b) => b.count - a.count);
  return {
    heading: isServer ? 'server errors:' : 'client errors:',
    noun: 'path',
    total: found.length,
    layout: 'lines',
    facts: found.slice(0, 100).map(({ name, isVaried, count, line, firstTime, lastTime }, index) => {
      const parts = [
        ...(count > 1 ? [`one of ${figure(count)} ${isVaried ? 'with other values' : 'alike'}`] : []),
        ...(isServer && firstTime !== null && lastTime !== null ? [timeSpan(firstTime, lastTime)] : []),
      ];
      const needed = isServer ? 4 : 3;
      return {
        rank: index < needed ? ranks.failure + (isServer ? 0 : 5) + index : ranks.sample + index,
        line,
        text: `${line}: ${quote(name, 120)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`,
      };
    }),
  };
}

/** Quicker requests are slow for nobody, unless all others are much quicker. */
const slowFromMs = 100;
const slowFromMeans = 10;

function slowestSection({ slowest, elapsed }: Access): Section {
  const slowFrom = Math.min(slowFromMs, (slowFromMeans * elapsed.sumMs) / Math.max(1, elapsed.count));
  const areSlow = slowest.some(({ elapsedMs }) => elapsedMs >= slowFrom);
  return {
    heading: 'slowest:',
    noun: null,
    total: slowest.length,
    layout: 'list',
    facts: slowest.map(({ name, elapsedMs, line }, index) => ({
      rank: index < 3 && areSlow ? ranks.spread + 5 + index : ranks.sample + index,
      line,
      text: `${quote(name, 100)} ${milliseconds(elapsedMs)} (line ${line})`,
    })),
  };
}

const milliseconds = (elapsedMs: number): string =>
  elapsedMs >= 1000
    ? `${(elapsedMs / 1000).toFixed(2)} s`
    : `${elapsedMs.toFixed(elapsedMs < 10 ? 1 : 0)} ms`;
