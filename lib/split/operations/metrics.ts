import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { countsTrouble } from '../general/severity.ts';
import { hasMark, mark } from '../marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';

/** `http_requests_total{code="200"} 1027 1395066363000`: https://prometheus.io/docs/instrumenting/exposition_formats/ */
const sample =
  /^([a-zA-Z_:][\w:]*)(\{.{0,2000}\})? (-?[\d.]+(?:e[+-]?\d+)?|NaN|[+-]?Inf)(?: -?\d+)?(?: # .*)?$/i;
const typeLine = /^# TYPE ([a-zA-Z_:][\w:]*) (\w+)/;
/** Series of the process that serves the page, which every page has. */
const isOfRuntime = /^(?:go|process|python|jvm|nodejs|promhttp|scrape)_/;
/** Answers that a server could not give. */
const isErrorCode = /(?:code|status)(?:_code)?="5(?:\d\d|xx)"/i;
const maxFamilies = 400;
const maxTroubled = 40;
const shownFamilies = 60;

interface Family {
  name: string;
  type: string;
  series: number;
  sum: number;
  top: { labels: string; value: number } | null;
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
      ? 'named'
      : null,
  read(): Reader {
    const families = new Map<string, Family>();
    const types = new Map<string, string>();
    const troubled: Troubled[] = [];
    let [sampleCount, familyCount, troubledCount] = [0, 0, 0];
    const add = (name: string, labels: string, value: number, line: number) => {
      const known = families.get(name);
      if (!known && families.size >= maxFamilies) return;
      const family = known ?? { name, type: types.get(name) ?? '', series: 0, sum: 0, top: null, line };
      if (!known) families.set(copyString(name), family);
      family.series += 1;
      family.sum += value;
      if (family.top === null || value > family.top.value) family.top = { labels: copyString(labels), value };
    };
    return {
      line(text, line) {
        const [, typed, type = ''] = typeLine.exec(text) ?? [];
        if (typed !== undefined) {
          familyCount += 1;
          if (types.size < maxFamilies) types.set(copyString(typed), copyString(type));
          return;
        }
        const [, name, labels = '', written] = sample.exec(text) ?? [];
        if (name === undefined || name.endsWith('_bucket')) return;
        sampleCount += 1;
        const value = Number(written);
        if (!Number.isFinite(value)) return;
        const isTrouble = isErrorCode.test(labels) || countsTrouble(`${name} ${value}`);
        if (value > 0 ? isTrouble : value === 0 && name === 'up') {
          troubledCount += 1;
          if (troubled.length < maxTroubled) troubled.push({ text: copyString(text), value, line });
        }
        add(name, labels, value, line);
      },
      finish() {
        if (sampleCount === 0) return null;
        const described = [...families.values()].filter(({ name }) => !isOfRuntime.test(name));
        return {
          kind: 'metrics',
          verdict: [plural(familyCount, 'metric'), plural(sampleCount, 'sample')],
          statesSize: true,
          explainsFailure: false,
          sections: [troubledSection(troubled, troubledCount), familySection(described)],
        };
      },
    };
  },
};

function troubledSection(troubled: readonly Troubled[], total: number): Section {
  const facts = troubled
    .toSorted((a, b) => b.value - a.value || a.line - b.line)
    .map(({ text, line }, index): Fact => {
      const shown = quote(text, 160);
      return { rank: ranks.spread + index / 10, line, text: `${line}: ${shown}`, quotes: [shown] };
    });
  return { heading: 'counters of errors:', noun: 'counter of errors', total, layout: 'lines', facts };
}

function familySection(families: readonly Family[]): Section {
  const facts = families.slice(0, shownFamilies).map(
    (family, index): Fact => ({
      rank: (index < 8 ? ranks.lead : ranks.sample) + index / 10,
      line: family.line,
      text: familyText(family),
    }),
  );
  return { heading: null, noun: 'metric', total: families.length, layout: 'lines', facts };
}

/** `http_requests_total (counter): 5 series, sum 1,234, most 800: {code="200"}` */
function familyText({ name, type, series, sum, top }: Family): string {
  const label = `${name}${type === '' ? '' : ` (${type})`}`;
  if (series === 1 || top === null) return `${label}: ${figure(sum)}${top ? top.labels : ''}`;
  const total =
    type === 'counter' || name.endsWith('_count') ? `, sum ${figure(Number(sum.toPrecision(9)))}` : '';
  return `${label}: ${plural(series, 'series', 'series')}${total}, most ${figure(top.value)}: ${quote(top.labels, 80)}`;
}
