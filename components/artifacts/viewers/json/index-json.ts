import { limits } from '#lib/core/limits.ts';
import { type JsonIndex, type JsonProblem, lineAt, noKey } from './json-index.ts';
import { createJsonNodes } from './json-nodes.ts';
import { blanksEnd } from './json-words.ts';
import { readJsonIndex, restCharacters } from './read-document.ts';

/**
 * Indexes JSON text: one document, or several in sequence (NDJSON). Among several, a line that is not JSON is
 * kept as it is; text that a program printed before its JSON is skipped.
 * @param maxNodes reading stops once there are more
 */
export function* indexJson(
  text: string,
  maxNodes: number = limits.jsonTreeNodes,
): Generator<void, JsonIndex> {
  // Two values take at least three characters; the root adds one, and one extra is read before stopping.
  const nodes = createJsonNodes(Math.min(maxNodes, text.length) + 2);
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

  let offset = pastBlanks(text.charCodeAt(0) === 0xfeff ? 1 : 0);
  let nextRest = offset + restCharacters;
  // Searched once per line: a line may contain any number of documents.
  let lineEnd = -1;
  while (offset < text.length && !isCut && problem === null) {
    // Small documents do not yield by themselves.
    if (offset > nextRest) {
      nextRest = offset + restCharacters;
      yield;
    }
    const first = nodes.count;
    const read = yield* readJsonIndex(text, offset, nodes, { maxNodes: maxNodes, onLoose });
    if (lineEnd < offset) lineEnd = endOfLine(text, offset);
    if (read.problem === null) {
      isCut = read.isCut;
      isLined &&= read.end <= lineEnd;
      documentCount += 1;
      offset = pastBlanks(read.end);
    } else if (documentCount > 0 && isLined && isFirstOfLine(text, offset)) {
      nodes.dropFrom(first);
      nodes.add('broken', 0, { start: offset, end: lineEnd, keyStart: noKey });
      brokenLineCount += 1;
      documentCount += 1;
      offset = pastBlanks(lineEnd);
    } else {
      const next = documentCount === 0 && linesBefore === 0 ? startBehindWords(text, offset) : null;
      if (nodes.count === first && next !== null) {
        offset = next;
        linesBefore = lineAt(text, next) - 1;
      } else {
        problem = { words: read.problem, at: read.end };
        documentCount += nodes.count > first ? 1 : 0;
      }
    }
    if (nodes.count > maxNodes && offset < text.length) isCut = true;
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

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

const isFirstOfLine = (text: string, index: number): boolean =>
  text.slice(text.lastIndexOf('\n', index - 1) + 1, index).trim() === '';

/** Offset of the first line that begins with a bracket. `null`: there is none. */
function startBehindWords(text: string, index: number): number | null {
  const bracket = /^[ \t]*[[{]/gm;
  bracket.lastIndex = endOfLine(text, index);
  const match = bracket.exec(text);
  return match === null ? null : match.index + match[0].length - 1;
}
