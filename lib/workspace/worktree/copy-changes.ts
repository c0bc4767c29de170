import { limits } from '#lib/core/limits.ts';
import type { FileSecretNames } from '../secret-names.ts';
import { WorkspaceError } from '../workspace-error.ts';
import { quotedForShell, scriptHead, secretPathspecs } from './git-script.ts';
import { expectSuccess, type GitScript, readGitScript, runGitScript } from './run-script.ts';

/** A repository that a script can run in: a conversation's own, or a workspace, in whose `.git` it leaves nothing. */
export interface Copy extends Omit<GitScript, 'text'> {
  secretNames: FileSecretNames;
}

/**
 * The present contents of the copy, as the tree `$tree`: new files too, without ignored ones. The copy's own
 * index is not changed. Only the objects of its `.git` are read: `info/attributes` could make a text change
 * appear as binary, or not at all, without being in the diff itself. New objects are written there if the repository is
 * the server's, and gone with the script otherwise.
 */
export const takeTree = (
  { secretNames, isTrusted }: Copy,
  commit: string,
): string => `${scriptHead}base=${quotedForShell(commit)}
git init -q --bare --template= "$by/git"
export GIT_DIR="$by/git" GIT_WORK_TREE="$PWD" GIT_INDEX_FILE="$by/index"
export ${isTrusted ? 'GIT_OBJECT_DIRECTORY' : 'GIT_ALTERNATE_OBJECT_DIRECTORIES'}="$PWD/.git/objects"
git read-tree "$base"
${isTrusted ? '' : asPeopleHaveIt}git add -A -- . ${ownFolders} ${secretPathspecs(secretNames, 'other')} 2>"$by/said" || { cat "$by/said" >&2; exit 1; }
for spec in ${secretPathspecs(secretNames, 'exception')}; do git add -- "$spec" 2>/dev/null || true; done
tree=$(git write-tree)
`;
/**
 * Of a workspace that people set up: what they excluded is not new, and where git writes other bytes than it stores, or not all
 * files, the contents would not be what they seem.
 */
const asPeopleHaveIt = `people() { env -u GIT_INDEX_FILE -u GIT_ALTERNATE_OBJECT_DIRECTORIES git --git-dir=.git --work-tree=. -c 'safe.directory=*' -c core.fsmonitor=false "$@"; }
if people ls-files -t | grep -q '^S '; then
  echo 'error: this workspace has only some of its files (sparse checkout): use git there' >&2; exit 1
fi
if people ls-files -z | people check-attr -z --stdin filter | tr '\\0' '\\n' | grep -qx lfs; then
  echo 'error: this workspace has files of git LFS: use git there' >&2; exit 1
fi
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.excludesFile GIT_CONFIG_VALUE_0="$PWD/.git/info/exclude"
`;
/** Of a server that ended while it gave the copy something. */
const ownFolders = "':(exclude,glob).vitrine-????????????????/**'";

const diff = 'git diff-tree -r --no-color --no-ext-diff --no-textconv';

export async function countChangedFiles(copy: Copy, commit: string): Promise<number> {
  const text = `${takeTree(copy, commit)}${diff} --name-only -z "$base" "$tree" | tr -cd '\\0' | wc -c`;
  return Number((await readGitScript({ ...copy, text }, 1024)).toString().trim());
}

export async function reportChange(
  copy: Copy,
  commit: string,
  onOutput: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const text = `${takeTree(copy, commit)}${diff} -p -M "$base" "$tree"`;
  expectSuccess(await runGitScript({ ...copy, text }, onOutput));
}

/** The changes since a commit as a patch that git applies, also to binary files. */
export async function readCopyPatch(copy: Copy, commit: string, max: number): Promise<Buffer> {
  const text = `${takeTree(copy, commit)}${diff} -p -M --binary --full-index "$base" "$tree"`;
  return await readGitScript({ ...copy, text }, max);
}

export interface CopyChange {
  /** A commit of the copy with its present contents. */
  commit: string;
  fileCount: number;
  /** Binary-safe input for `git apply` that turns the old commit into this one. */
  patch: Buffer;
}

/** The patch to merge, and the commit it leads to, both from the same moment. */
export async function readChange(copy: Copy, commit: string): Promise<CopyChange> {
  const text = `${takeTree(copy, commit)}new=$(git commit-tree "$tree" -p "$base" -m Merged)
GIT_DIR="$PWD/.git" git update-ref refs/vitrine/merged "$new"
count=$(${diff} --name-only -z "$base" "$tree" | tr -cd '\\0' | wc -c)
echo "$new $count"
${diff} -p --no-renames --binary --full-index "$base" "$tree"`;
  const bytes = await readGitScript({ ...copy, text }, limits.mergedBytes);
  const end = bytes.indexOf('\n');
  const head = /^([0-9a-f]{40,64}) (\d+)$/.exec(bytes.subarray(0, Math.max(end, 0)).toString());
  if (!head) throw new WorkspaceError('unavailable', 'Git failed: it reported no commit');
  return { commit: head[1] ?? '', fileCount: Number(head[2]), patch: bytes.subarray(end + 1) };
}
