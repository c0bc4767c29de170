import { copyString } from '../copy-string.ts';
import { isSchemaKey } from './key-role.ts';
import { looksBad } from './looks-bad.ts';
import { nameOfRecord } from './name-of-record.ts';
import type { ShapeNode } from './shape-node.ts';

/** Records that say of themselves that something is wrong. */
export interface ProblemFinder {
  /**
   * @param startedAt the number of its first value: later ones are its own
   * @param startOf likewise of an object around it
   */
  look(record: ShapeNode, startedAt: number, startOf: (node: ShapeNode) => number): void;
  readonly count: number;
  /** Of the first ones, what is said of the whole before: `lib/a.js:12 'x' is not defined (no-undef)`. */
  texts(): string[];
}

const maxProblems = 50;
/** @param isOutput what a program says now; in a file `error` may be any text */
export function createProblemFinder(isOutput: boolean): ProblemFinder {
  const parts: { text: string; depth: number }[] = [];
  let count = 0;
  /** The last one that was found, by the number of its first value. */
  let foundAt = -1;
  return {
    look(record, startedAt, startOf) {
      if (!isProblem(record, startedAt, isOutput)) return;
      // What holds one and says nothing of its own is bad because of it.
      if (foundAt > startedAt && !saysWhat(record, startedAt)) return;
      foundAt = startedAt;
      count += 1;
      if (parts.length >= maxProblems && record.depth > 1) return;
      const text = tell(record, startedAt, startOf);
      if (text === '') count -= 1;
      else parts.push({ text: copyString(text), depth: record.depth });
    },
    get count() {
      return count;
    },
    texts: () => parts.toSorted((a, b) => a.depth - b.depth).map(({ text }) => text),
  };
}

function isProblem(record: ShapeNode, startedAt: number, isOutput: boolean): boolean {
  if (isOutput && isErrorItself(record)) return true;
  for (const child of record.suspectKeys) {
    if (child.lastAt < startedAt) continue;
    // The same words as before mean the same; of a number it matters what else is told.
    if (child.assessed !== child.last || child.numbers > 0) {
      child.assessed = child.last;
      child.isBad = saysBad(child, record, isOutput);
    }
    if (child.isBad) return !isInSchema(record);
  }
  return false;
}

const saysWhat = (record: ShapeNode, startedAt: number): boolean =>
  (inside(record, 'message', startedAt, 0) ?? inside(record, 'error', startedAt, 0)) !== null;

/** An element of `errors`, or the value of `error`. */
function isErrorItself(record: ShapeNode): boolean {
  const named = record.key === '' && record.parent?.parent ? record.parent : record;
  return named.role === 'error' || named.key === 'error' ? !isInSchema(named) && record.keys.size > 0 : false;
}

function saysBad(child: ShapeNode, record: ShapeNode, isOutput: boolean): boolean {
  const { role, last } = child;
  const key = child.key.toLowerCase();
  if (last === 'true') return isOutput && /^(?:iserror|error|failed|has_?error|errored)$/.test(key);
  if (last === 'false') return isOutput && /^(?:ok|success|passed|valid|isvalid)$/.test(key);
  if (role === 'state' || key === 'code') {
    if (looksBad.test(last)) return true;
    if (key === 'severity') return last === '2' && record.keys.has('ruleId');
    return isOutput && /^[45]\d\d$/.test(last) && key !== 'level' && key !== 'result';
  }
  if (key === 'type') return /^(?:error|fatal|failure)$/i.test(last);
  return isOutput && child.strings > 0 && (role === 'error' || key === 'error') && last !== '';
}

function isInSchema(node: ShapeNode): boolean {
  for (let at: ShapeNode | null = node; at; at = at.parent) if (isSchemaKey(at.key)) return true;
  return false;
}

/** Where, what, and by which rule or code: its own words, or those of the objects inside and around it. */
function tell(record: ShapeNode, startedAt: number, startOf: (node: ShapeNode) => number): string {
  const message =
    inside(record, 'message', startedAt, 2) ??
    inside(record, 'error', startedAt, 1) ??
    titleBesideName(record, startedAt);
  const found = inside(record, 'place', startedAt, 3) ?? locationAround(record, startOf);
  // An address leads to a description of it, beside its own words.
  const isAddress = found !== null && /^https?:/.test(found);
  const location = isAddress && (message ?? ownName(record, startedAt)) !== null ? null : found;
  const line = location === null ? null : inside(record, 'line', startedAt, 3);
  const code = inside(record, 'code', startedAt, 1) ?? inside(record, 'state', startedAt, 1);
  const name = location === null ? (ownName(record, startedAt) ?? nameAround(record, startOf)) : null;
  const where = [location, line].filter((part) => part !== null).join(':');
  const what = message ?? '';
  if (where === '' && name === null && what === '') return fieldsOf(record, startedAt);
  const isReported = code !== null && (what.includes(code) || what === code);
  return [where, name, what, code === null || isReported ? null : what === '' ? code : `(${code})`]
    .filter((part) => part !== null && part !== '')
    .join(' ');
}

const maxFieldsShown = 4;

/** Nothing tells what it is of: its own fields may. */
function fieldsOf({ order }: ShapeNode, startedAt: number): string {
  const fields = order.filter(({ last, lastAt }) => lastAt >= startedAt && last !== '' && last.length < 60);
  return fields
    .slice(0, maxFieldsShown)
    .map(({ key, last }) => `${key} ${last}`)
    .join(', ');
}

/** Its own value of a kind, else that of an object in it; places stand in lists too, but not in those of a whole document. */
function inside(node: ShapeNode, role: ShapeNode['role'], startedAt: number, levels: number): string | null {
  for (const child of node.order) {
    if (child.role === role && child.lastAt >= startedAt && child.last !== '') return child.last;
  }
  if (levels === 0) return null;
  const isInLists = (role === 'place' || role === 'line') && node.parent !== null;
  for (const child of node.order) {
    const within = isInLists ? (child.element ?? child) : child;
    const found = within.keys.size > 0 ? inside(within, role, startedAt, levels - 1) : null;
    if (found !== null) return found;
  }
  return null;
}

const levelsAround = 4;

/** The file a message is of is told once, by an object around all its messages, or beside it. */
function locationAround(record: ShapeNode, startOf: (node: ShapeNode) => number): string | null {
  let at = record.parent;
  for (let level = 0; at && level < levelsAround; level += 1, at = at.parent) {
    const found = at.objects > 0 ? inside(at, 'place', startOf(at), at.parent ? 1 : 0) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Of which of many it is. */
function nameAround(record: ShapeNode, startOf: (node: ShapeNode) => number): string | null {
  let at = record.parent;
  for (let level = 0; at && level < levelsAround; level += 1, at = at.parent) {
    const found = at.objects > 1 ? nameOfRecord(at, startOf(at)) : null;
    if (found !== null) return found;
  }
  return null;
}

/** A title is a name, unless there is another. */
function titleBesideName({ keys }: ShapeNode, startedAt: number): string | null {
  const title = keys.get('title');
  const hasName = (keys.get('name')?.lastAt ?? -1) >= startedAt;
  return hasName && title && title.lastAt >= startedAt ? title.last : null;
}

function ownName(record: ShapeNode, startedAt: number): string | null {
  const name = record.keys.get('name') ?? record.keys.get('title') ?? record.keys.get('id');
  return name && name.lastAt >= startedAt && name.role !== 'message' ? name.last : null;
}
