import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createPlaceholder,
  type Placeholder,
  removePlaceholder,
} from '#lib/workspace/protection/placeholders.ts';
import { protectWorkspace } from '#lib/workspace/protection/protect-workspace.ts';
import { defaultRules } from '#lib/workspace/workspace-root.ts';
import { tempFolder } from '../support/temp-folder.ts';

const module = join(import.meta.dirname, '../../lib/workspace/protection/placeholders.ts');
const file = { path: ['a', 'commondir'], content: '.\n' };
const folder = { path: ['a', 'modules'], content: null };

function workspace(): string {
  const root = tempFolder();
  mkdirSync(join(root, 'a'));
  return root;
}

describe('a placeholder', () => {
  test('is made and removed, file or folder', async () => {
    const root = workspace();
    for (const placeholder of [file, folder]) expect(await createPlaceholder(root, placeholder)).toBe(true);
    expect(readFileSync(join(root, 'a', 'commondir'), 'utf8')).toBe('.\n');
    for (const placeholder of [file, folder]) await removePlaceholder(root, placeholder);
    expect(readdirSync(join(root, 'a'))).toEqual([]);
  });

  test('takes nobody’s place, and stays where somebody has put something into it', async () => {
    const root = workspace();
    writeFileSync(join(root, 'a', 'commondir'), 'mine');
    mkdirSync(join(root, 'a', 'modules'));
    writeFileSync(join(root, 'a', 'modules', 'x'), 'mine');
    for (const placeholder of [file, folder]) {
      expect(await createPlaceholder(root, placeholder)).toBe(true);
      await removePlaceholder(root, placeholder);
    }
    expect(readFileSync(join(root, 'a', 'commondir'), 'utf8')).toBe('mine');
    expect(existsSync(join(root, 'a', 'modules', 'x'))).toBe(true);
  });

  test('is neither made nor removed through a link, of its folder or its own', async () => {
    const root = workspace();
    const victim = tempFolder();
    writeFileSync(join(victim, 'commondir'), '.\n');
    symlinkSync(victim, join(root, 'linked'));
    const through = { path: ['linked', 'commondir'], content: '.\n' };
    await expect(createPlaceholder(root, through)).rejects.toMatchObject({ code: 'link_not_followed' });
    await removePlaceholder(root, through);
    symlinkSync(join(victim, 'commondir'), join(root, 'a', 'commondir'));
    await removePlaceholder(root, file);
    expect(readdirSync(victim)).toEqual(['commondir']);
    expect(readFileSync(join(victim, 'commondir'), 'utf8')).toBe('.\n');
  });
});

test('why commands do not run is said where this server may not write to its own folder', () => {
  const root = workspace();
  chmodSync(join(root, 'a'), 0o555);
  // Permissions do not bind root, so a process of another user tries.
  const script = `process.chdir(${JSON.stringify(root)});
    if (process.getuid() === 0) process.setuid(65534);
    const { createPlaceholder } = await import(${JSON.stringify(module)});
    await createPlaceholder('.', { path: ['a', 'commondir'], content: '' }).catch((error) =>
      console.log(error.code, error.message));`;
  if (process.getuid?.() === 0) for (const path of [root, join(root, 'a')]) chownSync(path, 65_534, 65_534);
  const message = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(message.trim()).toBe(
    'unavailable Commands do not run: a/commondir cannot be protected, since this server has no right to write to its folder',
  );
});

test('placeholders are reported before the first is made: those of a command that fails half-way are removed like others', async () => {
  const root = tempFolder();
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, '.git', 'config'), '[include]\npath = ../a\npath = ../b/c\n');
  const parts: string[] = [];
  const record = (placeholders: readonly Placeholder[]) => {
    for (const { path } of placeholders) {
      parts.push(path.join('/'));
      expect(existsSync(join(root, ...path))).toBe(false);
    }
  };
  const { signal } = new AbortController();
  await protectWorkspace(root, { rules: defaultRules, maxMounts: 1_000, isTrusted: false, record, signal });
  expect(parts).toEqual(expect.arrayContaining(['a', 'b', '.git/commondir', '.git/modules']));
  for (const path of parts) expect(existsSync(join(root, path))).toBe(true);
});
