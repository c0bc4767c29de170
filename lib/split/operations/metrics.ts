import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { countsTrouble } from '../general/severity.ts';
import { hasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Summary } from '../summary.ts';

/** `http_requests_total{code="200"} 1027 1395066363000`: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const sample =
  /^([a-zA-Z_:][\w:]*)(\{.{0,2000}\})? (-?[\d.]+(?:e[+-]?\d+)?|NaN|[+-]?Inf)(?: -?\d+)?(?: # .*)?$/i;
const typeLine = /^# TYPE ([a-zA-Z_:][\w:]*) (\w+)/;
/** Series of the process that serves the page, which every page has. */
const isOfRuntime = /^(?:go|process|python|jvm|nodejs|promhttp|scrape)_/;
/** Answers that a server could not give. */
const isErrorCode = /\b(?:code|status)(?:_code)?="5(?:\d\d|xx)"/i;
const maxFamilies = 400;
const maxNames = 20_000;
/** What a histogram or summary appends to its name. */
const partOfFamily = /_(?:bucket|sum|count)$/;
const maxTroubled = 40;
const shownFamilies = 60;

interface Family {
  name: string;
  type: string;
  series: number;
  sum: number;
  top: { labels: string; value: number } | null;
  /** All values are finite, so that they can be added and compared. */
  areFinite: boolean;
  line: number;
}

interface Troubled {
  text: string;
  value: number;
  line: number;
}

/** A page of metrics: counters of errors that are not 0, then each metric with its largest series. */
export const metrics: Summarizer = {
  kind: 'metrics',
  covers: 'part',
  recognise: (evidence) =>
    hasMark(evidence, [
      mark(/^# TYPE [a-zA-Z_:][\w:]* (?:counter|gauge|histogram|summary|untyped)$/m, '# TYPE '),
    ])
      ? 'marked'
      : null,
  read(): Reader {
    const reading = initialReading();
    return {
      line: (text, line) => readLine(reading, text, line),
      finish: () => finishReading(reading),
    };
  },
};

const initialReading = () => ({
  families: new Map<string, Family>(),
  types: new Map<string, string>(),
  untyped: new Set<string>(),
  troubled: [] as Troubled[],
  sampleCount: 0,
  troubledCount: 0,
  unreadLines: 0,
});
type Reading = ReturnType<typeof initialReading>;

/** `max_errors` is a limit: only what counts can count errors. */
function isTrouble(reading: Reading, name: string, labels: string, value: number): boolean {
  if (name === 'up') return value === 0;
  const isCounter = reading.types.get(name) === 'counter' || name.endsWith('_total');
  return isCounter && value > 0 && (isErrorCode.test(labels) || countsTrouble(`${name} 1`));
}

function add(reading: Reading, name: string, labels: string, value: number, line: number) {
  const known = reading.families.get(name);
  if (!known && reading.families.size >= maxFamilies) return;
  const family = known ?? {
    name,
    type: reading.types.get(name) ?? '',
    series: 0,
    sum: 0,
    top: null,
    areFinite: true,
    line,
  };
  if (!known) reading.families.set(copyString(name), family);
  family.series += 1;
  family.areFinite &&= Number.isFinite(value);
  family.sum += value;
  if (family.top === null || value > family.top.value) family.top = { labels: copyString(labels), value };
}

function readLine(reading: Reading, text: string, line: number) {
  const [, typed, type = ''] = typeLine.exec(text) ?? [];
  if (typed !== undefined) {
    if (reading.types.size < maxNames) reading.types.set(copyString(typed), copyString(type));
    return;
  }
  const [, name, labels = '', written] = sample.exec(text) ?? [];
  if (name === undefined) {
    if (text !== '' && !text.startsWith('#')) reading.unreadLines += 1;
    return;
  }
  if (
    !reading.types.has(name) &&
    !reading.types.has(name.replace(partOfFamily, '')) &&
    reading.untyped.size < maxNames
  )
    reading.untyped.add(copyString(name));
  if (name.endsWith('_bucket')) return;
  reading.sampleCount += 1;
  const value = readValue(written ?? '');
  if (isTrouble(reading, name, labels, value)) {
    reading.troubledCount += 1;
    reading.troubled.push({ text: copyString(text), value, line });
    if (reading.troubled.length > 2 * maxTroubled) keepLargest(reading.troubled);
  }
  add(reading, name, labels, value, line);
}

function finishReading(reading: Reading): Summary | null {
  if (reading.sampleCount === 0) return null;
  const described = [...reading.families.values()].filter(({ name }) => !isOfRuntime.test(name));
  return {
    kind: 'metrics',
    verdict: [
      plural(reading.types.size + reading.untyped.size, 'metric'),
      plural(reading.sampleCount, 'sample'),
    ],
    statesSize: true,
    unreadLines: reading.unreadLines,
    explainsFailure: false,
    sections: [
      troubledSection(reading.troubled, reading.troubledCount),
      familySection(described, reading.families.size < maxFamilies),
    ],
  };
}

function troubledSection(troubled: Troubled[], total: number): Section {
  const facts = keepLargest(troubled).map(({ text, line }, index): Fact => {
    const shown = quote(text, 160);
    return { rank: ranks.spread + index / 10, line, text: `${line}: ${shown}`, quotes: [shown] };
  });
  return { heading: 'errors and targets that are down:', noun: 'such sample', total, layout: 'lines', facts };
}

function keepLargest(troubled: Troubled[]): Troubled[] {
  // What is down has the value 0, and comes first.
  troubled.sort(
    (a, b) => Number(b.value === 0) - Number(a.value === 0) || b.value - a.value || a.line - b.line,
  );
  troubled.length = Math.min(troubled.length, maxTroubled);
  return troubled;
}

/** Values as the format writes them: `+Inf`, `NaN`. */
const readValue = (written: string): number =>
  /inf/i.test(written)
    ? written.startsWith('-')
      ? Number.NEGATIVE_INFINITY
      : Number.POSITIVE_INFINITY
    : Number(written);

function familySection(families: readonly Family[], isAll: boolean): Section {
  const facts = families.slice(0, shownFamilies).map(
    (family, index): Fact => ({
      rank: (index < 8 ? ranks.lead : ranks.sample) + index / 10,
      line: family.line,
      text: familyText(family),
    }),
  );
  return { heading: null, noun: isAll ? 'metric' : null, total: families.length, layout: 'lines', facts };
}

const amount = (value: number): string =>
  Math.abs(value) < 1e15 ? figure(Number(value.toPrecision(9))) : String(value);

/** `http_requests_total (counter): 5 series, sum 1,234, most 800: {code="200"}` */
function familyText({ name, type, series, sum, top, areFinite }: Family): string {
  const label = `${name}${type === '' ? '' : ` (${type})`}`;
  const labels = quote(top?.labels ?? '', 80);
  if (series === 1 || top === null) return `${label}: ${amount(sum)}${labels}`;
  if (!areFinite) return `${label}: ${plural(series, 'series', 'series')}`;
  const total = type === 'counter' || name.endsWith('_count') ? `, sum ${amount(sum)}` : '';
  return `${label}: ${plural(series, 'series', 'series')}${total}, most ${amount(top.value)}: ${labels}`;
}
