import { formatEnd } from '../columns/exact-range.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import { isDictionary } from './collection.ts';
import type { DocumentShape } from './create-shape.ts';
import { describeCollection, listed } from './describe-collection.ts';
import { findParts, type Parts } from './find-parts.ts';
import { pathOfNode, type ShapeNode, valuesOf } from './shape-node.ts';

const collectionsShown = 8;
const leadingScalars = 8;
/** A value of unknown role ranks high only if it is short. */
const shortValue = 24;
const leadingLists = 1;
const longList = 20;
const rootKeysShown = 20;
const valueCharacters = 80;
const messageCharacters = 240;
const listValuesShown = 6;

/** Facts about a document in any format: what is wrong, what it is, what it contains. */
export function describeShape({ root, problems }: DocumentShape): Section[] {
  const parts = findParts(root);
  return [
    problemSection(problems.texts(), problems.count),
    scalarSection(parts),
    keySection(root),
    ...parts.collections
      .filter(({ role, count }) => role !== 'error' || count > problems.count)
      .slice(0, collectionsShown)
      .flatMap(describeCollection),
    listSection(parts),
  ];
}

/** A path to a part of the document: the first element of its main list, or the value of its first key. */
export function examplePathIn(root: ShapeNode): string {
  const [main] = findParts(root).collections;
  const [first] = root.keys.values();
  return main?.path ?? (first ? pathOfNode(first) : '$');
}

function problemSection(parts: readonly string[], total: number): Section {
  const texts = parts.map((text) => quote(text, messageCharacters));
  const distinct = [...new Set(texts)];
  const facts = texts.map((text): Fact => {
    const index = distinct.indexOf(text);
    return {
      rank: (index === 0 ? ranks.cause : ranks.failure) + index / 10 + (index > 2 ? ranks.sample : 0),
      text,
    };
  });
  const heading = total > 1 ? `${plural(total, 'problem')}:` : total > 0 ? 'problem:' : null;
  return { heading, noun: 'problem', total, layout: 'lines', facts };
}

/** Single values; those that identify the document and its state come first. */
function scalarSection({ scalars }: Parts): Section {
  const weighed = scalars.map((scalar) => ({ ...scalar, isEmpty: isEmpty(scalar) }));
  const leads = weighed
    .filter(
      ({ node, isEmpty, value }) =>
        !isEmpty && (importanceOf(node) < 5 || (node.depth <= 1 && value.length <= shortValue)),
    )
    .toSorted((a, b) => importanceOf(a.node) - importanceOf(b.node))
    .slice(0, leadingScalars);
  const facts: Fact[] = weighed.map((scalar, index) => {
    const lead = leads.indexOf(scalar);
    const value = hash.test(scalar.value) ? `${scalar.value.slice(0, hashCharacters)}…` : scalar.value;
    const text = quote(value, scalar.node.role === 'message' ? messageCharacters : valueCharacters);
    return {
      rank: lead === -1 ? ranks.sample + index + (scalar.isEmpty ? ranks.context : 0) : ranks.lead - 8 + lead,
      text: scalar.label === '' ? text : `${scalar.label} ${text === '' ? '""' : text.replaceAll('\n', ' ')}`,
    };
  });
  return { heading: null, noun: null, total: facts.length, layout: 'list', facts: facts.slice(0, 60) };
}

/** The start of a long hash is enough. */
const hash = /^[0-9a-f]{32,128}$/i;
const hashCharacters = 12;

/** Whether a value is empty; zero counts too, except for totals of the whole document. */
const isEmpty = ({ value, node }: Parts['scalars'][number]): boolean =>
  value === '' || value === '[]' || value === '{}' || value === 'null' || (value === '0' && node.depth > 1);

function importanceOf({ role, key, depth }: ShapeNode): number {
  if (role === 'code' && depth > 1) return 5;
  const base =
    key === 'name' || key === 'version' || key === 'license' || key === 'latest'
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

/** Lists the root's keys, unless they are names: those are described as a collection, with their values. */
function keySection(root: ShapeNode): Section {
  const isOne = root.objects === 1 && root.arrays === 0 && !isDictionary(root);
  const keys = isOne ? [...root.keys.keys()] : [];
  const facts =
    keys.length < 3 ? [] : [{ rank: ranks.lead + 1, text: `keys: ${listed(keys, rootKeysShown)}` }];
  return { heading: null, noun: null, total: 1, layout: 'lines', facts };
}

function listSection({ lists }: Parts): Section {
  const facts = lists.slice(0, 20).map(({ label, node, element }, index) => {
    const elements = element === node ? node.strings + node.numbers + node.booleans : node.elements;
    const count = figure(elements);
    const isLead = index < leadingLists && elements >= longList;
    return {
      rank: (isLead ? ranks.lead + 9 : ranks.sample + 5) + index,
      text: `${label === '' ? 'values' : label} ${count}: ${textsOf(element)}`,
    };
  });
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

/** Shows the first values and the last, since most lists are sorted. */
function textsOf(node: ShapeNode): string {
  const { numbers, strings, booleans, figures, names, last, key } = node;
  const values = valuesOf(node);
  if (numbers > strings + booleans && figures)
    return `${formatEnd('min', figures, key)} to ${formatEnd('max', figures, key)}`;
  const shown = [...(values?.keys() ?? names)].map((value) => quote(value, 60));
  if (values !== null && shown.length <= listValuesShown + 1) return shown.join(', ');
  return `${shown.slice(0, listValuesShown).join(', ')}${shown.length > 0 ? ', ' : ''}… ${quote(last, 60)}`;
}
