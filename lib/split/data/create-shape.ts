import { detachText } from '../detach-text.ts';
import { createProblemFinder, type ProblemFinder } from './find-problems.ts';
import { createFingerprint } from './fingerprint.ts';
import { isDate } from './is-date.ts';
import { nameOfRecord } from './name-of-record.ts';
import { addKey, makeNode, type ShapeNode } from './shape-node.ts';
import type { ValueSink } from './value-sink.ts';

export interface Shape extends ValueSink {
  root: ShapeNode;
  problems: ProblemFinder;
  /** Tells documents apart: the same for the same values, however they are printed. */
  readonly fingerprint: number;
  /** The place the text stopped at. */
  readonly at: ShapeNode;
}

const nodesHeld = 4_000;
const deepest = 40;
/** More different keys than these in one place are names, not fields: the others are counted. */
const keysHeld = 80;
const valuesHeld = 40;
const valueCharacters = 100;
const namesHeld = 80;
const fieldsHeld = 6;
const shownCharacters = 200;

interface Opened {
  node: ShapeNode;
  startedAt: number;
  keyCount: number;
}

/** Takes all values that stand at one place together, in memory that is bounded whatever comes. */
export function createShape(isOutput: boolean): Shape {
  const root = makeNode('', null);
  /** Takes what is too deep or too much. */
  const nowhere = makeNode('', root);
  const problems = createProblemFinder(isOutput);
  const opened: Opened[] = [];
  let depth = 0;
  let nodes = 1;
  let at = 0;
  const fingerprint = createFingerprint();
  const { mark } = fingerprint;
  let nextKey = '';

  const make = (key: string, parent: ShapeNode): ShapeNode => {
    nodes += 1;
    return nodes > nodesHeld ? nowhere : makeNode(detachText(key), parent);
  };
  const nodeHere = (): ShapeNode => {
    at += 1;
    const within = opened.at(-1);
    if (!within) return depth === 0 ? root : nowhere;
    const { node } = within;
    if (depth > opened.length || node === nowhere) return nowhere;
    if (isArrayOpen()) {
      node.elements += 1;
      node.element ??= make('', node);
      return node.element;
    }
    const known = node.keys.get(nextKey);
    if (known?.seenIn !== within.startedAt) within.keyCount += 1;
    if (known) {
      known.seenIn = within.startedAt;
      return known;
    }
    if (node.keys.size >= keysHeld) return nowhere;
    const made = make(nextKey, node);
    if (made === nowhere) return nowhere;
    made.seenIn = within.startedAt;
    addKey(node, made);
    return made;
  };
  const kinds: boolean[] = [];
  const isArrayOpen = () => kinds.at(-1) === true;
  const open = (isArray: boolean) => {
    const node = nodeHere();
    depth += 1;
    if (isArray) node.arrays += 1;
    else node.objects += 1;
    if (opened.length < deepest) {
      opened.push({ node, startedAt: at, keyCount: 0 });
      kinds.push(isArray);
    }
    mark(isArray ? '[' : '{');
  };
  const endObject = ({ node, startedAt, keyCount }: Opened) => {
    if (keyCount > node.keyCount) node.keyCount = keyCount;
    if (node === nowhere) return;
    const name = nameOfRecord(node, startedAt);
    if (name !== null && node.names.length < namesHeld) node.names.push(detachText(name));
    node.firstFields ??= fieldsOf(node);
    for (const child of node.numberKeys) {
      if (child.maxAt >= startedAt && child.maxOwner !== name)
        child.maxOwner = name === null ? null : detachText(name);
    }
    problems.look(node, startedAt, (given) => opened.find((one) => one.node === given)?.startedAt ?? 0);
  };
  const scalar = (text: string): ShapeNode => {
    const node = nodeHere();
    mark(text);
    node.last = text;
    node.lastAt = at;
    const { values } = node;
    if (values && node !== nowhere) {
      const key = text.length > valueCharacters ? text.slice(0, valueCharacters) : text;
      const count = values.get(key);
      if (count !== undefined) values.set(key, count + 1);
      else if (values.size < valuesHeld) values.set(detachText(key), 1);
      else node.values = null;
    }
    return node;
  };
  return {
    root,
    problems,
    get fingerprint() {
      return fingerprint.value;
    },
    get at() {
      return opened.at(-1)?.node ?? root;
    },
    openObject: () => open(false),
    openArray: () => open(true),
    close() {
      depth -= 1;
      if (depth >= opened.length) return;
      const closed = opened.pop();
      const isArray = kinds.pop();
      if (!closed) return;
      closed.node.weight += at - closed.startedAt + 1;
      if (!isArray) endObject(closed);
      mark('}');
    },
    key(name) {
      nextKey = name;
      mark(name);
    },
    string(start) {
      const text = start.length > shownCharacters ? start.slice(0, shownCharacters) : start;
      const node = scalar(text);
      node.strings += 1;
      if (isDate(text)) noteDate(node, text);
    },
    number(text) {
      const node = scalar(text);
      const value = Number(text);
      if (node.numbers === 0 && node.key !== '') node.parent?.numberKeys.push(node);
      node.numbers += 1;
      if (!Number.isFinite(value)) return;
      node.sum += value;
      if (value < node.min) node.min = value;
      if (value > node.max) {
        node.max = value;
        node.maxAt = at;
      }
    },
    literal(text) {
      if (text === 'null') {
        nodeHere().nulls += 1;
        mark(text);
      } else scalar(text).booleans += 1;
    },
  };
}

function noteDate(node: ShapeNode, text: string): void {
  if (node.firstDate === null || text < node.firstDate) node.firstDate = text;
  if (node.lastDate === null || text > node.lastDate) node.lastDate = text;
}

const fieldsOf = (node: ShapeNode): string[] =>
  [...node.keys.values()]
    .filter(({ lastAt, last }) => lastAt >= 0 && last !== '')
    .slice(0, fieldsHeld)
    .map(({ key, last }) => detachText(`${key} ${last}`));
