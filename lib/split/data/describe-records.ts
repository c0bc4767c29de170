import { formatEnd } from '../columns/exact-range.ts';
import { formatSum, isIdentifyingName, isUnitName } from '../columns/format-number.ts';
import { quote } from '../quote.ts';
import { categoryRole, isSchemaKey } from './key-role.ts';
import { type Figures, type ShapeNode, valuesOf } from './shape-node.ts';

/** A figure over records, ranked by importance: 0 comes first. */
export interface RecordFigure {
  importance: number;
  text: string;
}

const deepest = 3;
const valuesShown = 4;
const kindsShown = 12;
const maxCategories = 15;
const maxKinds = 40;
/** Numbers with fewer distinct values are treated as categories. */
const minNumbers = 9;
const fewFields = 5;
/** After this many sums, categories of records say more than another sum. */
const leadingSums = 2;

/**
 * Summarizes the fields of many records: sums with the largest contributor, counts of values in small sets,
 * date ranges.
 */
export function describeRecords(record: ShapeNode): RecordFigure[] {
  const figures: RecordFigure[] = [];
  visit(record, '', 0, figures);
  for (const importance of [2, 5]) {
    const alike = figures.filter((figure) => figure.importance === importance);
    for (const figure of alike.slice(leadingSums)) figure.importance = 7;
  }
  const once = new Map(figures.map((figure) => [figure.text, figure]));
  return [...once.values()].toSorted((a, b) => a.importance - b.importance);
}

function visit(node: ShapeNode, label: string, depth: number, into: RecordFigure[]): void {
  for (const child of node.order) {
    if (isSchemaKey(child.key) && child.order.every(({ objects }) => objects > 0)) continue;
    // The name of a state says more than its code.
    if (node.role === 'state' && /^code$/i.test(child.key) && node.nameKeys.length > 0) continue;
    const name = label === '' ? child.key : `${label}.${child.key}`;
    if (child.arrays > 0 && child.element) describeInner(child, child.element, name, depth, into);
    else if (child.objects > 0 && depth < deepest) visit(child, name, depth + 1, into);
    else {
      const rare = depth === 0 ? rareKey(node, child) : null;
      if (rare) {
        into.push(rare);
        continue;
      }
      const figure =
        numbersOf(child, name, depth) ?? datesOf(child, name) ?? categoriesOf(child, name, depth);
      if (figure) into.push(figure);
    }
  }
}

/** In so many records, what only one has stands out. */
const minRecords = 20;

/** Of so many records, one with another state is named. */
const minForOwner = 4;

/** `holdReason in one record (SHP-702249): HS code missing` */
function rareKey(
  { objects }: ShapeNode,
  { key, strings, numbers, booleans, nulls, last, firstOwner }: ShapeNode,
): RecordFigure | null {
  if (objects < minRecords || strings + numbers + booleans + nulls !== 1 || last === '') return null;
  const owner = firstOwner === null ? '' : ` (${quote(lastPart(firstOwner), 60)})`;
  return { importance: 1, text: `${key} in one record${owner}: ${quote(last, 100)}` };
}

/** Describes arrays in records: how many elements in all, and what those are like. */
function describeInner(
  node: ShapeNode,
  element: ShapeNode,
  name: string,
  depth: number,
  into: RecordFigure[],
): void {
  const { figures } = node;
  const most = figures === null || figures.max === figures.min ? '' : maxOf(figures);
  const isOfRecords = element.objects > 0;
  // In a record with few fields, a list is the main content.
  const isMain = (node.parent?.order.length ?? 0) <= fewFields;
  const [named] = element.nameKeys;
  const names = named ? categoriesOf(named, `${name}.${named.key}`, depth) : null;
  // Names of the elements say more than their number.
  if (names) into.push({ ...names, importance: 5 + depth });
  const before = into.length;
  // Lists of at most one element add no level of their own.
  const depthInside = figures?.max === 1 ? depth : depth + 1;
  if (isOfRecords && depth < deepest) visit(element, name, depthInside, into);
  const isReported = names !== null || into.slice(before).some(({ importance }) => importance <= 5);
  if (!names && (isOfRecords || (most !== '' && depth === 0)))
    into.push({
      importance: (isMain ? 5 : isReported || !isOfRecords ? 8 : 6) + depth,
      text: `${name}: ${formatSum(node.elements)} in all${most}`,
    });
  const figure = isOfRecords ? null : categoriesOf(element, name, depth + 1);
  if (figure) into.push(figure);
}

const maxOf = ({ max, maxOwner }: Figures): string =>
  maxOwner === null || max <= 0 ? '' : ` (most ${formatSum(max)}: ${quote(lastPart(maxOwner), 80)})`;

/** A sum for amounts, a range for other numbers. */
function numbersOf(node: ShapeNode, name: string, depth: number): RecordFigure | null {
  const { role, numbers, strings, figures, key } = node;
  const values = valuesOf(node);
  if (figures === null || numbers < 2 || strings > numbers) return null;
  if (role === 'figure' && figures.exact === null && !hasUnits(node))
    return {
      importance: figures.sum === 0 ? 9 : 2 + 2 * depth,
      text: `${name}: sum ${formatSum(figures.sum)}${maxOf(figures)}`,
    };
  const { maxOwner } = figures;
  const [least, most] = [formatEnd('min', figures, key), formatEnd('max', figures, key)];
  if ((values && values.size < minNumbers) || least === most || role === 'line') return null;
  const owner = maxOwner === null || isIdentifyingName(key) ? '' : ` (${quote(lastPart(maxOwner), 60)})`;
  const text = `${name} ${least} to ${most}${owner}`;
  return { importance: isIdentifyingName(key) ? 8 : 5 + depth, text };
}

/** Whether a field beside it says that its numbers are in several units. */
const hasUnits = ({ parent }: ShapeNode): boolean =>
  parent?.order.some((field) => isUnitName(field.key) && (valuesOf(field)?.size ?? 2) > 1) ?? false;

function datesOf({ firstDate, lastDate, strings }: ShapeNode, name: string): RecordFigure | null {
  if (firstDate === null || lastDate === null || strings < 2) return null;
  const isOneDay = firstDate.slice(0, 10) === lastDate.slice(0, 10);
  const [from, to] = isOneDay ? [firstDate, lastDate] : [firstDate.slice(0, 10), lastDate.slice(0, 10)];
  return { importance: 6, text: from === to ? `${name} ${from}` : `${name} ${from} to ${to}` };
}

function categoriesOf(node: ShapeNode, name: string, depth: number): RecordFigure | null {
  const count = node.strings + node.numbers + node.booleans;
  const values = valuesOf(node);
  if (!values || values.size === 0 || count < 2) return null;
  const isName = /^(?:name|value|title|label)$/i.test(node.key);
  const kind = categoryRole(node.key) ?? (isName ? categoryRole(node.parent?.key ?? '') : null);
  const isSmall =
    values.size <= (kind === null ? maxCategories : maxKinds) &&
    values.size <= count * (kind === null ? 0.5 : 0.7);
  if (!isSmall || node.role === 'line' || node.role === 'message') return null;
  // A value that all records share says little, unless it is their state.
  if (values.size === 1 && node.role !== 'state') return null;
  const sorted = [...values].toSorted(([, a], [, b]) => b.count - a.count);
  const most = kind === 'itself' && depth === 0 ? kindsShown : valuesShown;
  const shown = sorted.slice(0, most).map(([value, { count: times, owners = [] }]) => {
    const isRare = owners.length === times && (times === 1 ? count >= minForOwner : times * 4 <= count);
    // Of several, a number or an ID is enough.
    const names = owners.map((owner) => quote(times === 1 ? lastPart(owner) : shortName(owner), 60));
    const named = isRare ? ` (${names.join(', ')})` : '';
    return `${quote(value, 40) || '""'} ×${formatSum(times)}${named}`;
  });
  const more = sorted.length > most ? `, … ${sorted.length - most} more` : '';
  const isNumber = node.numbers > 0 && isIdentifyingName(node.key) && kind === null;
  // A state that all records share ranks below states that differ.
  const isSame = values.size === 1 ? 3 : 0;
  // What most records leave empty ranks below what they have.
  const isEmpty = sorted[0]?.[0] === '' ? 2 : 0;
  const importance = isSame + (isNumber ? 9 : kind === 'itself' ? 3 : kind === 'named' ? 4 : 7);
  return { importance: importance + isEmpty + depth, text: `${name}: ${shown.join(', ')}${more}` };
}

/** `INC-2203` of `INC-2203 warehouse-sync: certificate close to expiry`. */
const shortName = (name: string): string =>
  /^(?:#\d{1,12}|[A-Z][A-Z\d]{0,9}-\d{1,9})(?=[ :])/.exec(name)?.[0] ?? lastPart(name);

/** The end of a path or the number of a title, which is enough, since names are shown elsewhere in full. */
const lastPart = (name: string): string =>
  /^\S*\/\S*$/.test(name)
    ? name.slice(name.lastIndexOf('/') + 1)
    : (/^#\d{1,12}(?= )/.exec(name)?.[0] ?? name);
