import { hasFailed } from '#lib/core/vocabulary/has-failed.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { quote } from '../quote.ts';
import type { Summary } from '../summary.ts';
import { fieldSection } from './entry-fields.ts';
import { logSeverityOf } from './log-level.ts';
import { shortTime, timeSpan } from './log-time.ts';
import { upstreamOf, withoutFields } from './message-pattern.ts';
import type { Entries, MessageGroup, NumberedEntry } from './read-entries.ts';
import { traceSections, traceVerdict } from './traces/describe-traces.ts';
import type { Trace } from './traces/trace.ts';

const maxActions = 40;
/** The first problem is shown at more length than the others, and so is one that ends the log. */
const firstCharacters = 160;
const otherCharacters = 80;
const edgeCharacters = 100;
/** The errors of this many traces are shown, so log entries that repeat them are left out. */
const maxTracesShown = 4;
/** How many errors are needed facts; the first `timedErrors` problems show their time. */
const neededErrors = 6;
/** How many distinct problems may fill a view's budget. */
const neededProblems = 20;
const timedErrors = 3;
/** When so many began tells more than one more line. */
const manyAlike = 10;

export function describeEntries(kind: string, found: Entries, exitCode: number | null): Summary {
  const hasTrace = found.traces.count > 0;
  const isWorse = found.problems.some(({ severity }) => severity >= 4);
  const isEnded = hasTrace && hasFailed(exitCode);
  return {
    kind,
    verdict: [
      ...(found.firstTime !== null && found.lastTime !== null
        ? [timeSpan(found.firstTime, found.lastTime)]
        : []),
      ...levelCounts(found),
      ...traceVerdict(found.traces),
    ],
    explainsFailure: isWorse || hasTrace,
    unreadLines: found.otherLines,
    sections: [
      ...(hasTrace
        ? traceSections(
            found.traces,
            isEnded ? ranks.cause : ranks.failure + 2,
            (isEnded && endOf(found)) || undefined,
          )
        : []),
      problemSection(found, isEnded),
      detailSection(found),
      actionSection(found),
      edgeSection(found, isEnded),
      fieldSection(found.fields.columns(), found.count),
      repeatSection(found),
      sourceSection(found),
      keySection(found),
    ],
  };
}

/** The trace after the last entry: nothing logged it, so it ended the program. `null`: there is none. */
function endOf({ traces, last }: Entries): Trace | null {
  const end = traces.distinct.at(-1);
  return end && last && end.main.line > last.line ? end : null;
}

/** Counts by level in the log's own words, the worst first. */
const levelCounts = ({ levels }: Entries): string[] =>
  levels
    .top(12)
    .toSorted((a, b) => (logSeverityOf(b.name) ?? 2) - (logSeverityOf(a.name) ?? 2))
    .map(({ name, count }) => `${figure(count)} ${quote(name, 20)}`);

/** A message composed from JSON does not occur verbatim in the result. */
const quoted = (isLiteral: boolean, text: string): Pick<Fact, 'quotes'> =>
  isLiteral ? { quotes: [text] } : {};

function problemSection(found: Entries, isEnded: boolean): Section {
  const { isLiteral } = found;
  const traced = found.traces.distinct.slice(0, maxTracesShown).flatMap(({ main }) => main.error ?? []);
  const problems = found.problems.filter(({ shape }) => !traced.some((error) => shape.text.includes(error)));
  const day = onlyDay(found);
  const worst = problems.toSorted((a, b) => b.severity - a.severity || b.shape.count - a.shape.count);
  const first = problems.find(({ severity }) => severity >= 4);
  const ordered = first ? [first, ...worst.filter((group) => group !== first)] : worst;
  return {
    heading: null,
    noun: 'distinct problem',
    total: problems.length,
    layout: 'lines',
    facts: ordered.slice(0, 200).map((group, index) => {
      const isLast = group.shape.line === found.last?.line;
      const shown = quote(
        withoutFields(group.shape.text),
        index === 0 || isLast ? firstCharacters : otherCharacters,
      );
      const upstream = upstreamOf(group.shape.text);
      return {
        rank: rankOf(group, index) + (isEnded ? 5 : 0),
        line: group.shape.line,
        text: formatMessageGroup(
          group,
          upstream === null ? shown : `${shown}, upstream ${upstream}`,
          index < timedErrors || group.shape.count >= manyAlike ? day : null,
        ),
        ...quoted(isLiteral, shown),
      };
    }),
  };
}

/** Origins and codes of errors, from the objects of a JSON log. */
function detailSection({ problems }: Entries): Section {
  const parts = problems.filter(({ severity, detail }) => severity >= 4 && detail !== null);
  return {
    heading: null,
    noun: null,
    total: 0,
    layout: 'list',
    facts: parts.slice(0, neededErrors).map(({ shape, detail }, index) => ({
      rank: (index < 2 ? ranks.failure : ranks.sample) + index,
      line: shape.line,
      text: `${shape.line}: ${detail}`,
    })),
  };
}

function rankOf({ severity }: MessageGroup, index: number): number {
  const later = index < neededProblems ? ranks.lead + 6 + index / 2 : ranks.sample + index;
  if (severity >= 4) return index < neededErrors ? ranks.cause + 2 * index : later;
  return index < 3 ? ranks.spread + index : later;
}

/**
 * `120: ERROR no "a.png" (one of 3 with other values, 10:00:01 to 10:20:12)`
 * @param day the day shared by all entries, which is already shown; `null`: times are not shown
 */
function formatMessageGroup(
  { shape, values, isVaried, level, firstTime, lastTime }: MessageGroup,
  shown: string,
  day: string | null,
): string {
  const { count, line } = shape;
  const isTimed = day !== null && firstTime !== null && lastTime !== null;
  const span = isTimed ? timeSpan(firstTime, lastTime) : '';
  const time = span.startsWith(day ?? '') ? span.slice(day?.length ?? 0) : span;
  const alike = values.size > 1 || isVaried ? 'with other values' : 'alike';
  const times = count > 1 ? `one of ${figure(count)} ${alike}` : '';
  const parts = [times, time].filter((part) => part !== '');
  const label = level === null ? '' : `${level} `;
  return `${line}: ${label}${shown}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}`;
}

/** The day shared by all entries, as their times start with it; `''`: there are several. */
function onlyDay({ firstTime, lastTime }: Entries): string {
  if (firstTime === null || lastTime === null) return '';
  const from = shortTime(firstTime);
  const day = from.slice(0, from.lastIndexOf(' ') + 1);
  return shortTime(lastTime).startsWith(day) ? day : '';
}

/** In a log without levels, the first word names the event when there are few distinct first words. */
function actionSection({ actions, count }: Entries): Section {
  const isVocabulary =
    actions.total * 2 > count &&
    actions.distinct !== null &&
    actions.distinct > 1 &&
    actions.distinct <= maxActions &&
    count >= 10;
  const shown = isVocabulary ? actions.top(maxActions) : [];
  return {
    heading: 'by first word:',
    noun: 'word',
    total: shown.length,
    layout: 'list',
    facts: shown.map(({ name, count: times }, index) => ({
      rank: (index < 8 ? ranks.spread : ranks.sample) + index,
      text: `${quote(name, 40)} ${figure(times)}`,
      quotes: [quote(name, 40)],
    })),
  };
}

/** The first entry of the usual level and the last entry; a trace at the end replaces the latter. */
function edgeSection({ firstOf, last, total, problems, isLiteral }: Entries, isEnded: boolean): Section {
  const isReported = problems.some(({ shape }) => shape.line === last?.line);
  const usual = [...firstOf.values()].filter(({ level }) => logSeverityOf(level ?? '') === 2)[0];
  const isFirst = [...firstOf.values()].every(({ line }) => line >= (usual?.line ?? 0));
  const firstRank = problems.length === 0 ? ranks.lead + 1 : ranks.sample + 1;
  const facts = [
    ...(usual && usual.line !== last?.line
      ? [edgeFact(isFirst ? 'first' : String(usual.line), usual, firstRank, isLiteral)]
      : []),
    ...(total && !problems.some(({ shape }) => shape.line === total.line)
      ? [edgeFact(String(total.line), total, ranks.cause + 3, isLiteral)]
      : []),
    ...(last && last.line !== total?.line && !isReported && !isEnded
      ? [edgeFact('last', last, ranks.lead, isLiteral)]
      : []),
  ];
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

function edgeFact(
  label: string,
  { level, message, line }: NumberedEntry,
  rank: number,
  isLiteral: boolean,
): Fact {
  const shown = quote(message, edgeCharacters);
  const text = `${label}: ${level === null ? '' : `${level} `}${shown}`;
  return { rank, line, text, isProblem: false, ...quoted(isLiteral, shown) };
}

/** Repeated lines, without those already shown as first or last. */
function repeatSection({ shapes, count, isLiteral, firstOf }: Entries): Section {
  const shown = new Set([...firstOf.values()].map(({ line }) => line));
  const repeated = shapes
    .top(8)
    .filter(({ count: times, line }) => times >= 10 && times * 50 > count && !shown.has(line))
    // Lines with numbers or IDs are shown by their pattern, with what differs in them.
    .filter(({ text }) => !/\d/.test(text));
  return {
    heading: 'repeated:',
    noun: null,
    total: repeated.length,
    layout: 'lines',
    facts: repeated.map(({ count: times, line, text }, index) => ({
      rank: ranks.sample + 3 + index,
      line,
      text: `${figure(times)} lines like "${quote(text, 100)}"`,
      ...quoted(isLiteral, quote(text, 100)),
    })),
  };
}

/** The keys of the entries in a JSON log. */
const keySection = ({ keys }: Entries): Section => ({
  heading: null,
  noun: null,
  total: 0,
  layout: 'lines',
  facts: keys.length === 0 ? [] : [{ rank: ranks.lead + 2, text: `keys: ${keys.join(', ')}`, quotes: keys }],
});

function sourceSection({ sources }: Entries): Section {
  const total = sources.distinct;
  return {
    heading: 'by source:',
    noun: total === null ? null : 'source',
    total: total !== null && total > 1 ? total : 0,
    layout: 'list',
    facts: (total === 1 ? [] : sources.top(20)).map(({ name, count }, index) => ({
      rank: index < 3 ? ranks.lead + 3 + index : ranks.sample + 2 + 2 * index,
      text: `${quote(name, 40)} ${figure(count)}`,
      quotes: [quote(name, 40)],
    })),
  };
}
