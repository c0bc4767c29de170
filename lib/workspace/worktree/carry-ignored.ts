import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '#lib/core/limits.ts';
import type { Workspace } from '../workspace.ts';
import type { Copy } from './copy-changes.ts';
import { quotedForShell, scriptHead, secretPathspecs } from './git-script.ts';
import { expectSuccess, readGitScript, runGitScript } from './run-script.ts';

/**
 * Copies what git ignores from a workspace into a new copy of it, which no command has written to yet. It is read where
 * commands read, so that secrets are hidden, and written where they write, so that nothing that git reads is changed; in
 * between it is an archive.
 */
export async function carryIgnored(base: Workspace, copy: Copy): Promise<void> {
  const name = `.vitrine-${randomBytes(8).toString('hex')}`;
  const folder = join(/* turbopackIgnore: true */ copy.root, name);
  await mkdir(folder);
  const timeoutMs = limits.carrySeconds * 1_000;
  const archive = await open(join(folder, 'ignored.tar'), 'wx', 0o600);
  try {
    const { patterns } = copy.secretNames;
    const left = patterns.map((pattern) => `--exclude=${quotedForShell(pattern)}`).join(' ');
    const text = `${scriptHead}git ls-files -z --others --ignored --exclude-standard --directory -- . ${secretPathspecs(copy.secretNames, 'other')} > "$by/names"
tar --create --ignore-case --no-anchored ${left} --null --verbatim-files-from --files-from "$by/names"`;
    const read = { ...copy, root: base.root, isTrusted: false, timeoutMs };
    expectSuccess(await runGitScript({ ...read, text }, (bytes) => archive.appendFile(bytes)));
  } finally {
    await archive.close();
  }
  const from = quotedForShell(name);
  const text = `${scriptHead}tar --extract --preserve-permissions --file ${from}/ignored.tar || { rm -rf ${from}; exit 1; }
rm -rf ${from}`;
  await readGitScript({ ...copy, isTrusted: false, timeoutMs, text }, 1024);
}
