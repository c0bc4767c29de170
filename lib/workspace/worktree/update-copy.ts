import { WorkspaceError } from '../workspace-error.ts';
import { type Copy, takeTree } from './copy-changes.ts';
import { quotedForShell, scriptHead, secretPathspecs } from './git-script.ts';
import { readGitScript } from './run-script.ts';

export interface UpdateRequest {
  /** The commit that the copy has in common with the other server. */
  start: string;
  /** What its changes are compared to: that commit, or what was merged since. */
  base: string;
  /** Of the copy. */
  branch: string;
  /** The commit to follow from now on, and what it is called there. */
  commit: string;
  target: string;
  /** Folder in the copy with a `pack` of what it lacks; it is removed. */
  packFolder: string;
}

export interface CopyUpdate {
  /** What its changes are compared to from now on. */
  base: string;
  /** Text files in which both versions are, between marks. */
  conflicts: string[];
  /** Other files that differ on both sides: the copy's version stays. */
  kept: string[];
}

const maxOutputBytes = 4 * 1024 * 1024;
const ours = 'worktree';

/**
 * Moves a copy to a newer commit, and its changes with it: they are merged with what is new since the commit that both have
 * in common, and stay uncommitted. If that fails, nothing has changed.
 * @throws WorkspaceError `unavailable`, also where an ignored file is in the way
 */
export async function updateCopy(copy: Copy, { packFolder, ...request }: UpdateRequest): Promise<CopyUpdate> {
  // The pack is gone before the copy's files are looked at.
  const pack = quotedForShell(packFolder);
  const take = `${scriptHead}git index-pack --stdin < ${pack}/pack > /dev/null; rm -rf ${pack}`;
  await readGitScript({ ...copy, text: take }, 1024);
  const output = await readGitScript({ ...copy, text: updateScript(copy, request) }, maxOutputBytes);
  const [base = '', ...paths] = output.toString().split('\0').slice(0, -1);
  if (!/^[0-9a-f]{40,64}$/.test(base))
    throw new WorkspaceError('unavailable', 'Git failed: it named no commit');
  const of = (kind: string) =>
    paths.filter((path) => path.startsWith(kind)).map((path) => path.slice(kind.length));
  return { base, conflicts: of('text '), kept: of('other ') };
}

const updateScript = (
  copy: Copy,
  { start, base, branch, commit, target }: Omit<UpdateRequest, 'packFolder'>,
): string => `${takeTree(copy, start)}theirs=${quotedForShell(`origin/${target}`)}
new=${quotedForShell(commit)}
git cat-file -e "$new^{commit}"
# Both sides follow one commit, so that this is what they are compared to.
common=$(git commit-tree "$base^{tree}" -m common)
on() { git commit-tree "$1^{tree}" -p "$common" -m side; }
git update-ref "refs/remotes/$theirs" "$(on "$new")"
merge() {
  git update-ref refs/heads/${ours} "$(git commit-tree "$1" -p "$common" -m side)"
  git merge-tree --write-tree -z --name-only --no-messages ${ours} "$theirs" > "$2"
}
code=0; merge "$tree" "$by/merged" || code=$?
[ "$code" -le 1 ] || exit "$code"
result=$(head -z -n 1 "$by/merged" | tr -d '\\0')
from=$new
if [ "$base" != ${quotedForShell(base)} ] && merge "$(git rev-parse ${quotedForShell(`${base}^{tree}`)})" "$by/earlier"; then
  # What was merged into the workspace before is no change of the copy.
  from=$(git commit-tree "$(head -z -n 1 "$by/earlier" | tr -d '\\0')" -p "$new" -m Merged)
fi
# Git would overwrite what it is told to ignore.
git diff-tree -r -z --no-renames --name-only --diff-filter=A "$tree" "$result" > "$by/added"
while IFS= read -r -d '' path; do
  if [ -e "$path" ] || [ -L "$path" ]; then echo "error: $path is new on the server, and would replace a file that git ignores here" >&2; exit 1; fi
done < "$by/added"
git read-tree -m -u "$tree" "$result"
printf '%s\\0' "$from"
tail -z -n +2 "$by/merged" | while IFS= read -r -d '' path; do
  kind=other
  if git cat-file blob "$result:$path" 2>/dev/null | grep -aqE '^<<<<<<< ${ours}'; then kind=text; fi
  printf '%s %s\\0' "$kind" "$path"
done
unset GIT_INDEX_FILE GIT_WORK_TREE GIT_OBJECT_DIRECTORY
export GIT_DIR="$PWD/.git"
rm -f .git/index.lock
git update-ref refs/vitrine/merged "$from"
git symbolic-ref HEAD ${quotedForShell(`refs/heads/${branch}`)}
git update-ref ${quotedForShell(`refs/heads/${branch}`)} "$new"
git read-tree --reset "$new"
git ls-files -z -- ${secretPathspecs(copy.secretNames, 'secret')} | git update-index -z --skip-worktree --stdin
git update-index -q --refresh > /dev/null || true`;

/** Those of some files (at least one) that still have marks of both versions in them. @param commit any of the copy */
export async function findConflicts(copy: Copy, commit: string, paths: readonly string[]): Promise<string[]> {
  const specs = paths.map((path) => quotedForShell(`:(literal)${path}`)).join(' ');
  const marks = quotedForShell(`^(<<<<<<< ${ours}|>>>>>>> origin/)`);
  const text = `${takeTree(copy, commit)}git grep -lzaE ${marks} "$tree" -- ${specs} | sed -z 's/^[0-9a-f]*://' || true`;
  const output = await readGitScript({ ...copy, text }, maxOutputBytes);
  return output.toString().split('\0').slice(0, -1);
}
