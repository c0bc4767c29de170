import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeHunks } from '#lib/core/algorithms/diff/make-hunks.ts';
import { printUnifiedDiff } from '#lib/core/algorithms/diff/print-unified-diff.ts';
import type { FileDiff } from '#lib/core/algorithms/diff/unified-diff.ts';
import { type FileChange, fileChangeSchema } from '#lib/core/vocabulary/artifact.ts';
import { replayChange } from '#lib/workspace/replay-change.ts';
import { sha256Of } from '#lib/workspace/sha256-of.ts';
import { openWorkspace } from '#lib/workspace/workspace.ts';
import { tempFolder, writeFiles } from '../support/temp-folder.ts';

let root = '';
/** As they are before the change, and after; `null`: no file. */
const texts: [string, string | null, string | null][] = [
  ['crlf.txt', '\ufeffone\r\ntwo\r\n', '\ufeffone\r\n2\r\nthree'],
  ['new/made.txt', null, 'made\n'],
  ['gone.txt', 'bye\n', null],
];
const versions = (side: 1 | 2) => Object.fromEntries(texts.map((text) => [text[0], text[side]]));
const sha = (text: string | null) => (text === null ? null : sha256Of(Buffer.from(text)));
const changes: FileChange[] = texts.map(([path, before, after]) => ({
  path,
  before: sha(before),
  after: sha(after),
}));
const diffText = printUnifiedDiff(
  texts.map(
    ([path, before, after]): FileDiff => ({
      oldPath: before === null ? null : path,
      newPath: after === null ? null : path,
      hunks: makeHunks(before ?? '', after ?? ''),
    }),
  ),
);

const put = (files: Record<string, string | null>) => {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) rmSync(join(root, path), { force: true });
    else writeFiles(root, { [path]: text });
  }
};
const contents = () =>
  Object.fromEntries(
    texts.map(([path]) => {
      try {
        return [path, readFileSync(join(root, path), 'utf8')];
      } catch {
        return [path, null];
      }
    }),
  );
const undo = (direction: 'undo' | 'redo', diff = diffText) =>
  replayChange(openWorkspace(root), changes, diff, direction);

beforeEach(() => {
  root = tempFolder();
  put(versions(2));
});

describe('a change', () => {
  test('is undone and redone, to the byte, as often as wished', async () => {
    for (let round = 0; round < 3; round += 1) {
      await undo('undo');
      expect(contents()).toEqual(versions(1));
      await undo('redo');
      expect(contents()).toEqual(versions(2));
    }
    expect(readdirSync(root).toSorted()).toEqual(['crlf.txt', 'new']);
  });

  test.each<[what: string, before: string | null, after: string | null]>([
    ['fills an empty file', '', 'text\n'],
    ['empties a file', 'text', ''],
    ['makes an empty file', null, ''],
    ['removes an empty file', '', null],
  ])('that %s is undone and redone', async (_what, before, after) => {
    const oldPath = before === null ? null : 'a.txt';
    const newPath = after === null ? null : 'a.txt';
    // Another file of the same change: what has no hunk must not swallow the next.
    const diff = printUnifiedDiff([
      { oldPath, newPath, hunks: makeHunks(before ?? '', after ?? '') },
      { oldPath: 'b.txt', newPath: 'b.txt', hunks: makeHunks('1\n', '2\n') },
    ]);
    const change: FileChange[] = [
      { path: 'a.txt', before: sha(before), after: sha(after) },
      { path: 'b.txt', before: sha('1\n'), after: sha('2\n') },
    ];
    const there = (path: string) =>
      readdirSync(root).includes(path) ? readFileSync(join(root, path), 'utf8') : null;
    put({ 'a.txt': after, 'b.txt': '2\n' });
    for (let round = 0; round < 2; round += 1) {
      await replayChange(openWorkspace(root), change, diff, 'undo');
      expect([there('a.txt'), there('b.txt')]).toEqual([before, '1\n']);
      await replayChange(openWorkspace(root), change, diff, 'redo');
      expect([there('a.txt'), there('b.txt')]).toEqual([after, '2\n']);
    }
  });

  test.each([
    ['755', 0o755],
    ['600', 0o600],
  ])('that removed a file with the rights %s gives them back', async (_rights, mode) => {
    writeFileSync(join(root, 'run.sh'), '#!/bin/sh\n');
    chmodSync(join(root, 'run.sh'), mode);
    const workspace = openWorkspace(root);
    const removed = await workspace.changeTexts({
      paths: ['run.sh'],
      expected: () => undefined,
      changedMessage: (path) => path,
      plan: () => [{ path: 'run.sh', text: null }],
    });
    const diff = printUnifiedDiff([
      { oldPath: 'run.sh', newPath: null, hunks: makeHunks('#!/bin/sh\n', '') },
    ]);
    // As the records of artifacts hold it.
    const kept = removed.map((change) => fileChangeSchema.parse(JSON.parse(JSON.stringify(change))));
    for (let round = 0; round < 2; round += 1) {
      await replayChange(workspace, kept, diff, 'undo');
      expect(statSync(join(root, 'run.sh')).mode & 0o7777).toBe(mode);
      await replayChange(workspace, kept, diff, 'redo');
      expect(readdirSync(root)).not.toContain('run.sh');
    }
  });

  test('whose record tells no rights makes a removed file again with the usual ones', async () => {
    await undo('undo');
    expect(statSync(join(root, 'gone.txt')).mode & 0o7777).toBe(0o644 & ~process.umask());
  });

  test('keeps the rights of a file while it is undone', async () => {
    chmodSync(join(root, 'crlf.txt'), 0o700);
    await undo('undo');
    expect(statSync(join(root, 'crlf.txt')).mode & 0o777).toBe(0o700);
  });

  test('is not undone twice, nor redone while it stands', async () => {
    const words = (message: string) =>
      expect.objectContaining({
        code: 'changed',
        message: expect.stringMatching(
          new RegExp(`^crlf\\.txt has changed since, so this cannot be ${message}$`),
        ),
      });
    await expect(undo('redo')).rejects.toEqual(words('redone'));
    await undo('undo');
    await expect(undo('undo')).rejects.toEqual(words('undone'));
    expect(contents()).toEqual(versions(1));
  });

  test('is not undone where any of its files has changed since, and none is touched', async () => {
    const tampered: Record<string, string | null>[] = [
      { 'crlf.txt': '\ufeffone\r\n2\r\nthree\r\n' },
      { 'crlf.txt': null },
      { 'new/made.txt': 'made by hand\n' },
      { 'new/made.txt': null },
      { 'gone.txt': 'back again\n' },
      { 'gone.txt': 'bye\n' },
    ];
    for (const change of tampered) {
      put(versions(2));
      put(change);
      const before = contents();
      await expect(undo('undo'), JSON.stringify(change)).rejects.toMatchObject({ code: 'changed' });
      expect(contents()).toEqual(before);
    }
  });

  test('is not undone by a diff that is not its own', async () => {
    const other = diffText.replace('-two', '-twice');
    await expect(undo('undo', other)).rejects.toMatchObject({ code: 'changed' });
    await expect(undo('undo', diffText.replace('@@ -1,2 +1,3 @@', '@@ -2,2 +2,3 @@'))).rejects.toMatchObject({
      code: 'changed',
    });
    expect(contents()).toEqual(versions(2));
  });

  test('undone by two at once is undone once', async () => {
    const messages = await Promise.allSettled([undo('undo'), undo('undo')]);
    expect(messages.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(contents()).toEqual(versions(1));
  });

  test('that renamed a file gives it its name back', async () => {
    const text = 'one\ntwo\n';
    const after = 'one\n2\n';
    writeFileSync(join(root, 'to.txt'), after);
    const renamed: FileChange[] = [
      { path: 'to.txt', before: null, after: sha(after) },
      { path: 'from.txt', before: sha(text), after: null },
    ];
    const diff = printUnifiedDiff([
      { oldPath: 'from.txt', newPath: 'to.txt', hunks: makeHunks(text, after) },
    ]);
    await replayChange(openWorkspace(root), renamed, diff, 'undo');
    expect(readFileSync(join(root, 'from.txt'), 'utf8')).toBe(text);
    expect(readdirSync(root)).not.toContain('to.txt');
    await replayChange(openWorkspace(root), renamed, diff, 'redo');
    expect(readFileSync(join(root, 'to.txt'), 'utf8')).toBe(after);
    expect(readdirSync(root)).not.toContain('from.txt');
  });
});
