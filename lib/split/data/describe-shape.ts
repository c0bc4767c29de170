import { type Fact, ranks, type Section } from '../facts.ts';
import { quote } from '../quote.ts';
import type { Shape } from './create-shape.ts';
import { describeCollection, listed } from './describe-collection.ts';
import { findParts, type Parts } from './find-parts.ts';
import type { ShapeNode } from './shape-node.ts';

const collectionsShown = 8;
const leadingScalars = 8;
const rootKeysShown = 20;
const valueCharacters = 80;
const messageCharacters = 240;
const listValuesShown = 6;

/** What is wrong, what it is, what it holds: the facts of a document, whatever it was written in. */
export function describeShape({ root, problems }: Shape): Section[] {
  const parts = findParts(root);
  return [
    problemSection(problems.told(), problems.count),
    scalarSection(parts),
    keySection(root),
    ...parts.collections
      .filter(({ role, count }) => role !== 'error' || count > problems.count)
      .slice(0, collectionsShown)
      .flatMap(describeCollection),
    listSection(parts),
  ];
}

function problemSection(told: readonly string[], total: number): Section {
  const facts = told.map((text, place) => ({
    rank: (place === 0 ? ranks.cause : ranks.failure) + place / 10 + (place > 2 ? ranks.sample : 0),
    text: quote(text, messageCharacters),
  }));
  return { heading: total > 0 ? 'problems:' : null, noun: 'problem', total, layout: 'lines', facts };
}

/** Single values: what names the document and says how it is comes first. */
function scalarSection({ scalars }: Parts): Section {
  const weighed = scalars.map((scalar) => ({ ...scalar, isEmpty: isEmpty(scalar.value) }));
  const leads = weighed
    .filter(({ node, isEmpty }) => !isEmpty && importanceOf(node) < 5)
    .toSorted((a, b) => importanceOf(a.node) - importanceOf(b.node))
    .slice(0, leadingScalars);
  const facts: Fact[] = weighed.map((scalar, place) => {
    const lead = leads.indexOf(scalar);
    const text = quote(scalar.value, scalar.node.role === 'message' ? messageCharacters : valueCharacters);
    return {
      rank: lead === -1 ? ranks.sample + place + (scalar.isEmpty ? ranks.context : 0) : ranks.lead - 8 + lead,
      text: scalar.label === '' ? text : `${scalar.label} ${text === '' ? '""' : text.replaceAll('\n', ' ')}`,
    };
  });
  return { heading: null, noun: null, total: facts.length, layout: 'list', facts: facts.slice(0, 60) };
}

const isEmpty = (value: string): boolean =>
  value === '' || value === '[]' || value === '{}' || value === 'null';

function importanceOf({ role, key, depth }: ShapeNode): number {
  const base =
    key === 'name' || key === 'version'
      ? 0
      : role === 'error' || role === 'message' || role === 'truth'
        ? 1
        : role === 'state' || role === 'code' || role === 'figure'
          ? 2
          : role === 'name'
            ? 3
            : 5;
  return base + Math.max(0, depth - 1);
}

function keySection(root: ShapeNode): Section {
  const keys = root.objects === 1 && root.arrays === 0 ? [...root.keys.keys()] : [];
  const facts =
    keys.length < 3 ? [] : [{ rank: ranks.lead + 1, text: `keys: ${listed(keys, rootKeysShown)}` }];
  return { heading: null, noun: null, total: 1, layout: 'lines', facts };
}

function listSection({ lists }: Parts): Section {
  const facts = lists.slice(0, 20).map(({ label, node, element }, place) => {
    const elements = element === node ? node.strings + node.numbers + node.booleans : node.elements;
    const count = elements.toLocaleString('en-US');
    return {
      rank: ranks.sample + 5 + place,
      text: `${label === '' ? 'values' : label} ${count}: ${valuesOf(element)}`,
    };
  });
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

function valuesOf(element: ShapeNode): string {
  if (element.numbers > element.strings + element.booleans) return `${element.min} to ${element.max}`;
  const values = [...(element.values?.keys() ?? [element.last])].map((value) => quote(value, 60));
  return listed(values, listValuesShown);
}
