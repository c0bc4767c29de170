import { isDate } from '../../core/table/is-date.ts';
import { copyString } from '../copy-string.ts';
import { createProblemFinder, type ProblemFinder } from './find-problems.ts';
import { createFingerprint } from './fingerprint.ts';
import { addRecord } from './note-record.ts';
import { addDate, addScalar } from './note-scalar.ts';
import { addFigure, addKey, addNumber, makeNode, type ShapeNode } from './shape-node.ts';
import type { ValueSink } from './value-sink.ts';

export interface DocumentShape extends ValueSink {
  root: ShapeNode;
  problems: ProblemFinder;
  /** Identifies a document by its values, however they are printed. 0: `hasFingerprint` was not set. */
  readonly fingerprint: number;
  /** The position at which the text stopped. */
  readonly at: ShapeNode;
}

export interface ShapeOptions {
  /** Whether a program printed this just now; in a file, `error` may be any text. */
  isOutput: boolean;
  hasFingerprint?: boolean;
  /** Repeated keys form a list, as in XML, so any object may be one of many. */
  repeatsKeys?: boolean;
}

const maxNodes = 4_000;
const deepest = 40;
/** An object with more distinct keys than this has names, not fields: further keys are only counted. */
const maxKeys = 80;
const maxValues = 60;
/** Numbers with more distinct values than this are not counted one by one. */
const maxNumbers = 16;
const shownCharacters = 200;

/** Keys under which records contain records of the same kind. */
const tree = /^(?:children|contents|replies|suites|subtasks|childNodes|kids)$/;

interface Opened {
  node: ShapeNode;
  isArray: boolean;
  startedAt: number;
  keyCount: number;
  /** Index of the key that is likely to come next, because records list their keys in the same order. */
  next: number;
  /**
   * For an array: how many elements it has, and the array itself, where its elements count as those of an
   * outer list.
   */
  count: number;
  list: ShapeNode;
  /** All fields of this record have been read; the nested records of the same kind will overwrite them. */
  isReported: boolean;
}

/** Merges all values at the same path into one node; memory is bounded whatever the input. */
export function createShape({
  isOutput,
  hasFingerprint = false,
  repeatsKeys = false,
}: ShapeOptions): DocumentShape {
  const root = makeNode('', null);
  /** Receives values beyond the limits on depth and count. */
  const nowhere = makeNode('', root);
  const problems = createProblemFinder(isOutput);
  /** Only the first `openCount` are open; the others are reused. */
  const frames: Opened[] = [];
  let openCount = 0;
  let depth = 0;
  let nodes = 1;
  let at = 0;
  const fingerprint = createFingerprint();
  const mark = hasFingerprint ? fingerprint.mark : null;
  let nextKey = '';

  const make = (key: string, parent: ShapeNode): ShapeNode => {
    nodes += 1;
    if (nodes > maxNodes) return nowhere;
    const created = makeNode(copyString(key), parent);
    created.isRecord ||= repeatsKeys;
    return created;
  };
  const nodeOfKey = (frame: Opened): ShapeNode => {
    const { node } = frame;
    const likely = node.order[frame.next];
    const known = likely?.key === nextKey ? likely : node.keys.get(nextKey);
    if (known) {
      if (known.seenIn !== frame.startedAt) frame.keyCount += 1;
      known.seenIn = frame.startedAt;
      frame.next = known.index + 1;
      return known;
    }
    frame.keyCount += 1;
    if (node.order.length >= maxKeys) return nowhere;
    const created = make(nextKey, node);
    if (created === nowhere) return nowhere;
    created.seenIn = frame.startedAt;
    addKey(node, created);
    frame.next = node.order.length;
    return created;
  };
  const nodeHere = (): ShapeNode => {
    at += 1;
    const frame = frames[openCount - 1];
    if (frame === undefined) return depth === 0 ? root : nowhere;
    if (depth > openCount || frame.node === nowhere) return nowhere;
    if (!frame.isArray) return nodeOfKey(frame);
    frame.count += 1;
    frame.node.elements += 1;
    frame.node.element ??= make('', frame.node);
    return frame.node.element;
  };
  /** Merges nested records of the same kind with the outer ones, at any level. */
  const listFor = (list: ShapeNode): ShapeNode => {
    const around = list.parent?.key === '' ? list.parent.parent : null;
    const isSame = around?.element === list.parent && (around?.key === list.key || around === root);
    return around && isSame && tree.test(list.key) ? around : list;
  };
  const open = (isArray: boolean) => {
    const list = nodeHere();
    const node = isArray && list !== nowhere ? listFor(list) : list;
    if (node !== list) reportOwner(list);
    depth += 1;
    if (isArray) list.arrays += 1;
    else node.objects += 1;
    if (openCount < deepest) begin(node, list, isArray);
    mark?.(isArray ? '[' : '{');
  };
  const begin = (node: ShapeNode, list: ShapeNode, isArray: boolean) => {
    const frame = frames[openCount];
    openCount += 1;
    if (!frame) {
      frames.push({ node, list, isArray, startedAt: at, keyCount: 0, next: 0, count: 0, isReported: false });
      return;
    }
    frame.node = node;
    frame.list = list;
    frame.isArray = isArray;
    frame.startedAt = at;
    frame.keyCount = 0;
    frame.next = 0;
    frame.count = 0;
    frame.isReported = false;
  };
  const reportOwner = (list: ShapeNode) => {
    const owner = frames[openCount - 1];
    if (owner && list.parent === owner.node) endObject(owner);
  };
  const endArray = ({ node, list, count }: Opened) => {
    if (node !== list) node.nested += count;
    if (list !== nowhere && list.parent !== null) addFigure(list, count, at);
  };
  const startOf = (given: ShapeNode): number => {
    for (let index = 0; index < openCount; index += 1)
      if (frames[index]?.node === given) return frames[index]?.startedAt ?? 0;
    return 0;
  };
  const endObject = (opened: Opened) => {
    const { node, startedAt, keyCount, isReported } = opened;
    if (keyCount > node.keyCount) node.keyCount = keyCount;
    if (node === nowhere || isReported) return;
    opened.isReported = true;
    if (node.isRecord) addRecord(node, startedAt);
    problems.look(node, startedAt, startOf);
  };
  const scalar = (text: string, max: number): ShapeNode => {
    const node = nodeHere();
    mark?.(text);
    if (node !== nowhere) addScalar(node, text, at, max);
    return node;
  };
  return {
    root,
    problems,
    get fingerprint() {
      return hasFingerprint ? fingerprint.value : 0;
    },
    get at() {
      return frames[openCount - 1]?.list ?? root;
    },
    openObject: () => open(false),
    openArray: () => open(true),
    close() {
      depth -= 1;
      if (depth >= openCount) return;
      openCount -= 1;
      const closed = frames[openCount];
      if (!closed) return;
      closed.list.weight += at - closed.startedAt + 1;
      if (closed.isArray) endArray(closed);
      else endObject(closed);
      mark?.('}');
    },
    key(name) {
      nextKey = name;
      mark?.(name);
    },
    string(start) {
      const text = start.length > shownCharacters ? start.slice(0, shownCharacters) : start;
      const node = scalar(text, maxValues);
      node.strings += 1;
      if (isDate(text)) addDate(node, text);
    },
    number(text, value) {
      const node = scalar(text, maxNumbers);
      node.numbers += 1;
      if (node !== nowhere && Number.isFinite(value)) addNumber(node, value, text, at);
    },
    literal(text) {
      if (text === 'null') {
        nodeHere().nulls += 1;
        mark?.(text);
      } else scalar(text, maxValues).booleans += 1;
    },
  };
}
