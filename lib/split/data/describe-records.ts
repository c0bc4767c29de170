import { quote } from '../quote.ts';
import { isSchemaKey, tellsKind } from './key-role.ts';
import type { ShapeNode } from './shape-node.ts';

/** A figure over records, and how much it says: 0 first. */
export interface RecordFigure {
  importance: number;
  text: string;
}

const deepest = 3;
const valuesShown = 5;
const mostCategories = 15;

/** What the fields of many records come to: sums with who has most, values of small sets with counts, spans of dates. */
export function describeRecords(record: ShapeNode): RecordFigure[] {
  const figures: RecordFigure[] = [];
  visit(record, '', 0, figures);
  const sums = figures.filter(({ importance }) => importance === 2);
  // After two sums the kinds of records say more than a third.
  for (const figure of sums.slice(2)) figure.importance = 6;
  return figures.toSorted((a, b) => a.importance - b.importance);
}

function visit(node: ShapeNode, label: string, depth: number, into: RecordFigure[]): void {
  for (const child of node.keys.values()) {
    if (isSchemaKey(child.key)) continue;
    const name = label === '' ? child.key : `${label}.${child.key}`;
    if (child.arrays > 0 && child.element) describeInner(child, child.element, name, depth, into);
    else if (child.objects > 0 && depth < deepest) visit(child, name, depth + 1, into);
    else {
      const figure = sumOf(child, name) ?? datesOf(child, name) ?? categoriesOf(child, name, depth);
      if (figure) into.push(figure);
    }
  }
}

/** Arrays in records: how many elements in all, and what those are like. */
function describeInner(
  node: ShapeNode,
  element: ShapeNode,
  name: string,
  depth: number,
  into: RecordFigure[],
): void {
  if (element.objects === 0) {
    const figure = categoriesOf(element, name, depth + 1);
    if (figure) into.push(figure);
    return;
  }
  into.push({ importance: 5 + depth, text: `${name}: ${counted(node.elements)} in all` });
  if (depth < deepest) visit(element, name, depth + 1, into);
}

function sumOf({ role, numbers, strings, sum, max, maxOwner }: ShapeNode, name: string): RecordFigure | null {
  if (role !== 'figure' || numbers < 2 || strings > numbers) return null;
  const most =
    maxOwner === null || max <= 0 ? '' : ` (most ${number(max)}: ${quote(lastPart(maxOwner), 80)})`;
  return { importance: sum === 0 ? 9 : 2, text: `${name} ${number(sum)}${most}` };
}

function datesOf({ firstDate, lastDate, strings }: ShapeNode, name: string): RecordFigure | null {
  if (firstDate === null || lastDate === null || strings < 2) return null;
  const isOneDay = firstDate.slice(0, 10) === lastDate.slice(0, 10);
  const [from, to] = isOneDay ? [firstDate, lastDate] : [firstDate.slice(0, 10), lastDate.slice(0, 10)];
  return { importance: 6, text: from === to ? `${name} ${from}` : `${name} ${from} to ${to}` };
}

function categoriesOf(node: ShapeNode, name: string, depth: number): RecordFigure | null {
  const count = node.strings + node.numbers + node.booleans;
  const { values } = node;
  if (!values || values.size === 0 || count < 2) return null;
  const isKind = tellsKind(node.key);
  const isSmall =
    values.size <= (isKind ? 40 : mostCategories) && values.size <= count * (isKind ? 0.7 : 0.5);
  if (!isSmall || node.role === 'line' || node.role === 'message') return null;
  // What all have in common tells little, unless it is how they are.
  if (values.size === 1 && node.role !== 'state') return null;
  const sorted = [...values].toSorted((a, b) => b[1] - a[1]);
  const shown = sorted
    .slice(0, valuesShown)
    .map(([value, times]) => `${quote(value, 40)} ×${counted(times)}`);
  const more = sorted.length > valuesShown ? `, … ${sorted.length - valuesShown} more` : '';
  return { importance: (isKind ? 3 : 7) + depth, text: `${name}: ${shown.join(', ')}${more}` };
}

/** A path is known from the names: its end is enough. */
const lastPart = (name: string): string =>
  /^\S*\/\S*$/.test(name) ? name.slice(name.lastIndexOf('/') + 1) : name;

const counted = (count: number): string => count.toLocaleString('en-US');
const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
