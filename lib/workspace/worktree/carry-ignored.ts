import { limits } from '#lib/core/limits.ts';
import type { Workspace } from '../workspace.ts';
import type { Copy } from './copy-changes.ts';
import { quotedForShell, scriptHead, secretPathspecs } from './git-script.ts';
import { readGitScript } from './run-script.ts';

/** Names of files and folders, which may be many: whole folders are named once. */
const listed = 1024 * 1024;

/** Copies what git ignores from a workspace into a copy of it. Both are read and written inside the sandbox. */
export async function carryIgnored(base: Workspace, copy: Copy): Promise<void> {
  const list = `${scriptHead}git ls-files -z --others --ignored --exclude-standard --directory -- . ${secretPathspecs(copy.secretNames, 'other')}`;
  const names = await readGitScript({ ...copy, root: base.root, isTrusted: false, text: list }, listed);
  if (names.byteLength === 0) return;
  const text = `${scriptHead}base64 -d > "$by/names" <<'END'
${(names.toString('base64').match(/.{1,4096}/g) ?? []).join('\n')}
END
cd ${quotedForShell(base.root)}
xargs -0 -a "$by/names" cp -a --reflink=auto --parents -t /workspace --`;
  const environment = { folder: null, toolchains: [base.root], variables: {} };
  await readGitScript({ ...copy, text, environment, timeoutMs: limits.carrySeconds * 1_000 }, 1024);
}
