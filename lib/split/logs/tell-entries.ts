import { type Fact, ranks, type Section, type Summary } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import { severityOf } from './log-level.ts';
import { shortTime, timeSpan } from './log-time.ts';
import type { Entries, MessageGroup, NumberedEntry } from './read-entries.ts';
import { traceSection } from './traces/tell-traces.ts';

const mostActions = 40;
/** The first problem is told longer than the others. */
const firstCharacters = 140;
const otherCharacters = 90;

export function tellEntries(kind: string, found: Entries, exitCode: number | null): Summary {
  const hasFailed = exitCode !== null && exitCode !== 0;
  const hasTrace = found.traces.count > 0;
  const isWorse = found.problems.some(({ severity }) => severity >= 4);
  const isEnded = hasFailed && hasTrace;
  return {
    kind,
    verdict: [
      ...(found.firstTime !== null && found.lastTime !== null
        ? [timeSpan(found.firstTime, found.lastTime)]
        : []),
      ...levelCounts(found),
      ...(found.traces.count > 1 ? [plural(found.traces.count, 'stack trace')] : []),
    ],
    tellsFailure: isWorse || hasTrace,
    sections: [
      ...(hasTrace ? [traceSection(found.traces, isEnded ? ranks.cause : ranks.failure + 2)] : []),
      problemSection(found, isEnded),
      actionSection(found),
      edgeSection(found, isEnded),
      repeatSection(found),
      sourceSection(found),
    ],
  };
}

/** The worst first, in the log's own words. */
const levelCounts = ({ levels }: Entries): string[] =>
  levels
    .top(12)
    .toSorted((a, b) => (severityOf(b.name) ?? 2) - (severityOf(a.name) ?? 2))
    .map(({ name, count }) => `${count.toLocaleString('en-US')} ${quote(name, 20)}`);

/** What was taken out of JSON and put together stands nowhere as it is shown. */
const quoted = (isLiteral: boolean, text: string): Pick<Fact, 'quotes'> =>
  isLiteral ? { quotes: [text] } : {};

function problemSection(found: Entries, isEnded: boolean): Section {
  const { problems, isLiteral } = found;
  const day = onlyDay(found);
  const worst = problems.toSorted((a, b) => b.severity - a.severity || b.shape.count - a.shape.count);
  const first = problems.find(({ severity }) => severity >= 4);
  const ordered = first ? [first, ...worst.filter((group) => group !== first)] : worst;
  return {
    heading: null,
    noun: 'distinct problem',
    total: problems.length,
    layout: 'lines',
    facts: ordered.slice(0, 200).map((group, place) => ({
      rank: rankOf(group, place) + (isEnded ? 5 : 0),
      line: group.shape.line,
      text: tellGroup(group, day, place === 0 ? firstCharacters : otherCharacters),
      ...quoted(isLiteral, quote(group.shape.text, place === 0 ? firstCharacters : otherCharacters)),
    })),
  };
}

function rankOf({ severity }: MessageGroup, place: number): number {
  if (severity >= 4) return place < 4 ? ranks.cause + 2 * place : ranks.sample + place;
  return place < 2 ? ranks.spread + place : ranks.sample + place;
}

/** `120: ERROR payment failed (×3, 10:00:01 to 10:20:12)` */
function tellGroup(
  { shape, level, firstTime, lastTime }: MessageGroup,
  day: string,
  characters: number,
): string {
  const { count, line, text } = shape;
  const span = firstTime !== null && lastTime !== null ? timeSpan(firstTime, lastTime) : '';
  const time = span.startsWith(day) ? span.slice(day.length) : span;
  const told = [count > 1 ? `×${count.toLocaleString('en-US')}` : '', time].filter((part) => part !== '');
  const label = level === null ? '' : `${level} `;
  return `${line}: ${label}${quote(text, characters)}${told.length === 0 ? '' : ` (${told.join(', ')})`}`;
}

/** The day of all entries, as their times begin with it; `''`: there are several. */
function onlyDay({ firstTime, lastTime }: Entries): string {
  if (firstTime === null || lastTime === null) return '';
  const from = shortTime(firstTime);
  const day = from.slice(0, from.lastIndexOf(' ') + 1);
  return shortTime(lastTime).startsWith(day) ? day : '';
}

/** Logs without levels say in the first word what happened, where the words are few. */
function actionSection({ actions, count }: Entries): Section {
  const isVocabulary =
    actions.distinct !== null && actions.distinct > 1 && actions.distinct <= mostActions && count >= 10;
  const shown = isVocabulary ? actions.top(mostActions) : [];
  return {
    heading: 'by first word:',
    noun: 'word',
    total: shown.length,
    layout: 'list',
    facts: shown.map(({ name, count: times }, place) => ({
      rank: (place < 8 ? ranks.spread : ranks.sample) + place,
      text: `${quote(name, 40)} ${times.toLocaleString('en-US')}`,
      quotes: [quote(name, 40)],
    })),
  };
}

/** How it began, by the first entry of the usual level, and how it ended: a trace at the end tells that better. */
function edgeSection({ firstOf, last, problems, isLiteral }: Entries, isEnded: boolean): Section {
  const isTold = problems.some(({ shape }) => shape.line === last?.line);
  const usual = [...firstOf.values()].filter(({ level }) => severityOf(level ?? '') === 2)[0];
  const facts = [
    ...(usual && usual.line !== last?.line ? [edgeFact('first', usual, ranks.lead + 1, isLiteral)] : []),
    ...(last && !isTold && !isEnded ? [edgeFact('last', last, ranks.lead, isLiteral)] : []),
  ];
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

function edgeFact(
  label: string,
  { level, message, line }: NumberedEntry,
  rank: number,
  isLiteral: boolean,
): Fact {
  const shown = quote(message, 140);
  const text = `${label}: ${level === null ? '' : `${level} `}${shown}`;
  return { rank, line, text, ...quoted(isLiteral, shown) };
}

function repeatSection({ shapes, count, isLiteral }: Entries): Section {
  const repeated = shapes.top(8).filter(({ count: times }) => times >= 10 && times * 50 > count);
  return {
    heading: 'repeat most:',
    noun: null,
    total: repeated.length,
    layout: 'lines',
    facts: repeated.map(({ count: times, line, text }, place) => ({
      rank: ranks.sample + 3 + place,
      line,
      text: `${times.toLocaleString('en-US')} × ${quote(text, 100)}`,
      ...quoted(isLiteral, quote(text, 100)),
    })),
  };
}

function sourceSection({ sources }: Entries): Section {
  const total = sources.distinct;
  return {
    heading: 'by source:',
    noun: total === null ? null : 'source',
    total: total !== null && total > 1 ? total : 0,
    layout: 'list',
    facts: (total === 1 ? [] : sources.top(20)).map(({ name, count }, place) => ({
      rank: place < 3 ? ranks.lead + 3 + place : ranks.sample + 2 + 2 * place,
      text: `${quote(name, 40)} ${count.toLocaleString('en-US')}`,
      quotes: [quote(name, 40)],
    })),
  };
}
