import { type JsonKind, type JsonProblem, type NodeId, noKey, stringEnd } from './json-index.ts';
import type { JsonNodes } from './json-nodes.ts';
import { blanksEnd, jsonWordEnd, kindOfWord, namedAt } from './json-words.ts';

/** Characters read between two yields. */
export const restCharacters = 32 * 1024;
const longestWord = 1_000;

/** What may come next. */
type Expects = 'value' | 'firstValue' | 'firstKey' | 'key' | 'comma' | 'nothing';

interface ReadDocument {
  /** Where reading stopped: after the document, if it is complete. */
  end: number;
  /** Why it is not valid; what was read before is kept. */
  problem: string | null;
  /** There were more than `maxNodes`. */
  isCut: boolean;
}

/**
 * Reads one document into the tables. Comments, trailing commas and NaN are noted and skipped, since people
 * and programs write them. Not recursive, so no document is too deep.
 */
export function* readJsonIndex(
  text: string,
  start: number,
  nodes: JsonNodes,
  options: { maxNodes: number; onLoose: (problem: JsonProblem) => void },
): Generator<void, ReadDocument> {
  let offset = start;
  let nextRest = offset + restCharacters;
  let expects: Expects = 'value';
  let container: NodeId = 0;
  let keyStart = noKey;

  const onComment = (at: number) => options.onLoose({ words: 'a comment', at });
  const endValue = (end: number) => {
    offset = end;
    keyStart = noKey;
    expects = container === 0 ? 'nothing' : 'comma';
  };
  const add = (kind: JsonKind, end: number): NodeId =>
    nodes.add(kind, container, { start: offset, end, keyStart });
  const open = (kind: 'object' | 'array') => {
    container = add(kind, offset + 1);
    keyStart = noKey;
    offset += 1;
    expects = kind === 'object' ? 'firstKey' : 'firstValue';
  };
  const close = () => {
    const closed = container;
    container = nodes.parentOf(closed);
    nodes.close(closed, offset + 1);
    endValue(offset + 1);
  };
  const takeString = (): string | null => {
    const end = stringEnd(text, offset);
    if (end === -1) return 'a string is not closed on its line';
    add('string', end);
    endValue(end);
    return null;
  };
  const takeWord = (): string | null => {
    const end = jsonWordEnd(text, offset);
    if (end === offset) return `a value was expected, not ${namedAt(text, offset)}`;
    const word = text.slice(offset, Math.min(end, offset + longestWord));
    const kind = kindOfWord(word);
    if (kind === null) return `${word.slice(0, 40)} is not a JSON value`;
    if (kind === 'loose') options.onLoose({ words: word, at: offset });
    add(kind === 'loose' ? 'literal' : kind, end);
    endValue(end);
    return null;
  };
  const takeValue = (code: number): string | null => {
    if (code === 0x22) return takeString();
    if (code === 0x7b) open('object');
    else if (code === 0x5b) open('array');
    else return takeWord();
    return null;
  };
  const takeKey = (code: number): string | null => {
    if (code !== 0x22) return `a key in quotes was expected, not ${namedAt(text, offset)}`;
    const end = stringEnd(text, offset);
    if (end === -1) return 'a key is not closed on its line';
    const colon = blanksEnd(text, end, onComment);
    if (text.charCodeAt(colon) !== 0x3a) {
      offset = colon;
      return `a colon was expected, not ${namedAt(text, colon)}`;
    }
    keyStart = offset;
    offset = colon + 1;
    expects = 'value';
    return null;
  };
  const takeComma = (code: number): string | null => {
    const isObject = nodes.kindOf(container) === 'object';
    const closing = isObject ? 0x7d : 0x5d;
    if (code === closing) {
      close();
      return null;
    }
    if (code !== 0x2c) return `a comma or ${isObject ? '}' : ']'} was expected, not ${namedAt(text, offset)}`;
    const next = blanksEnd(text, offset + 1, onComment);
    const isLast = text.charCodeAt(next) === closing;
    if (isLast) options.onLoose({ words: 'a comma before the end', at: offset });
    offset = next;
    expects = isLast ? 'comma' : isObject ? 'key' : 'value';
    return null;
  };
  const takeFirst = (code: number): string | null => {
    const isObject = expects === 'firstKey';
    if (code !== (isObject ? 0x7d : 0x5d)) return isObject ? takeKey(code) : takeValue(code);
    close();
    return null;
  };
  const take = (code: number): string | null => {
    if (expects === 'comma') return takeComma(code);
    if (expects === 'key') return takeKey(code);
    return expects === 'value' ? takeValue(code) : takeFirst(code);
  };
  const isDone = () => expects === 'nothing';
  const stop = (problem: string | null): ReadDocument => {
    for (; container !== 0; container = nodes.parentOf(container)) nodes.close(container, offset);
    return { end: offset, problem, isCut: problem === null && !isDone() };
  };

  for (;;) {
    if (isDone()) return stop(null);
    if (offset > nextRest) {
      nextRest = offset + restCharacters;
      yield;
    }
    offset = blanksEnd(text, offset, onComment);
    if (offset >= text.length) return stop('the text ends before the JSON is complete');
    if (nodes.count > options.maxNodes) return stop(null);
    const problem = take(text.charCodeAt(offset));
    if (problem !== null) return stop(problem);
  }
}
