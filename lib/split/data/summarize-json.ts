import { formatBytes } from '../../core/format-bytes.ts';
import { ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Evidence, Summarizer } from '../summarizer.ts';
import { createShape } from './create-shape.ts';
import { describeShape } from './describe-shape.ts';
import { isJsonLog } from './json-log.ts';
import { createJsonScanner, type JsonEnd } from './json-scanner.ts';
import { jsonStart } from './json-start.ts';
import { knownDocument } from './known-documents.ts';
import { createPreface } from './preface.ts';
import { pathOf } from './shape-node.ts';

/** JSON, one document or one a line, whole or cut; also behind a few lines of something else. */
export const summarizeJson: Summarizer = {
  kind: 'json',
  covers: 'all',
  recognise(evidence) {
    if (!startsAsJson(evidence.head) || isJsonLog(evidence.head)) return null;
    // What is read as a manifest says more; where nobody does, it is JSON.
    if (manifest.test(evidence.title)) return 'marked';
    return evidence.type === 'json' || evidence.language === 'json' ? 'named' : 'marked';
  },
  read(evidence) {
    const shape = createShape(evidence.type !== 'file');
    const scanner = createJsonScanner(shape);
    const preface = createPreface((piece) => scanner.push(piece));
    return {
      text: (piece) => preface.push(piece),
      finish({ byteLength }) {
        const at = pathOf(shape.at);
        const end = scanner.finish();
        if (!isJson(end, shape.root.weight, evidence)) return null;
        return {
          kind: end.rootCount > 1 ? 'ndjson' : 'json',
          verdict: [
            amountOf(end, shape.root),
            ...knownDocument(shape.root),
            formatBytes(byteLength),
            ...stateOf(end, at),
          ],
          tellsSize: true,
          sections: [besideSection([...preface.lines(), ...end.after.split('\n')]), ...describeShape(shape)],
          tellsFailure: end.state !== 'broken',
        };
      },
    };
  },
};

const manifest = /(?:^|\/)(?:package|composer|bower|deno|[\w-]{0,40}lock|npm-shrinkwrap)\.jsonc?(?::\d|$)/;
const prefaceLines = 40;

function startsAsJson(head: string): boolean {
  return head
    .trimStart()
    .split('\n', prefaceLines)
    .some((line, place, lines) => jsonStart.test(`${line}\n${lines[place + 1] ?? ''}`));
}

function isJson({ state, rootCount }: JsonEnd, weight: number, { type }: Evidence): boolean {
  if (state === 'broken') return type === 'json' && weight > 20;
  return rootCount > 0 || weight > 0 || state !== 'whole';
}

function amountOf(
  { rootCount }: JsonEnd,
  root: { arrays: number; elements: number; keyCount: number },
): string {
  if (rootCount > 1) return plural(rootCount, 'record');
  return root.arrays > 0 ? plural(root.elements, 'item') : plural(root.keyCount, 'key');
}

/** Deeper than any description goes. */
const deep = 40;

function stateOf({ state, depth }: JsonEnd, at: string): string[] {
  const place = at === '' ? '' : ` in ${quote(at, 120)}`;
  const levels = depth > deep ? [`${depth.toLocaleString('en-US')} levels deep`] : [];
  if (state === 'deep') return ['more than 20,000 levels deep'];
  if (state === 'unfinished') return [...levels, `cut off${depth > deep ? '' : place}`];
  return state === 'broken' ? [...levels, `no JSON after${place}`] : levels;
}

/** What stands before and behind. */
function besideSection(lines: readonly string[]): Section {
  const facts = lines
    .filter((line) => line.trim() !== '')
    .slice(0, 6)
    .map((line, place) => ({ rank: ranks.lead + place, text: quote(line, 120), quotes: [quote(line, 120)] }));
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}
