import { limits } from '../../../lib/core/limits.ts';
import { type JsonIndex, type JsonProblem, lineAt, noKey } from './json-index.ts';
import { createJsonNodes } from './json-nodes.ts';
import { blanksEnd } from './json-words.ts';
import { readDocument, restCharacters } from './read-document.ts';

/**
 * Reads JSON into an index: one document, or several one after the other (NDJSON). A line among such that is no JSON is kept
 * as it is; words that a program said before its JSON are passed over.
 * @param mostNodes once there are more, reading stops
 */
export function* indexJson(
  text: string,
  mostNodes: number = limits.jsonTreeNodes,
): Generator<void, JsonIndex> {
  // Two values take three characters at least; over all stands one more, and one more is read before it stops.
  const nodes = createJsonNodes(Math.min(mostNodes, text.length) + 2);
  nodes.add('lines', 0, { start: 0, end: text.length, keyStart: noKey });
  let documentCount = 0;
  let brokenLineCount = 0;
  let linesBefore = 0;
  let isLined = true;
  let isCut = false;
  let problem: JsonProblem | null = null;
  let looseness: JsonProblem | null = null;
  const onLoose = (found: JsonProblem) => {
    looseness ??= found;
  };
  const pastBlanks = (from: number) => blanksEnd(text, from, (at) => onLoose({ words: 'a comment', at }));

  let place = pastBlanks(text.charCodeAt(0) === 0xfeff ? 1 : 0);
  let nextRest = place + restCharacters;
  // Looked for once a line: there may be any number of documents in one.
  let lineEnd = -1;
  while (place < text.length && !isCut && problem === null) {
    // Small documents give no place to rest on their own.
    if (place > nextRest) {
      nextRest = place + restCharacters;
      yield;
    }
    const first = nodes.count;
    const read = yield* readDocument(text, place, nodes, { mostNodes, onLoose });
    if (lineEnd < place) lineEnd = endOfLine(text, place);
    if (read.problem === null) {
      isCut = read.isCut;
      isLined &&= read.end <= lineEnd;
      documentCount += 1;
      place = pastBlanks(read.end);
    } else if (documentCount > 0 && isLined && isFirstOfLine(text, place)) {
      nodes.dropFrom(first);
      nodes.add('broken', 0, { start: place, end: lineEnd, keyStart: noKey });
      brokenLineCount += 1;
      documentCount += 1;
      place = pastBlanks(lineEnd);
    } else {
      const next = documentCount === 0 && linesBefore === 0 ? startBehindWords(text, place) : null;
      if (nodes.count === first && next !== null) {
        place = next;
        linesBefore = lineAt(text, next) - 1;
      } else {
        problem = { words: read.problem, at: read.end };
        documentCount += nodes.count > first ? 1 : 0;
      }
    }
    if (nodes.count > mostNodes && place < text.length) isCut = true;
  }
  nodes.close(0, text.length);
  return {
    ...nodes.tables(),
    text,
    nodeCount: nodes.count,
    documentCount,
    linesBefore,
    problem,
    looseness,
    brokenLineCount,
    isCut: isCut && problem === null,
  };
}

function endOfLine(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end === -1 ? text.length : end;
}

const isFirstOfLine = (text: string, place: number): boolean =>
  text.slice(text.lastIndexOf('\n', place - 1) + 1, place).trim() === '';

/** Where a line begins with a bracket. `null`: none does. */
function startBehindWords(text: string, place: number): number | null {
  const bracket = /^[ \t]*[[{]/gm;
  bracket.lastIndex = endOfLine(text, place);
  const found = bracket.exec(text);
  return found === null ? null : found.index + found[0].length - 1;
}
