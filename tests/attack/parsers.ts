import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readArchive } from '#lib/core/algorithms/archive/archive-listing.ts';
import { parseUnifiedDiff } from '#lib/core/algorithms/diff/parse-unified-diff.ts';
import { PatchError } from '#lib/core/algorithms/diff/patch-error.ts';
import { findInJson } from '#lib/core/algorithms/json-path/find-in-json.ts';
import { JsonPathError } from '#lib/core/algorithms/json-path/json-path.ts';
import { parseJsonPath } from '#lib/core/algorithms/json-path/parse-json-path.ts';
import { readJsonDocument } from '#lib/core/algorithms/json-path/read-json-document.ts';
import { readLogLine } from '#lib/core/algorithms/lines/log-line.ts';
import { parseMatches } from '#lib/core/algorithms/lines/parse-matches.ts';
import { createTerminalCleaner } from '#lib/core/algorithms/terminal/terminal-cleaner.ts';
import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import { isVitrineError } from '#lib/core/errors.ts';
import { splitCitations } from '#lib/core/vocabulary/citations.ts';
import { parseCloneUrl } from '#lib/core/vocabulary/clone-url.ts';
import { parseMediaUrl } from '#lib/core/vocabulary/media-url.ts';
import { parseHost } from '#lib/core/vocabulary/network/host.ts';
import { parseReading } from '#lib/core/vocabulary/reading-preferences.ts';
import { findDirectCall } from '#lib/http/direct-routes.ts';
import { readApiToken } from '#lib/http/signed-in.ts';
import { withoutImitations } from '#lib/runs/name-speakers.ts';
import { parseNotebook } from '#lib/split/data/notebook.ts';
import { parseRedisUrl } from '#lib/stores/redis/redis-address.ts';
import { parseReference } from '#lib/tools/artifact-text.ts';
import { readPatch } from '#lib/tools/plan-patch.ts';
import { WorkspaceError } from '#lib/workspace/workspace-error.ts';
import { parseWorkspacePath } from '#lib/workspace/workspace-path.ts';
import { splitRecording } from '#scripts/split/split-recording.ts';
import { anyBytes, anyText, shortText } from './texts.ts';

/** A reader of what comes from outside, and what holds whatever it is given. */
export interface AttackedParser {
  name: string;
  /** How many of its cases are run for each of the slowest. */
  share: number;
  property: fc.IRawProperty<unknown>;
}

const sentences = [PatchError, JsonPathError, WorkspaceError];

/** An error with a sentence for people is an answer; any other one is a defect. */
function orError<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (isVitrineError(error) || sentences.some((kind) => error instanceof kind)) return null;
    throw error;
  }
}

const ofText = (name: string, share: number, check: (text: string) => void): AttackedParser => ({
  ...{ name, share },
  property: fc.property(anyText, check),
});
const ofLine = (name: string, check: (text: string) => void): AttackedParser => ({
  ...{ name, share: 100 },
  property: fc.property(shortText, check),
});

const serverLine = /^\[\[(team|from|reply|continue|compacted|left out)\b/im;

export const attackedParsers: readonly AttackedParser[] = [
  {
    ...{ name: 'the split of a command’s output: a bounded view of well-formed text', share: 10 },
    property: fc.asyncProperty(anyText, fc.constantFrom(0, 1, null), async (text, exitCode) => {
      const bytes = Buffer.from(text);
      const call = { tool: 'run_and_display', args: { command: 'make' }, exitCode, bytes };
      const view = await splitRecording({ ...call, level: 'balanced', isSummarized: true });
      assert.ok(view.text.isWellFormed());
      assert.ok(view.tokens <= 2_000, `${view.tokens} tokens`);
    }),
  },
  {
    ...{ name: 'the split of a file', share: 10 },
    property: fc.asyncProperty(
      anyBytes,
      fc.constantFrom('a.ts', 'b.json', 'c.csv', 'd.ipynb', 'e.py', 'f.md', 'g.xml', 'h.patch'),
      async (bytes, path) => {
        const call = { tool: 'read_file', args: { path }, exitCode: null, bytes };
        const view = await splitRecording({ ...call, level: 'balanced', isSummarized: true });
        assert.ok(view.text.isWellFormed());
        assert.ok(view.tokens <= 2_000, `${view.tokens} tokens`);
      },
    ),
  },
  ofText('terminal output: no sequence is left, and pieces are the whole', 10, (text) => {
    const whole = plainTerminalText(text);
    assert.doesNotMatch(whole, /[^\P{Cc}\t\n]/u);
    const cleaner = createTerminalCleaner();
    const middle = Math.floor(text.length / 3);
    const pieces = [cleaner.push(text.slice(0, middle)), cleaner.push(text.slice(middle)), cleaner.finish()];
    assert.equal(pieces.join(''), whole);
  }),
  ofText('diffs', 10, (text) => void orError(() => parseUnifiedDiff(text))),
  ofText('patches to apply', 10, (text) => void orError(() => readPatch(text))),
  ofText('JSON', 10, (text) => void readJsonDocument(text)),
  {
    ...{ name: 'JSON paths, in documents', share: 50 },
    property: fc.property(fc.json(), shortText, (json, text) => {
      const document = readJsonDocument(json);
      const paths = ['$..*', `$..[?(@.a == ${json})]`, `$${text}`, text].map((path) =>
        orError(() => parseJsonPath(path)),
      );
      if ('problem' in document) return;
      for (const path of paths) if (path !== null) orError(() => findInJson(path, document.value));
    }),
  },
  ofText('notebooks', 10, (text) => void parseNotebook(text)),
  ofText('matches', 10, (text) => void parseMatches(text.split('\n'), ['a.ts'])),
  {
    ...{ name: 'archives', share: 50 },
    property: fc.property(anyBytes, (bytes) => void readArchive(bytes, bytes, bytes.length)),
  },
  ofLine('paths: none leads out of a workspace', (text) => {
    const parts = orError(() => parseWorkspacePath(text)) ?? [];
    assert.ok(parts.every((part) => part !== '..' && part !== '.' && part !== '' && !/[/\0]/.test(part)));
  }),
  ofLine('messages: no line of one reads as a line of the server', (text) => {
    assert.doesNotMatch(withoutImitations(text), serverLine);
  }),
  ofLine('hosts', (text) => void parseHost(text)),
  ofLine('media', (text) => {
    const media = parseMediaUrl(text);
    if ('url' in media) assert.match(String(media.url), /^https:\/\//);
  }),
  ofLine('clone addresses', (text) => void parseCloneUrl(text)),
  ofLine('citations: their pieces are the text', (text) => {
    const pieces = splitCitations(text);
    assert.equal(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join(''), text);
  }),
  ofLine('reading preferences', (text) => void parseReading(text)),
  ofLine('log lines', (text) => void readLogLine(text)),
  ofLine('artifact references', (text) => void orError(() => parseReference(text))),
  ofLine('addresses of requests', (text) => void findDirectCall('GET', `/${text}`)),
  {
    ...{ name: 'API tokens', share: 100 },
    property: fc.property(shortText, (text) => {
      const plain = text.replace(/[^\x21-\x7e]/g, '');
      readApiToken(new Headers({ authorization: `Bearer ${plain}` }));
    }),
  },
  ofLine('addresses of a Redis: accepted, or refused in words', (text) => {
    for (const url of [text, `redis://${text}`, `redis-sentinel://${text}/x`]) {
      try {
        parseRedisUrl(url);
      } catch (error) {
        assert.match(String(error), /^Error: REDIS_URL is no address/);
      }
    }
  }),
];

/** Runs so many cases over all of them. @returns how many each had; @throws where one does not hold, with the seed and the case */
export async function attackParsers(cases: number, seed: number): Promise<ReadonlyMap<string, number>> {
  const shares = attackedParsers.reduce((sum, { share }) => sum + share, 0);
  const counts = new Map<string, number>();
  for (const { name, share, property } of attackedParsers) {
    const numRuns = Math.max(5, Math.round((cases * share) / shares));
    try {
      await fc.assert(property, { numRuns, seed });
    } catch (cause) {
      throw new Error(`${name}, seed ${seed}: ${(cause as Error).message}`, { cause });
    }
    counts.set(name, numRuns);
  }
  return counts;
}
