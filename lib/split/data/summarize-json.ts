import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import { ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { looksLikeExchange } from '../http-marks.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import { createShape } from './create-shape.ts';
import { describeFileTree, verdictOfFileTree } from './describe-file-tree.ts';
import { describeShape, examplePathIn } from './describe-shape.ts';
import { createFileTree, looksLikeFileTree } from './file-tree.ts';
import { isJsonLog } from './json-log.ts';
import { createJsonScanner, type JsonEnd } from './json-scanner.ts';
import { jsonStart, mayStartJson } from './json-start.ts';
import { knownDocument } from './known-documents.ts';
import { createPreface } from './preface.ts';
import { pathOf, type ShapeNode } from './shape-node.ts';
import { both } from './value-sink.ts';

/** JSON, one document or one per line, complete or cut, also after a few lines of other text. */
export const summarizeJson: Summarizer = {
  kind: 'json',
  covers: 'all',
  recognise(evidence) {
    const { head } = evidence;
    if (!startsAsJson(head) || isJsonLog(head) || looksLikeExchange(head)) return null;
    // A manifest's own summarizer says more; without one, it is read as JSON.
    if (manifest.test(evidence.title)) return 'marked';
    return evidence.type === 'json' || evidence.language === 'json' ? 'named' : 'marked';
  },
  read(evidence) {
    const shape = createShape({ isOutput: evidence.type !== 'file' });
    const tree = looksLikeFileTree(evidence.head) ? createFileTree() : null;
    const scanner = createJsonScanner(tree ? both(shape, tree) : shape);
    const preface = createPreface((piece) => scanner.push(piece));
    return {
      text: (piece) => preface.push(piece),
      finish({ byteLength }) {
        const at = pathOf(shape.at);
        const end = scanner.finish();
        if (!isJson(end, shape.root.weight, evidence)) return null;
        const isTree = tree !== null && tree.fileCount + tree.folderCount > 0;
        return {
          kind: end.rootCount > 1 ? 'ndjson' : 'json',
          verdict: [
            ...(isTree ? verdictOfFileTree(tree) : [amountOf(end, shape.root), ...knownDocument(shape.root)]),
            formatBytes(byteLength),
            ...stateOf(end, at),
          ],
          statesSize: true,
          sections: [
            besideSection([...preface.lines(), ...end.after.split('\n')]),
            ...(isTree ? describeFileTree(tree) : describeShape(shape)),
          ],
          examplePath: end.rootCount > 1 || shape.root.arrays > 0 ? '$[0]' : examplePathIn(shape.root),
          unreadLines: end.linesAfter,
          explainsFailure: end.state !== 'broken',
        };
      },
    };
  },
};

const manifest = /(?:^|\/)(?:package|composer|bower|deno|[\w-]{0,40}lock|npm-shrinkwrap)\.jsonc?(?::\d|$)/;
const prefaceLines = 40;

/** JSON begins on one of the first lines; its first recognisable token may be on the next. */
function startsAsJson(head: string): boolean {
  const text = head.trimStart();
  let start = 0;
  for (let index = 1; index <= prefaceLines; index += 1) {
    const end = lineEnd(text, start);
    if (mayStartJson(text, start)) {
      const next = index === prefaceLines ? end + 1 : lineEnd(text, end + 1);
      if (jsonStart.test(text.slice(start, next))) return true;
    }
    if (end === text.length) return false;
    start = end + 1;
  }
  return false;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function isJson({ state, rootCount }: JsonEnd, weight: number, { type }: Evidence): boolean {
  if (state === 'broken') return type === 'json' && weight > 20;
  return rootCount > 0 || weight > 0 || state !== 'whole';
}

function amountOf({ rootCount }: JsonEnd, { arrays, elements, nested, keyCount }: ShapeNode): string {
  if (rootCount > 1) return plural(rootCount, 'record');
  if (arrays === 0) return plural(keyCount, 'key');
  const inside = nested === 0 ? '' : `, ${figure(elements)} with those inside`;
  return `${plural(elements - nested, 'item')}${inside}`;
}

/** Nesting deeper than any description goes. */
const deep = 40;

function stateOf({ state, depth }: JsonEnd, at: string): string[] {
  const location = at === '' ? '' : ` in ${quote(at, 120)}`;
  const levels = depth > deep ? [`${figure(depth)} levels deep`] : [];
  if (state === 'deep') return ['more than 20,000 levels deep'];
  if (state === 'unfinished') return [...levels, `cut off${depth > deep ? '' : location}`];
  return state === 'broken' ? [...levels, `no JSON after${location}`] : levels;
}

/** Lines before and after the JSON. */
function besideSection(lines: readonly string[]): Section {
  const facts = lines
    .filter((line) => line.trim() !== '')
    .slice(0, 6)
    .map((line, index) => ({ rank: ranks.lead + index, text: quote(line, 120), quotes: [quote(line, 120)] }));
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}
