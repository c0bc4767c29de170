import { copyString } from '../copy-string.ts';
import { isSchemaKey } from './key-role.ts';
import { looksBad } from './looks-bad.ts';
import { nameOfRecord } from './name-of-record.ts';
import type { ShapeNode } from './shape-node.ts';

/** Finds records that report a problem of their own. */
export interface ProblemFinder {
  /**
   * Checks a record that has ended.
   * @param startedAt the number of its first value: later values belong to it
   * @param startOf the same number for an object around it
   */
  look(record: ShapeNode, startedAt: number, startOf: (node: ShapeNode) => number): void;
  readonly count: number;
  /** The first ones, those of the whole document first: `lib/a.js:12 'x' is not defined (no-undef)`. */
  texts(): string[];
}

const maxProblems = 50;
/** @param isOutput whether a program printed this just now; in a file, `error` may be any text */
export function createProblemFinder(isOutput: boolean): ProblemFinder {
  const parts: { text: string; depth: number; at: number; isMild: boolean }[] = [];
  let count = 0;
  /** The last two problems, by the numbers of their records' first values. */
  let [before, foundAt] = [-1, -1];
  return {
    look(record, startedAt, startOf) {
      if (!isProblem(record, startedAt, isOutput)) return;
      // A record that only contains a problem, and says nothing more, is not counted again.
      if (foundAt > startedAt && !saysWhat(record, startedAt)) return;
      // A record that contains one problem says more about it, and is not another one.
      if (foundAt > startedAt && before <= startedAt && record.isRecord) {
        count -= 1;
        if (parts.at(-1)?.at === foundAt) parts.pop();
      }
      [before, foundAt] = [foundAt, startedAt];
      count += 1;
      const isFull = parts.length >= maxProblems;
      // A problem of the whole document replaces one further in.
      const replaced = isFull ? parts.findLastIndex(({ depth }) => depth > Math.max(1, record.depth)) : -1;
      if (isFull && replaced === -1) return;
      const text = notify(record, startedAt, startOf);
      if (text === '') {
        count -= 1;
        return;
      }
      if (isFull) parts.splice(replaced, 1);
      parts.push({ text: copyString(text), depth: record.depth, at: startedAt, isMild: isMild(record) });
    },
    get count() {
      return count;
    },
    texts: () =>
      parts
        .toSorted((a, b) => Number(a.isMild) - Number(b.isMild) || a.depth - b.depth)
        .map(({ text }) => text),
  };
}

/** ESLint's warnings come after its errors. */
const isMild = ({ keys }: ShapeNode): boolean => keys.has('ruleId') && keys.get('severity')?.last === '1';

function isProblem(record: ShapeNode, startedAt: number, isOutput: boolean): boolean {
  if (isOutput && isErrorItself(record)) return true;
  for (const child of record.suspectKeys) {
    if (child.lastAt < startedAt) continue;
    // The same text as before gets the same answer; for a number, other fields matter too.
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

/** Whether the record is an element of `errors`, or the value of `error`. */
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
    if (key === 'severity') return (last === '1' || last === '2') && record.keys.has('ruleId');
    return isOutput && /^[45]\d\d$/.test(last) && key !== 'level' && key !== 'result';
  }
  if (key === 'type') return /^(?:error|fatal|failure)$/i.test(last);
  return isOutput && child.strings > 0 && (role === 'error' || key === 'error') && last !== '';
}

function isInSchema(node: ShapeNode): boolean {
  for (let at: ShapeNode | null = node; at; at = at.parent) if (isSchemaKey(at.key)) return true;
  return false;
}

/**
 * Formats where, what, and by which rule or code, from the record's own fields or those of objects inside and
 * around it.
 */
function notify(record: ShapeNode, startedAt: number, startOf: (node: ShapeNode) => number): string {
  const message =
    inside(record, 'message', startedAt, 2) ??
    inside(record, 'error', startedAt, 1) ??
    titleBesideName(record, startedAt);
  const found = inside(record, 'location', startedAt, 3) ?? locationAround(record, startOf);
  // A link leads to documentation of the problem, so it is left out beside the record's own message or name.
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

/** Without a location, name or message, shows the first fields. */
function fieldsOf({ order }: ShapeNode, startedAt: number): string {
  const fields = order.filter(({ last, lastAt }) => lastAt >= startedAt && last !== '' && last.length < 60);
  return fields
    .slice(0, maxFieldsShown)
    .map(({ key, last }) => `${key} ${last}`)
    .join(', ');
}

/**
 * The record's own value with a role, else that of a nested object. Locations are also searched in lists,
 * except in those of the root.
 */
function inside(node: ShapeNode, role: ShapeNode['role'], startedAt: number, levels: number): string | null {
  for (const child of node.order) {
    if (child.role === role && child.lastAt >= startedAt && child.last !== '') return child.last;
  }
  if (levels === 0) return null;
  const isInLists = (role === 'location' || role === 'line') && node.parent !== null;
  for (const child of node.order) {
    const within = isInLists ? (child.element ?? child) : child;
    const found = within.keys.size > 0 ? inside(within, role, startedAt, levels - 1) : null;
    if (found !== null) return found;
  }
  return null;
}

const levelsAround = 4;

/** A file is often named once, in an object around all its messages or beside it. */
function locationAround(record: ShapeNode, startOf: (node: ShapeNode) => number): string | null {
  let at = record.parent;
  for (let level = 0; at && level < levelsAround; level += 1, at = at.parent) {
    const found = at.objects > 0 ? inside(at, 'location', startOf(at), at.parent ? 1 : 0) : null;
    if (found !== null) return found;
  }
  return null;
}

/** The name of the outer record that the problem belongs to. */
function nameAround(record: ShapeNode, startOf: (node: ShapeNode) => number): string | null {
  let at = record.parent;
  for (let level = 0; at && level < levelsAround; level += 1, at = at.parent) {
    const found = at.objects > 1 ? nameOfRecord(at, startOf(at)) : null;
    if (found !== null) return found;
  }
  return null;
}

/** A title counts as the message if the record also has a name. */
function titleBesideName({ keys }: ShapeNode, startedAt: number): string | null {
  const title = keys.get('title');
  const hasName = (keys.get('name')?.lastAt ?? -1) >= startedAt;
  return hasName && title && title.lastAt >= startedAt ? title.last : null;
}

function ownName(record: ShapeNode, startedAt: number): string | null {
  const name = record.keys.get('name') ?? record.keys.get('title') ?? record.keys.get('id');
  return name && name.lastAt >= startedAt && name.role !== 'message' ? name.last : null;
}
