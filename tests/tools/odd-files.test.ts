import { createHash } from 'node:crypto';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import type { ArtifactStore } from '#lib/stores/stores.ts';
import type { ToolCallOutcome } from '#lib/tools/tool-call.ts';
import { hostileTexts } from '../support/full-result.ts';
import { scaled } from '../support/scaled.ts';
import { toolBench } from '../support/tool-bench.ts';

const sixteen = Array.from({ length: 3_000 }, (_, at) => `żółw ${at}\r\n`).join('');
const utf16le = Buffer.from(`\ufeff${sixteen}`, 'utf16le');
const files: Record<string, string | Uint8Array> = {
  empty: '',
  'mark only': '\ufeff',
  newline: '\n',
  binary: Buffer.from([1, 2, 0, 3, 255, 254, 10, 0]),
  'utf-16 le': utf16le,
  'utf-16 be': Buffer.from(utf16le).swap16(),
  crlf: 'a\r\nb\r\n'.repeat(2_000),
  'invalid utf-8': Buffer.concat([Buffer.from('text '.repeat(50)), Buffer.from([0xff, 0xc3, 0x28])]),
  ...hostileTexts,
};
const longLine = Buffer.alloc(scaled(50, 5) * 1024 * 1024, 'x');
const bench = toolBench({ ...files, 'long-line.txt': longLine });

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
async function expectStored(outcome: ToolCallOutcome, content: string | Uint8Array): Promise<void> {
  const record = await bench.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');
  expect(record?.metadata.sha256).toBe(hashOf(Buffer.from(content)));
  expect(hashOf(await bench.bytesOf(outcome))).toBe(hashOf(Buffer.from(content)));
  expect(record?.metadata.byteLength).toBe(outcome.toolTelemetry.byteLength);
  expect(record?.metadata.lineCount).toBe(outcome.toolTelemetry.lineCount);
}

describe('whatever a file holds', () => {
  for (const tool of ['read_file', 'render_file_contents']) {
    test(`${tool} stores its bytes, and tells the model little`, async () => {
      for (const [path, content] of Object.entries(files)) {
        const outcome = await bench.call(tool, { path });
        expect(outcome.success, path).toBe(true);
        await expectStored(outcome, content);
        expect(outcome.toolTelemetry.sentTokens, path).toBeLessThanOrEqual(600);
        expect(outcome.result?.content, path).not.toBe('');
      }
    });
  }

  test('a range of it is bounded too', async () => {
    for (const path of Object.keys(files)) {
      const outcome = await bench.call('read_file', { path, startLine: 1, endLine: 1e9 });
      expect(outcome.toolTelemetry.sentTokens, path).toBeLessThanOrEqual(limits.readRangeTokens + 30);
      if (!outcome.success) expect(['empty'], path).toContain(path);
    }
  });

  test('with the split off the model gets up to 25,000 tokens', async () => {
    for (const path of Object.keys(files)) {
      const outcome = await bench.call('read_file', { path }, { level: 'off' });
      expect(outcome.toolTelemetry.sentTokens, path).toBeLessThanOrEqual(limits.hardCeilingTokens);
    }
  });
});

describe('what a file is', () => {
  test('is said of an empty one, and of one that is not text', async () => {
    expect(await bench.resultOf('read_file', { path: 'empty' })).toBe('empty: empty');
    expect(await bench.resultOf('read_file', { path: 'mark only' })).toBe('mark only: empty');
    for (const input of [{ path: 'binary' }, { path: 'binary', startLine: 1, endLine: 2 }]) {
      const outcome = await bench.call('read_file', input);
      expect(outcome.result?.content).toMatch(/^binary: not text, 8 bytes, art_/);
      expect(outcome.toolTelemetry).toMatchObject({ type: 'binary', fullTokens: null, lineCount: null });
    }
    expect(await bench.resultOf('render_file_contents', { path: 'binary' })).toContain('8 bytes');
  });

  test('is read in UTF-16 of either kind, whole and by range', async () => {
    for (const path of ['utf-16 le', 'utf-16 be']) {
      expect(await bench.resultOf('read_file', { path })).toMatch(/: 3,000 lines\n 1\tżółw 0\n 2\tżółw 1\n/);
      const range = await bench.call('read_file', { path, startLine: 1, endLine: 2 });
      expect(range.result?.content).toBe('1\tżółw 0\n2\tżółw 1');
      expect((await bench.bytesOf(range)).toString()).toContain('żółw 0\r\nżółw 1\r\n');
    }
  });
});

describe('a line of many megabytes', () => {
  test('is stored and shown piece by piece, its tokens estimated', async () => {
    const { artifacts } = bench.stores;
    let longestPiece = 0;
    const measured = <Piece extends Uint8Array | null>(piece: Piece): Piece => {
      longestPiece = Math.max(longestPiece, piece?.length ?? 0);
      return piece;
    };
    const watched: ArtifactStore = {
      ...artifacts,
      async create(artifact) {
        const writer = await artifacts.create(artifact);
        return { ...writer, write: (piece) => writer.write(measured(piece)) };
      },
      readBytes: async (...range) => measured(await artifacts.readBytes(...range)),
    };
    const call = (tool: string, range: object = {}) =>
      bench.call(tool, { path: 'long-line.txt', ...range }, { context: { artifacts: watched } });
    const outcomes = [
      await call('read_file'),
      await call('render_file_contents'),
      await call('read_file', { startLine: 1, endLine: 1 }),
    ];
    // Neither the store nor the tool is given all of it at once.
    expect(longestPiece).toBeGreaterThan(0);
    expect(longestPiece).toBeLessThanOrEqual(2 * 1024 * 1024);
    const [read, , range] = outcomes;
    expect(read?.toolTelemetry).toMatchObject({
      lineCount: 1,
      fullTokensEstimated: true,
      byteLength: longLine.length,
    });
    const perPiece = bench.request().context.count('x'.repeat(4_000));
    expect((read?.toolTelemetry.fullTokens ?? 0) / ((longLine.length / 4_000) * perPiece)).toBeCloseTo(1, 1);
    expect(read?.result?.content).toContain('the line goes on');
    expect(range?.result?.content).toContain('within line 1');
    for (const outcome of outcomes) expect(outcome.toolTelemetry.sentTokens).toBeLessThanOrEqual(8_030);
    const record = await bench.stores.artifacts.get(read?.toolTelemetry.artifactId ?? '');
    expect(record?.metadata.sha256).toBe(hashOf(longLine));
  });

  test('in UTF-16 is estimated by its own bytes', async () => {
    const lines = scaled(80_000, 60_000);
    const line = 'the quick brown fox jumps over the lazy dog\n';
    const text = line.repeat(lines);
    const wide = toolBench({ 'wide.txt': Buffer.from(`\ufeff${text}`, 'utf16le') });
    const { toolTelemetry } = await wide.call('read_file', { path: 'wide.txt' });
    const real = lines * wide.request().context.count(line);
    expect(toolTelemetry.fullTokensEstimated).toBe(true);
    expect(Math.abs((toolTelemetry.fullTokens ?? 0) - real) / real).toBeLessThan(0.05);
  });
});

test('a sparse file of 2 GB is stored as far as results are, and reported as larger', async () => {
  const byteLength = scaled(2_048, 160) * 1024 ** 2;
  const sparse = toolBench({ 'sparse.bin': 'start' });
  truncateSync(join(sparse.root, 'sparse.bin'), byteLength);
  const outcome = await sparse.call('read_file', { path: 'sparse.bin' });
  expect(outcome.result?.content).toMatch(
    /^sparse\.bin: not text, [\d,]+ bytes, the first 128 MiB kept, art_/,
  );
  const record = await sparse.stores.artifacts.get(outcome.toolTelemetry.artifactId ?? '');
  expect(record?.metadata).toMatchObject({
    byteLength: limits.artifactBytes,
    droppedBytes: byteLength - limits.artifactBytes,
    lineCount: null,
  });
});
