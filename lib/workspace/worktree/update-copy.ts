import { WorkspaceError } from '../workspace-error.ts';
import { type Copy, takeTree } from './copy-changes.ts';
import { quotedForShell, scriptHead, secretPathspecs } from './git-script.ts';
import { expectSuccess, readGitScript, runGitScript } from './run-script.ts';

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
  /** What it follows from now on: the newer commit, or one that joins it with commits that only the copy has. */
  commit: string;
  /** What its changes are compared to from now on. */
  base: string;
  /** Text files in which both versions are, between marks. */
  conflicts: string[];
  /** Other files that differ on both sides: the copy's version stays. */
  kept: string[];
}

const maxOutputBytes = 4 * 1024 * 1024;
const ours = 'worktree';

const exits = { unrelated: 22, nothingNew: 23, ownCommits: 24 };

/**
 * Moves a copy to a newer commit, and its changes with it: they are merged with what is new since the commit that both have
 * in common, and stay uncommitted. If that fails, nothing has changed. Secrets stay as they are.
 * @returns `null`: it has all of that commit already
 * @throws WorkspaceError `unavailable`, also where an ignored file is in the way
 */
export async function updateCopy(
  copy: Copy,
  { packFolder, ...request }: UpdateRequest,
): Promise<CopyUpdate | null> {
  // The pack is gone before the copy's files are looked at.
  const pack = quotedForShell(packFolder);
  const take = `${scriptHead}git index-pack --stdin < ${pack}/pack > /dev/null; rm -rf ${pack}`;
  await readGitScript({ ...copy, text: take }, 1024);
  const chunks: Uint8Array[] = [];
  const end = await runGitScript({ ...copy, text: updateScript(copy, request) }, (bytes) => {
    chunks.push(bytes);
  });
  if (end.stoppedBy === null) {
    const { target } = request;
    if (end.exitCode === exits.nothingNew) return null;
    if (end.exitCode === exits.unrelated)
      throw new WorkspaceError('unavailable', `${target} and this worktree have no commit in common`);
    if (end.exitCode === exits.ownCommits) {
      const message = `Commits of the workspace that ${target} does not have conflict with it. Merge them there first`;
      throw new WorkspaceError('unavailable', message);
    }
  }
  expectSuccess(end);
  const [commit = '', base = '', ...paths] = Buffer.concat(chunks).toString().split('\0').slice(0, -1);
  if (![commit, base].every((id) => /^[0-9a-f]{40,64}$/.test(id)))
    throw new WorkspaceError('unavailable', 'Git failed: it named no commit');
  const of = (kind: string) =>
    paths.filter((path) => path.startsWith(kind)).map((path) => path.slice(kind.length));
  return { commit, base, conflicts: of('text '), kept: [...new Set(of('other '))] };
}

/** Pathspecs of secrets, without the exceptions among them. */
const hiddenPaths = ({ secretNames }: Copy): string =>
  `${secretPathspecs(secretNames, 'secret')} ${secretPathspecs(secretNames, 'exception').replaceAll(':(', ':(exclude,')}`;

const updateScript = (
  copy: Copy,
  { start, base, branch, commit, target }: Omit<UpdateRequest, 'packFolder'>,
): string => `${takeTree(copy, start)}theirs=${quotedForShell(`origin/${target}`)}
new=${quotedForShell(commit)}
ref=${quotedForShell(`refs/heads/${branch}`)}
git cat-file -e "$new^{commit}"
common=$(git merge-base "$base" "$new") || exit ${exits.unrelated}
[ "$common" != "$new" ] || exit ${exits.nothingNew}
# However a repository sets the size of its marks, they are found again.
mkdir -p "$by/git/info"; echo '* conflict-marker-size=7' > "$by/git/info/attributes"

# merge TREE FILE: into the tree $merged; FILE lists what could not be merged.
since=$(git commit-tree "$common^{tree}" -m common)
on() { git commit-tree "$1" -p "$since" -m side; }
git update-ref "refs/remotes/$theirs" "$(on "$new^{tree}")"
merge() {
  git update-ref refs/heads/${ours} "$(on "$1")"
  code=0
  git -c merge.directoryRenames=false merge-tree --write-tree -z --name-only --no-messages ${ours} "$theirs" > "$by/out" || code=$?
  [ "$code" -le 1 ] || exit "$code"
  merged=$(head -z -n 1 "$by/out" | tr -d '\\0')
  tail -z -n +2 "$by/out" | sort -zu > "$2"
}
# keep TREE FILE: in $merged, the listed paths are as they are in TREE.
keep() {
  export GIT_INDEX_FILE="$by/kept"
  git read-tree "$merged"
  git update-index -z --force-remove --stdin < "$2"
  while IFS= read -r -d '' path; do git --literal-pathspecs ls-tree -z "$1" -- "$path"; done < "$2" | git update-index -z --index-info
  merged=$(git write-tree)
  export GIT_INDEX_FILE="$by/index"
}

# What it follows: commits that only the copy has are joined with the newer one.
follows=$new
if [ "$common" != "$base" ]; then
  merge "$(git rev-parse "$base^{tree}")" "$by/own"
  [ ! -s "$by/own" ] || exit ${exits.ownCommits}
  follows=$(git commit-tree "$merged" -p "$base" -p "$new" -m "Merge $theirs")
fi
# What its changes are compared to: what was merged into the workspace before is no change of the copy.
from=$follows
if [ "$base" != ${quotedForShell(base)} ]; then
  before=$(git rev-parse ${quotedForShell(`${base}^{tree}`)})
  merge "$before" "$by/earlier"
  keep "$before" "$by/earlier"
  from=$(git commit-tree "$merged" -p "$follows" -m Merged)
fi

merge "$tree" "$by/conflicts"
: > "$by/text"; : > "$by/other"
while IFS= read -r -d '' path; do
  if git cat-file blob "$merged:$path" 2>/dev/null | grep -aqE '^<{7,} ${ours}'; then printf '%s\\0' "$path" >> "$by/text"
  else printf '%s\\0' "$path" >> "$by/other"; fi
done < "$by/conflicts"
keep "$tree" "$by/other"
# Commands see no secrets, and write none: they stay.
git ls-files -s -z -- ${hiddenPaths(copy)} | sort -z > "$by/secrets"
export GIT_INDEX_FILE="$by/kept"
git read-tree "$merged"
git ls-files -s -z -- ${hiddenPaths(copy)} | sort -z > "$by/theirs"
comm -z -3 "$by/secrets" "$by/theirs" | sed -z 's/^\\t//' | cut -z -f 2- >> "$by/other"
cut -z -f 2- "$by/theirs" | git update-index -z --force-remove --stdin
git update-index -z --index-info < "$by/secrets"
result=$(git write-tree)
export GIT_INDEX_FILE="$by/index"

# Git would overwrite what it ignores: a file, or whatever is where a folder has to be.
refuse() { echo "error: $1 is new on the server, and would replace what git does not know here" >&2; exit 1; }
git diff-tree -r -z --no-renames --name-only --diff-filter=A "$tree" "$result" > "$by/added"
while IFS= read -r -d '' path; do
  part=
  rest=$path/
  while [ -n "$rest" ]; do
    part=\${part:+$part/}\${rest%%/*}
    rest=\${rest#*/}
    if [ -L "$part" ] || { [ -e "$part" ] && [ ! -d "$part" ]; }; then
      git cat-file -e "$tree:$part" 2>/dev/null || refuse "$path"
      break
    fi
    [ -e "$part" ] || break
  done
  if [ -d "$path" ] && [ ! -L "$path" ] && [ -n "$(git --literal-pathspecs ls-files --others -- "$path" | head -c 1)" ]; then refuse "$path"; fi
done < "$by/added"

# From here on something is written: if it fails, it is taken back.
git diff-tree -r -z --no-renames --name-only --diff-filter=a "$tree" "$result" > "$by/changed"
follow() {
  rm -f .git/index.lock .git/HEAD.lock ".git/$ref.lock"
  git read-tree -m -u "$tree" "$result" &&
  (
    unset GIT_INDEX_FILE GIT_WORK_TREE GIT_OBJECT_DIRECTORY
    export GIT_DIR="$PWD/.git"
    git update-ref refs/vitrine/merged "$from" &&
    git update-ref "$ref" "$follows" &&
    git symbolic-ref HEAD "$ref" &&
    # Anew: it would not let go of a secret.
    git read-tree --empty && git read-tree "$follows" &&
    { git ls-files -z -- ${hiddenPaths(copy)} | git update-index -z --skip-worktree --stdin; } &&
    { git update-index -q --refresh > /dev/null || true; }
  )
}
if ! follow; then
  git read-tree --reset "$tree"
  xargs -0 -r -a "$by/added" rm -f -- || true
  git checkout-index -f -q -z --stdin < "$by/changed" || true
  exit 1
fi
printf '%s\\0%s\\0' "$follows" "$from"
sed -z 's/^/text /' "$by/text"
sed -z 's/^/other /' "$by/other"`;

/**
 * Changed files that have marks of both versions in them, whether an update left them or not.
 * @param commit what the changes are compared to
 */
export async function findConflicts(copy: Copy, commit: string): Promise<string[]> {
  const text = `${takeTree(copy, commit)}code=0
git grep -lzaE ${quotedForShell(`^<{7,} ${ours}`)} "$tree" > "$by/marked" || code=$?
[ "$code" -le 1 ] || exit "$code"
sed -z 's/^[0-9a-f]*://' "$by/marked" | sort -z > "$by/sorted"
git diff-tree -r -z --no-renames --name-only --diff-filter=d "$base" "$tree" | sort -z | comm -z -12 - "$by/sorted"`;
  const output = await readGitScript({ ...copy, text }, maxOutputBytes);
  return output.toString().split('\0').slice(0, -1);
}
