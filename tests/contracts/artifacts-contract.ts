import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { decodeLineIndex } from '#lib/stores/line-index.ts';
import { readArtifactLines } from '#lib/stores/read-artifact.ts';
import { readLines } from '#lib/stores/read-lines.ts';
import type { ArtifactWriter } from '#lib/stores/stores.ts';
import { openedStores } from './opened-stores.ts';
import { isoAfter, newId, sampleArtifact, storeBytes } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const chunk = limits.artifactChunkBytes;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (text: string): Buffer => Buffer.from(text);

export function describeArtifacts(open: StoreOpener): void {
  const opened = openedStores(open);
  const artifacts = () => opened().stores.artifacts;

  describe('bytes', () => {
    test.each([0, 1, chunk - 1, chunk, chunk + 1, 1024 * 1024])(
      'are read back as written (%i of them), with their hash',
      async (byteLength) => {
        const bytes = randomBytes(byteLength);
        const artifact = sampleArtifact();
        const writer = await artifacts().create(artifact);
        await writer.write(bytes);
        const metadata = await writer.complete(null);
        expect(metadata).toMatchObject({
          byteLength,
          droppedBytes: 0,
          sha256: sha256(bytes),
          state: 'complete',
        });
        expect((await artifacts().get(artifact.id))?.metadata).toEqual(metadata);
        const found = await opened().elsewhere.artifacts.readBytes(artifact.id, 0, byteLength);
        expect(found && Buffer.compare(found, bytes)).toBe(0);
      },
    );

    test('are read back unchanged, in whatever chunks they are written and read', async () => {
      const bytes = randomBytes(3 * chunk + 77);
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      for (let at = 0; at < bytes.length; at += 70_001) await writer.write(bytes.subarray(at, at + 70_001));
      await writer.complete(null);
      for (const [start, end] of [
        [0, 1],
        [chunk - 1, chunk + 1],
        [chunk, 2 * chunk],
        [5, 3 * chunk + 5],
        [3 * chunk, bytes.length],
        [bytes.length - 1, bytes.length],
      ] as const) {
        const found = await artifacts().readBytes(artifact.id, start, end);
        expect(found && Buffer.compare(found, bytes.subarray(start, end))).toBe(0);
      }
    });

    test('are clamped to the existing range', async () => {
      const id = await storeBytes(artifacts(), bytesOf('abc'));
      const read = async (start: number, end: number) =>
        Buffer.from((await artifacts().readBytes(id, start, end)) ?? 'none').toString();
      expect(await read(1, 100)).toBe('bc');
      expect(await read(3, 100)).toBe('');
      expect(await read(90, 100)).toBe('');
      expect(await read(2, 2)).toBe('');
      expect(await read(0, Number.MAX_SAFE_INTEGER)).toBe('abc');
    });

    test('do not change if the caller reuses its buffer', async () => {
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      const buffer = bytesOf('first');
      await writer.write(buffer);
      buffer.fill('x');
      await writer.complete(null);
      expect(String(await artifacts().readBytes(artifact.id, 0, 5))).toBe('first');
    });

    test('of an unknown artifact are null', async () => {
      expect(await artifacts().readBytes(newId('art'), 0, 10)).toBeNull();
      expect(await artifacts().readIndex(newId('art'))).toBeNull();
    });
  });

  describe('lines', () => {
    const readWindow = async (id: string, from: number, to: number) => {
      const index = await artifacts().readIndex(id);
      const metadata = (await artifacts().get(id))?.metadata;
      if (!index || !metadata) throw new Error('no lines');
      const readBytes = async (start: number, end: number) => {
        const found = await artifacts().readBytes(id, start, end);
        if (!found) throw new Error('no bytes');
        return found;
      };
      const source = { readBytes, index: decodeLineIndex(index) };
      return await readLines(source, { from, to }, 'complete');
    };

    test('of a text are found by the index its writer stored', async () => {
      const text = Array.from({ length: 60_000 }, (_, at) => `line ${at + 1}`).join('\n');
      const id = await storeBytes(artifacts(), bytesOf(text));
      expect((await artifacts().get(id))?.metadata.lineCount).toBe(60_000);
      expect(await readWindow(id, 51_234, 51_236)).toMatchObject({
        lines: ['line 51234', 'line 51235', 'line 51236'],
        total: 60_000,
      });
    });

    test.each(['utf16le', 'utf16be'] as const)('of a text in %s are read as text', async (encoding) => {
      const bytes = Buffer.from('\ufefffirst\nsecond 日本語\n', 'utf16le');
      const id = await storeBytes(artifacts(), encoding === 'utf16be' ? bytes.swap16() : bytes);
      expect((await readWindow(id, 1, 2)).lines).toEqual(['first', 'second 日本語']);
    });

    test.each([
      ['nothing', '', 0],
      ['one line without an end', 'a', 1],
      ['lines with a final newline', 'a\nb\n', 2],
      ['CRLF ends', 'a\r\nb', 2],
      ['an empty line', '\n', 1],
    ])('of %s are counted', async (_name, text, lineCount) => {
      const id = await storeBytes(artifacts(), bytesOf(text));
      expect((await artifacts().get(id))?.metadata.lineCount).toBe(lineCount);
      expect(await artifacts().readIndex(id)).not.toBeNull();
    });

    test('of binary bytes do not exist: the count is null, and there is no index', async () => {
      const id = await storeBytes(artifacts(), Buffer.from([0x89, 0x50, 0, 0, 10, 13, 255]));
      expect((await artifacts().get(id))?.metadata.lineCount).toBeNull();
      expect(await artifacts().readIndex(id)).toBeNull();
    });
  });

  describe('an artifact record', () => {
    test('exists from the start, in the state writing', async () => {
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      await writer.write(bytesOf('so far'));
      expect(await opened().elsewhere.artifacts.get(artifact.id)).toEqual({
        metadata: {
          ...artifact,
          byteLength: 0,
          droppedBytes: 0,
          lineCount: null,
          sha256: null,
          state: 'writing',
          expiresAt: null,
        },
        assistantView: null,
        viewFacts: [],
        isKept: true,
        problems: [],
      });
      await writer.abort();
    });

    test('is deleted if the artifact is aborted', async () => {
      const before = await opened().inventory();
      const writer = await artifacts().create(sampleArtifact());
      await writer.write(randomBytes(chunk + 1));
      await writer.abort();
      expect(await opened().inventory()).toEqual(before);
    });

    test('is null for an unknown artifact', async () => {
      expect(await artifacts().get(newId('art'))).toBeNull();
    });

    test('contains the exact text the model read', async () => {
      const id = await storeBytes(artifacts(), bytesOf('x'));
      expect((await artifacts().get(id))?.assistantView).toBeNull();
      const text = 'exit 1\r\n\u0000 日本語 👍 ';
      await artifacts().setAssistantView(id, text, []);
      expect((await opened().elsewhere.artifacts.get(id))?.assistantView).toBe(text);
    });

    test('contains the facts from which the view was chosen', async () => {
      const id = await storeBytes(artifacts(), bytesOf('x'));
      expect((await artifacts().get(id))?.viewFacts).toEqual([]);
      const facts = [
        { rank: 0, text: '1 failed \u0000 日本語', line: 7, isShown: true },
        { rank: 50, text: 'a line', isShown: false },
      ];
      await artifacts().setAssistantView(id, 'view', facts);
      expect((await opened().elsewhere.artifacts.get(id))?.viewFacts).toEqual(facts);
    });

    test('contains what went wrong, even if none of it was sent to the model', async () => {
      const id = await storeBytes(artifacts(), bytesOf('x'));
      expect((await artifacts().get(id))?.problems).toEqual([]);
      const problems = [
        { line: 7, name: 'TS2564 \u0000 日本語', message: null, location: 'src/a.ts:4' },
        { line: 9, name: 'adds', message: 'expected 4', location: null },
      ];
      await artifacts().setProblems(id, problems);
      const record = await opened().elsewhere.artifacts.get(id);
      expect(record?.problems).toEqual(problems);
      expect(record?.assistantView).toBeNull();
    });

    test('is not created by setting an assistant view or a problem', async () => {
      const id = newId('art');
      await artifacts().setAssistantView(id, 'text', []);
      await artifacts().setProblems(id, [{ line: 1, name: 'a', message: null, location: null }]);
      expect(await artifacts().get(id)).toBeNull();
    });

    test('and its bytes survive a restart', async () => {
      const id = await storeBytes(artifacts(), bytesOf('kept'));
      const again = await opened().reopen();
      expect((await again.artifacts.get(id))?.metadata.state).toBe('complete');
      expect(String(await again.artifacts.readBytes(id, 0, 4))).toBe('kept');
    });

    test('that a process left unfinished is never complete', async () => {
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      await writer.write(randomBytes(chunk + 1));
      const again = await opened().reopen();
      const record = await again.artifacts.get(artifact.id);
      expect(record?.metadata).toMatchObject({ id: artifact.id, sha256: null });
      expect(record?.metadata.state).not.toBe('complete');
      // The stores are closed already; this closes the file.
      await writer.abort().catch(() => {});
    });
  });

  describe('a growing artifact', () => {
    const terminal = () => sampleArtifact({ type: 'terminal', exitCode: null });
    const publish = (writer: ArtifactWriter) => writer.publish({ stderrLines: [] });
    const lines = async (id: string, from: number, to: number) => {
      const store = opened().elsewhere.artifacts;
      const record = await store.get(id);
      return record && (await readArtifactLines(store, record.metadata, { from, to }));
    };

    test('shows nothing before it is published, and then what was written so far', async () => {
      const artifact = terminal();
      const writer = await artifacts().create(artifact);
      await writer.write(bytesOf('one\ntwo\nthr'));
      expect(await lines(artifact.id, 1, 9)).toMatchObject({ lines: [], total: 0, state: 'writing' });
      expect(await writer.publish({ stderrLines: [{ from: 2, to: 2 }] })).toEqual({
        byteLength: 11,
        lineCount: 3,
      });
      const store = opened().elsewhere.artifacts;
      expect((await store.get(artifact.id))?.metadata).toEqual({
        ...artifact,
        byteLength: 11,
        droppedBytes: 0,
        lineCount: 3,
        stderrLines: [{ from: 2, to: 2 }],
        sha256: null,
        state: 'writing',
        expiresAt: null,
      });
      expect(await lines(artifact.id, 1, 9)).toEqual({
        lines: ['one', 'two', 'thr'],
        from: 1,
        to: 3,
        total: 3,
        cut: [],
        state: 'writing',
      });
      expect(await lines(artifact.id, 4, 9)).toMatchObject({ lines: [], total: 3, state: 'writing' });
      await writer.write(bytesOf('ee\nfour\n'));
      expect(String(await store.readBytes(artifact.id, 4, 100))).toBe('two\nthr');
      expect((await lines(artifact.id, 3, 9))?.lines).toEqual(['thr']);
      await publish(writer);
      expect(String(await store.readBytes(artifact.id, 8, 100))).toBe('three\nfour\n');
      expect((await lines(artifact.id, 3, 9))?.lines).toEqual(['three', 'four']);
      await writer.complete(null);
      expect(await lines(artifact.id, 3, 9)).toMatchObject({ lines: ['three', 'four'], state: 'complete' });
    });

    test('is completed with the metadata known at the end', async () => {
      const artifact = terminal();
      const writer = await artifacts().create(artifact);
      await writer.write(bytesOf('out\nerr\n'));
      await writer.publish({ stderrLines: [{ from: 2, to: 2 }] });
      const ending = { exitCode: 1, durationMs: 12.5, stderrLines: [{ from: 1, to: 2 }] };
      const metadata = await writer.complete(null, ending);
      expect(metadata).toMatchObject({ ...ending, sha256: sha256(bytesOf('out\nerr\n')), lineCount: 2 });
      expect((await opened().elsewhere.artifacts.get(artifact.id))?.metadata).toEqual(metadata);
    });

    test('reads the same at every published length, whatever chunks it grew by', async () => {
      const text = Array.from({ length: 40_000 }, (_, at) => `line ${at + 1} é日\n`).join('');
      const bytes = bytesOf(text);
      const artifact = terminal();
      const writer = await artifacts().create(artifact);
      const step = Math.floor(chunk / 2.5) + 1;
      for (let at = 0; at < bytes.length; at += step) {
        await writer.write(bytes.subarray(at, at + step));
        const { byteLength, lineCount } = await publish(writer);
        expect(byteLength).toBe(Math.min(bytes.length, at + step));
        const soFar = bytes.subarray(0, byteLength).toString().split('\n');
        const last = soFar.at(-1) === '' ? soFar.length - 1 : soFar.length;
        expect(lineCount).toBe(last);
        const window = await lines(artifact.id, last - 3, last + 5);
        expect(window).toMatchObject({ lines: soFar.slice(last - 4, last), total: last, to: last });
        const tail = await opened().elsewhere.artifacts.readBytes(
          artifact.id,
          byteLength - 9,
          byteLength + 9,
        );
        expect(tail && Buffer.compare(tail, bytes.subarray(byteLength - 9, byteLength))).toBe(0);
      }
      expect(await writer.complete(null)).toMatchObject({ sha256: sha256(bytes), lineCount: 40_000 });
    });

    test('never shows a torn line to a concurrent reader', async () => {
      const artifact = terminal();
      const writer = await artifacts().create(artifact);
      const line = 'always the same line, whole\n';
      let isGrowing = true;
      const grow = async () => {
        for (let at = 0; at < 60; at += 1) {
          await writer.write(bytesOf(line.repeat(at % 2 === 0 ? 900 : 3)));
          await publish(writer);
        }
        await writer.complete(null);
        isGrowing = false;
      };
      const read = async () => {
        let total = 0;
        while (isGrowing) {
          // Yields to others, also with a store that answers at once.
          await new Promise(setImmediate);
          const record = await artifacts().get(artifact.id);
          const { lineCount } = record?.metadata ?? {};
          if (!record || !lineCount) continue;
          const window = await readArtifactLines(artifacts(), record.metadata, {
            from: Math.max(1, lineCount - 5),
            to: lineCount + 2_000,
          });
          if (window === null) throw new Error('a growing artifact does not expire');
          expect(window.total).toBeGreaterThanOrEqual(Math.max(total, lineCount));
          expect(new Set(window.lines)).toEqual(new Set([line.trim()]));
          total = window.total;
        }
      };
      await Promise.all([grow(), read(), read()]);
    });

    test('that is empty, or not text, is published as such', async () => {
      const [empty, binary] = [terminal(), sampleArtifact({ type: 'binary' })];
      const ofEmpty = await artifacts().create(empty);
      const ofBinary = await artifacts().create(binary);
      await ofBinary.write(Buffer.from([0x89, 0x50, 0, 0, 10]));
      expect(await publish(ofEmpty)).toEqual({ byteLength: 0, lineCount: 0 });
      expect(await publish(ofBinary)).toEqual({ byteLength: 5, lineCount: null });
      expect(await artifacts().readBytes(binary.id, 0, 9)).toHaveLength(5);
      expect(await artifacts().readIndex(binary.id)).toBeNull();
      for (const writer of [ofEmpty, ofBinary]) await writer.abort();
    });

    test('that turns out not to be text has no lines any more', async () => {
      const artifact = sampleArtifact({ type: 'file' });
      const writer = await artifacts().create(artifact);
      await writer.write(bytesOf('text\n'));
      await publish(writer);
      await writer.write(Buffer.alloc(10));
      expect(await publish(writer)).toEqual({ byteLength: 15, lineCount: null });
      expect(await artifacts().readIndex(artifact.id)).toBeNull();
      expect(await writer.complete(null)).toMatchObject({ lineCount: null });
      expect(await artifacts().readIndex(artifact.id)).toBeNull();
    });

    test('leaves nothing if it is aborted, or deleted while it grows', async () => {
      const before = await opened().inventory();
      const [aborted, deleted] = [terminal(), terminal()];
      const first = await artifacts().create(aborted);
      const second = await artifacts().create(deleted);
      for (const writer of [first, second]) {
        await writer.write(Buffer.alloc(chunk + 5, 'line\n'));
        await publish(writer);
      }
      await first.abort();
      await opened().elsewhere.artifacts.delete(deleted.id);
      await second.write(bytesOf('after'));
      await publish(second);
      expect(await artifacts().get(deleted.id)).toBeNull();
      expect(await opened().inventory()).toEqual(before);
      await second.complete(null);
      expect(await opened().inventory()).toEqual(before);
    });
  });

  describe('artifact expiry', () => {
    test('removes all bytes, and keeps the record and the assistant view', async () => {
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      await writer.write(Buffer.alloc(chunk + 1, 'line\n'));
      const { expiresAt, sha256: hash } = await writer.complete(isoAfter(300));
      await artifacts().setAssistantView(artifact.id, 'view', []);
      await vi.waitFor(
        async () => expect((await artifacts().get(artifact.id))?.metadata.state).toBe('expired'),
        5_000,
      );
      expect(await artifacts().readBytes(artifact.id, 0, 1)).toBeNull();
      expect(await artifacts().readIndex(artifact.id)).toBeNull();
      await opened().stores.sweep();
      expect(await artifacts().get(artifact.id)).toMatchObject({
        metadata: { byteLength: chunk + 1, sha256: hash, expiresAt, state: 'expired' },
        assistantView: 'view',
      });
    });

    test('does not affect kept and unexpired artifacts', async () => {
      const kept = await storeBytes(artifacts(), bytesOf('kept'));
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      await writer.write(bytesOf('later'));
      await writer.complete(isoAfter(60_000));
      await opened().stores.sweep();
      for (const id of [kept, artifact.id]) {
        expect((await artifacts().get(id))?.metadata.state).toBe('complete');
        expect(await artifacts().readBytes(id, 0, 1)).toHaveLength(1);
      }
    });
  });

  describe('changing an expiry', () => {
    const store = async (expiresAt: string | null) => {
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      await writer.write(Buffer.alloc(chunk + 1, 'line\n'));
      await writer.complete(expiresAt);
      return artifact.id;
    };
    const isGone = (id: string) =>
      vi.waitFor(async () => expect((await artifacts().get(id))?.metadata.state).toBe('expired'), 5_000);

    test('keeps the bytes past the old expiry, and removes all of them at the new one', async () => {
      const id = await store(isoAfter(1_000));
      const later = isoAfter(2_000);
      const moved = await artifacts().keep(id, () => later);
      expect(moved).toMatchObject({ id, state: 'complete', expiresAt: later });
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      await opened().stores.sweep();
      expect((await opened().elsewhere.artifacts.get(id))?.metadata).toEqual(moved);
      expect(await artifacts().readBytes(id, chunk, chunk + 1)).toHaveLength(1);
      await isGone(id);
      expect(await artifacts().readBytes(id, 0, 1)).toBeNull();
    });

    test('renewing moves it later only, and promises nothing', async () => {
      const [end, later] = [isoAfter(60_000), isoAfter(120_000)];
      const id = await store(end);
      expect((await artifacts().renew(id, later))?.expiresAt).toBe(later);
      expect(await opened().elsewhere.artifacts.renew(id, end)).toBeNull();
      expect((await artifacts().get(id))?.metadata.expiresAt).toBe(later);
      await artifacts().keep(id, () => null);
      expect(await artifacts().renew(id, isoAfter(180_000))).toBeNull();
      expect((await artifacts().get(id))?.metadata.expiresAt).toBeNull();
      expect(await artifacts().renew(newId('art'), later)).toBeNull();
      const writing = sampleArtifact();
      await artifacts().create(writing);
      expect(await artifacts().renew(writing.id, later)).toBeNull();
    });

    test('a renewed artifact lasts to its new expiry', async () => {
      const id = await store(isoAfter(500));
      await artifacts().renew(id, isoAfter(1_500));
      await new Promise((resolve) => setTimeout(resolve, 700));
      await opened().stores.sweep();
      expect(await artifacts().readBytes(id, 0, 1)).toHaveLength(1);
      await isGone(id);
    });

    test('to “never” survives a restart, and can be reverted', async () => {
      const id = await store(isoAfter(1_000));
      await artifacts().setAssistantView(id, 'view', []);
      expect((await artifacts().keep(id, () => null))?.expiresAt).toBeNull();
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      const again = await opened().reopen();
      await again.sweep();
      expect(await again.artifacts.get(id)).toMatchObject({
        metadata: { state: 'complete', expiresAt: null },
        assistantView: 'view',
      });
      const end = isoAfter(200);
      const seen: (string | null)[] = [];
      await again.artifacts.release(id, (expiresAt) => {
        seen.push(expiresAt);
        return end;
      });
      expect(seen).toEqual([null]);
      await vi.waitFor(
        async () => expect((await again.artifacts.get(id))?.metadata.state).toBe('expired'),
        5_000,
      );
      expect(await again.artifacts.readBytes(id, 0, 1)).toBeNull();
    });

    test('has no effect on an expired, unfinished or unknown artifact', async () => {
      const id = await store(isoAfter(200));
      await isGone(id);
      const before = await artifacts().get(id);
      expect(await artifacts().keep(id, () => null)).toBeNull();
      expect(await artifacts().get(id)).toEqual(before);
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      await writer.write(bytesOf('x'));
      expect(await artifacts().keep(artifact.id, () => null)).toBeNull();
      await writer.abort();
      expect(await artifacts().keep(newId('art'), () => null)).toBeNull();
    });

    test('at the moment of expiry either keeps all bytes or expires them', async () => {
      // One unexpired artifact and one expired one, whatever happens to those that expire while they are changed.
      const livesMs = [60_000, 0, ...Array.from({ length: 18 }, (_, at) => 110 + at * 10)];
      const ids = await Promise.all(livesMs.map((lifeMs) => store(isoAfter(lifeMs))));
      const later = isoAfter(60_000);
      const outcomes = await Promise.all(
        ids.map(async (id) => {
          await new Promise((resolve) => setTimeout(resolve, 200));
          const moved = await artifacts().keep(id, () => later);
          return { id, isMoved: moved !== null };
        }),
      );
      expect(outcomes.slice(0, 2).map(({ isMoved }) => isMoved)).toEqual([true, false]);
      await opened().stores.sweep();
      await new Promise((resolve) => setTimeout(resolve, 300));
      for (const { id, isMoved } of outcomes) {
        const record = await artifacts().get(id);
        expect(record?.metadata.state).toBe(isMoved ? 'complete' : 'expired');
        const bytes = await artifacts().readBytes(id, 0, chunk + 1);
        expect(bytes?.length ?? null).toBe(isMoved ? chunk + 1 : null);
      }
    });

    test('by many at once loses no change: each sees the result of the previous one', async () => {
      const id = await store(isoAfter(60_000));
      const intents = Array.from({ length: 12 }, (_, at) => isoAfter(100_000 + at * 1_000));
      const latest = (expiresAt: string | null, intent: string) =>
        expiresAt !== null && expiresAt > intent ? expiresAt : intent;
      await Promise.all(
        intents.map((intent, at) =>
          (at % 2 === 0 ? artifacts() : opened().elsewhere.artifacts).keep(id, (expiresAt) =>
            latest(expiresAt, intent),
          ),
        ),
      );
      expect((await artifacts().get(id))?.metadata.expiresAt).toBe(intents.at(-1));
    });
  });

  describe('an artifact that belongs to no conversation', () => {
    const upload = async (expiresAt: string | null) => {
      const artifact = { ...sampleArtifact(), conversationId: '', runId: null };
      const writer = await artifacts().create(artifact);
      await writer.write(Buffer.alloc(chunk + 1, 'line\n'));
      await writer.complete(expiresAt);
      return artifact.id;
    };
    const owner = () => ({ conversationId: newId('conv'), runId: newId('run') });

    test('expires as a whole', async () => {
      const before = await opened().inventory();
      const id = await upload(isoAfter(200));
      await vi.waitFor(async () => {
        await opened().stores.sweep();
        expect(await artifacts().get(id)).toBeNull();
        expect(await opened().inventory()).toEqual(before);
      }, 5_000);
    });

    test('stays as long as the conversation that adopts it', async () => {
      const before = await opened().inventory();
      const id = await upload(isoAfter(500));
      const adopter = owner();
      const adopted = await opened().elsewhere.artifacts.adopt(id, adopter);
      expect(adopted).toMatchObject({ id, ...adopter, state: 'complete', expiresAt: null });
      await new Promise((resolve) => setTimeout(resolve, 600));
      await opened().stores.sweep();
      expect((await artifacts().get(id))?.metadata).toEqual(adopted);
      expect(await artifacts().readBytes(id, chunk, chunk + 1)).toHaveLength(1);
      await opened().stores.conversations.delete(adopter.conversationId);
      expect(await artifacts().get(id)).toBeNull();
      expect(await opened().inventory()).toEqual(before);
    });

    test('is adopted by one of many', async () => {
      const id = await upload(isoAfter(60_000));
      const adopters = Array.from({ length: 8 }, owner);
      const outcomes = await Promise.all(
        adopters.map((adopter, at) =>
          (at % 2 === 0 ? artifacts() : opened().elsewhere.artifacts).adopt(id, adopter),
        ),
      );
      const adopted = outcomes.filter((outcome) => outcome !== null);
      expect(adopted).toHaveLength(1);
      const { conversationId } = adopted[0] as NonNullable<(typeof adopted)[number]>;
      for (const other of adopters)
        if (other.conversationId !== conversationId)
          await opened().stores.conversations.delete(other.conversationId);
      expect((await artifacts().get(id))?.metadata).toEqual(adopted[0]);
      expect(await artifacts().adopt(id, owner())).toBeNull();
    });

    test('is not adopted once it has expired, or before it is complete', async () => {
      const id = await upload(isoAfter(100));
      await new Promise((resolve) => setTimeout(resolve, 200));
      const unfinished = { ...sampleArtifact(), conversationId: '', runId: null };
      const writer = await artifacts().create(unfinished);
      await writer.write(bytesOf('x'));
      for (const each of [id, unfinished.id, newId('art')])
        expect(await artifacts().adopt(each, owner())).toBeNull();
      await writer.abort();
      expect(await artifacts().get(unfinished.id)).toBeNull();
    });
  });

  describe('the hash of stored bytes', () => {
    test.each([0, 5, 5 * 1024 * 1024 + 3])('is the recorded one (%i of them)', async (byteLength) => {
      const id = await storeBytes(artifacts(), randomBytes(byteLength));
      expect(await artifacts().hashBytes(id)).toBe((await artifacts().get(id))?.metadata.sha256);
    });

    test('detects bytes changed behind the store, also ones it has read before', async () => {
      const bytes = randomBytes(chunk + 5);
      const id = await storeBytes(artifacts(), bytes);
      await artifacts().readBytes(id, 0, bytes.length);
      await opened().tamper(id);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      expect(await artifacts().hashBytes(id)).toBe(sha256(bytes));
    });

    test('is null if nothing complete is stored', async () => {
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      await writer.write(bytesOf('x'));
      expect(await artifacts().hashBytes(artifact.id)).toBeNull();
      await writer.abort();
      expect(await artifacts().hashBytes(artifact.id)).toBeNull();
    });
  });

  describe('deleting an artifact', () => {
    test('leaves nothing', async () => {
      const before = await opened().inventory();
      const id = await storeBytes(artifacts(), bytesOf('x'));
      await artifacts().setAssistantView(id, 'view', []);
      await artifacts().delete(id);
      expect(await artifacts().get(id)).toBeNull();
      expect(await artifacts().readBytes(id, 0, 1)).toBeNull();
      expect(await opened().inventory()).toEqual(before);
    });

    test('that does not exist does nothing', async () => {
      await artifacts().delete(newId('art'));
    });

    test('while it is being written is final', async () => {
      const before = await opened().inventory();
      const artifact = sampleArtifact();
      const writer = await artifacts().create(artifact);
      await writer.write(bytesOf('before'));
      await opened().elsewhere.artifacts.delete(artifact.id);
      await writer.write(Buffer.alloc(chunk + 1, 'after\n'));
      await writer.complete(null);
      expect(await artifacts().get(artifact.id)).toBeNull();
      expect(await opened().inventory()).toEqual(before);
    });
  });
}
