import { isDate } from '#lib/core/algorithms/table/is-date.ts';
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

/** What was merged so far, and which containers are open. */
interface ShapeState {
  readonly root: ShapeNode;
  /** Receives values beyond the limits on depth and count. */
  readonly nowhere: ShapeNode;
  readonly problems: ProblemFinder;
  /** Only the first `openCount` are open; the others are reused. */
  readonly frames: Opened[];
  openCount: number;
  depth: number;
  nodes: number;
  at: number;
  /** Adds to the fingerprint; `null`: there is none. */
  readonly mark: ((text: string) => void) | null;
  nextKey: string;
  readonly repeatsKeys: boolean;
  /** The number of the first value of an open container. */
  readonly startOf: (node: ShapeNode) => number;
}

/** Merges all values at the same path into one node; memory is bounded whatever the input. */
export function createShape({
  isOutput,
  hasFingerprint = false,
  repeatsKeys = false,
}: ShapeOptions): DocumentShape {
  const root = makeNode('', null);
  const fingerprint = createFingerprint();
  const shape: ShapeState = {
    root,
    nowhere: makeNode('', root),
    problems: createProblemFinder(isOutput),
    frames: [],
    openCount: 0,
    depth: 0,
    nodes: 1,
    at: 0,
    mark: hasFingerprint ? fingerprint.mark : null,
    nextKey: '',
    repeatsKeys,
    startOf: (node) => startOf(shape, node),
  };
  return {
    root,
    problems: shape.problems,
    get fingerprint() {
      return hasFingerprint ? fingerprint.value : 0;
    },
    get at() {
      return shape.frames[shape.openCount - 1]?.list ?? shape.root;
    },
    openObject: () => open(shape, false),
    openArray: () => open(shape, true),
    close() {
      shape.depth -= 1;
      if (shape.depth >= shape.openCount) return;
      shape.openCount -= 1;
      const closed = shape.frames[shape.openCount];
      if (!closed) return;
      closed.list.weight += shape.at - closed.startedAt + 1;
      if (closed.isArray) endArray(shape, closed);
      else endObject(shape, closed);
      shape.mark?.('}');
    },
    key(name) {
      shape.nextKey = name;
      shape.mark?.(name);
    },
    string(start) {
      const text = start.length > shownCharacters ? start.slice(0, shownCharacters) : start;
      const node = scalar(shape, text, maxValues);
      node.strings += 1;
      if (isDate(text)) addDate(node, text);
    },
    number(text, value) {
      const node = scalar(shape, text, maxNumbers);
      node.numbers += 1;
      if (node !== shape.nowhere && Number.isFinite(value)) addNumber(node, value, text, shape.at);
    },
    literal(text) {
      if (text === 'null') {
        nodeHere(shape).nulls += 1;
        shape.mark?.(text);
      } else scalar(shape, text, maxValues).booleans += 1;
    },
  };
}

function make(shape: ShapeState, key: string, parent: ShapeNode): ShapeNode {
  shape.nodes += 1;
  if (shape.nodes > maxNodes) return shape.nowhere;
  const created = makeNode(copyString(key), parent);
  created.isRecord ||= shape.repeatsKeys;
  return created;
}

function nodeOfKey(shape: ShapeState, frame: Opened): ShapeNode {
  const { node } = frame;
  const likely = node.order[frame.next];
  const known = likely?.key === shape.nextKey ? likely : node.keys.get(shape.nextKey);
  if (known) {
    if (known.seenIn !== frame.startedAt) frame.keyCount += 1;
    known.seenIn = frame.startedAt;
    frame.next = known.index + 1;
    return known;
  }
  frame.keyCount += 1;
  if (node.order.length >= maxKeys) return shape.nowhere;
  const created = make(shape, shape.nextKey, node);
  if (created === shape.nowhere) return shape.nowhere;
  created.seenIn = frame.startedAt;
  addKey(node, created);
  frame.next = node.order.length;
  return created;
}

function nodeHere(shape: ShapeState): ShapeNode {
  shape.at += 1;
  const frame = shape.frames[shape.openCount - 1];
  if (frame === undefined) return shape.depth === 0 ? shape.root : shape.nowhere;
  if (shape.depth > shape.openCount || frame.node === shape.nowhere) return shape.nowhere;
  if (!frame.isArray) return nodeOfKey(shape, frame);
  frame.count += 1;
  frame.node.elements += 1;
  frame.node.element ??= make(shape, '', frame.node);
  return frame.node.element;
}

/** Merges nested records of the same kind with the outer ones, at any level. */
function listFor(shape: ShapeState, list: ShapeNode): ShapeNode {
  const around = list.parent?.key === '' ? list.parent.parent : null;
  const isSame = around?.element === list.parent && (around?.key === list.key || around === shape.root);
  return around && isSame && tree.test(list.key) ? around : list;
}

function open(shape: ShapeState, isArray: boolean): void {
  const list = nodeHere(shape);
  const node = isArray && list !== shape.nowhere ? listFor(shape, list) : list;
  if (node !== list) reportOwner(shape, list);
  shape.depth += 1;
  if (isArray) list.arrays += 1;
  else node.objects += 1;
  if (shape.openCount < deepest) begin(shape, node, list, isArray);
  shape.mark?.(isArray ? '[' : '{');
}

function begin(shape: ShapeState, node: ShapeNode, list: ShapeNode, isArray: boolean): void {
  const frame = shape.frames[shape.openCount];
  shape.openCount += 1;
  if (!frame) {
    shape.frames.push({
      node,
      list,
      isArray,
      startedAt: shape.at,
      keyCount: 0,
      next: 0,
      count: 0,
      isReported: false,
    });
    return;
  }
  frame.node = node;
  frame.list = list;
  frame.isArray = isArray;
  frame.startedAt = shape.at;
  frame.keyCount = 0;
  frame.next = 0;
  frame.count = 0;
  frame.isReported = false;
}

function reportOwner(shape: ShapeState, list: ShapeNode): void {
  const owner = shape.frames[shape.openCount - 1];
  if (owner && list.parent === owner.node) endObject(shape, owner);
}

function endArray(shape: ShapeState, { node, list, count }: Opened): void {
  if (node !== list) node.nested += count;
  if (list !== shape.nowhere && list.parent !== null) addFigure(list, count, shape.at);
}

function startOf(shape: ShapeState, wanted: ShapeNode): number {
  for (let index = 0; index < shape.openCount; index += 1)
    if (shape.frames[index]?.node === wanted) return shape.frames[index]?.startedAt ?? 0;
  return 0;
}

function endObject(shape: ShapeState, opened: Opened): void {
  const { node, startedAt, keyCount, isReported } = opened;
  if (keyCount > node.keyCount) node.keyCount = keyCount;
  if (node === shape.nowhere || isReported) return;
  opened.isReported = true;
  if (node.isRecord) addRecord(node, startedAt);
  shape.problems.look(node, startedAt, shape.startOf);
}

function scalar(shape: ShapeState, text: string, max: number): ShapeNode {
  const node = nodeHere(shape);
  shape.mark?.(text);
  if (node !== shape.nowhere) addScalar(node, text, shape.at, max);
  return node;
}
