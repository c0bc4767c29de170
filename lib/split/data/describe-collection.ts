import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { quote } from '../quote.ts';
import type { Collection } from './collection.ts';
import { describeRecords } from './describe-records.ts';
import type { ShapeNode } from './shape-node.ts';

/** All keys are shown if they are short together, because a next question will ask by them. */
const maxKeys = 24;
const keysCharacters = 220;
const keysShown = 12;
/** All names are shown if they are few and short together. */
const maxNames = 16;
const namesCharacters = 320;
const leadingNames = 5;
const opaqueNames = 2;
const leadingWorkloads = 10;
const nameCharacters = 80;
const leadingFigures = 3;

/** @param index 0: the main collection of the document */
export function describeCollection(collection: Collection, index: number): Section[] {
  const { label, count, record } = collection;
  const isMain = index === 0;
  const base = isMain ? ranks.lead + 2 : index < 3 ? ranks.lead + 10 + index : ranks.sample + index;
  const detail = isMain ? ranks.lead + 8 : ranks.sample + 10 * index;
  const { keys } = collection;
  const shape = keys.length === 0 ? '' : ` of {${listed(keys)}}`;
  const figures = record && !collection.isDictionary ? describeRecords(record) : [];
  const { span } = collection;
  if (span) {
    const text = `${label}: ${figure(count)} dates, ${day(span.from)} to ${day(span.to)}`;
    return [{ heading: null, noun: null, total: 1, layout: 'lines', facts: [{ rank: base, text }] }];
  }
  const head: Fact = {
    rank: base,
    text: label === '' ? `each${shape}` : `${label}: ${figure(count)}${shape}`,
  };
  const facts = [
    ...(label === '' && shape === '' ? [] : [head]),
    ...figures.map(({ text, importance }, at) => ({
      rank: at < leadingFigures && importance < 7 ? detail + at : ranks.sample + 10 * index + at,
      text,
    })),
  ];
  const names = namesOf(collection, isMain ? base + 1 : ranks.sample + 10 * index);
  return [
    { heading: null, noun: null, total: facts.length, layout: 'lines', facts: facts.slice(0, 1) },
    workloadsOf(record, base),
    names,
    { heading: null, noun: null, total: facts.length, layout: 'list', facts: facts.slice(1) },
    ...firstSection(collection, names.facts.length > 0, detail),
  ];
}

/** Workloads are shown only beside other objects, where names alone do not reveal what runs. */
function workloadsOf(record: ShapeNode | null, base: number): Section {
  const isMixed = (record?.workloads.length ?? 0) < (record?.objects ?? 0);
  const facts = (isMixed ? (record?.workloads ?? []) : []).map((text, index) => ({
    rank: (index < leadingWorkloads ? base + 0.5 : ranks.sample) + index / 100,
    text: quote(text, nameCharacters),
  }));
  return { heading: 'runs:', noun: 'workload', total: facts.length, layout: 'paths', facts };
}

const day = (date: string): string => date.slice(0, 10);

function namesOf({ names, count, isDictionary, record }: Collection, base: number): Section {
  const hasWorkloads = (record?.workloads.length ?? 0) > 0;
  const leading = areOpaque(names) || hasWorkloads ? opaqueNames : leadingNames;
  const shown = areNumbers(names) ? [] : names.map((name) => quote(name, nameCharacters));
  const fitAll = shown.length <= maxNames && shown.join(', ').length < namesCharacters;
  const arePaths = shown.length > 0 && shown.every((name) => /^[^\s]*\/[^\s]*$/.test(name));
  const facts = shown.map((text, index) => ({
    rank:
      (fitAll && leading > opaqueNames) || index < leading ? base + index / 100 : ranks.sample + 8 + index,
    text,
  }));
  return {
    heading: isDictionary ? 'keys:' : 'names:',
    noun: facts.length === 0 || base >= ranks.sample ? null : 'name',
    total: Math.max(count, facts.length),
    layout: arePaths ? 'paths' : 'list',
    facts,
  };
}

/** Where no field names the records, the first record shows what they are like. */
function firstSection({ record }: Collection, hasNames: boolean, rank: number): Section[] {
  const fields = record?.firstFields ?? [];
  if (fields.length === 0) return [];
  const text = `first: ${fields.map((field) => quote(field, 60)).join(', ')}`;
  return [
    {
      heading: null,
      noun: null,
      total: 1,
      layout: 'lines',
      facts: [{ rank: hasNames ? ranks.sample + 30 : rank, text }],
    },
  ];
}

/** Hashes and the like, which nobody recognises. */
const areOpaque = (names: readonly string[]): boolean =>
  names.every((name) => /^(?:[a-z]{1,5}-)?[0-9a-f-]{6,}$/i.test(name));

const areNumbers = (names: readonly string[]): boolean => names.every((name) => /^\d+$/.test(name));

export function listed(keys: readonly string[], max = keysShown): string {
  const fitAll = keys.length <= maxKeys && keys.join(', ').length <= keysCharacters;
  const shown = fitAll ? keys : keys.slice(0, max);
  return [...shown, ...(keys.length > shown.length ? [`… ${keys.length - shown.length} more`] : [])].join(
    ', ',
  );
}
