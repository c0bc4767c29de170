import { lockFiles } from '../file-locks.ts';
import { WorkspaceError } from '../workspace-error.ts';
import type { Copy } from './copy-changes.ts';
import { scriptHead } from './git-script.ts';
import { expectSuccess, runGitScript, type ScriptEnd } from './run-script.ts';

const doesNotFit = 20;

/**
 * Applies a change to the files of a workspace, all of it or nothing: if it does not fit, nothing is written;
 * if writing fails half-way, the previous files are restored.
 * @throws WorkspaceError `changed` with the files it does not fit; `unavailable`
 */
export async function mergeChange(base: Copy, patch: Buffer): Promise<void> {
  const end = await lockFiles([`merge\0${base.root}`], () =>
    runGitScript({ ...base, text: applyScript(patch) }, () => {}),
  );
  if (end.exitCode === doesNotFit && end.stoppedBy === null) {
    throw new WorkspaceError('changed', formatConflict(end));
  }
  expectSuccess(end);
}

const applyScript = (patch: Buffer): string => `${scriptHead}base64 -d > "$by/patch" <<'END'
${(patch.toString('base64').match(/.{1,4096}/g) ?? []).join('\n')}
END
apply() { git apply --binary --whitespace=nowarn "$@" "$by/patch"; }
apply --check || exit ${doesNotFit}
apply --numstat -z | sed -z 's/^[^\\t]*\\t[^\\t]*\\t//' > "$by/paths"
while IFS= read -r -d '' path; do
  if [ -e "$path" ] || [ -L "$path" ]; then printf '%s\\0' "$path"; fi
done < "$by/paths" > "$by/present"
tar --create --file "$by/before.tar" --null --verbatim-files-from --files-from "$by/present"
apply && exit 0
xargs -0 -a "$by/paths" rm -f -- || true
tar --extract --file "$by/before.tar" --preserve-permissions || true
exit 1`;

const maxNames = 5;

function formatConflict({ stderr }: ScriptEnd): string {
  const ends = 'patch does not apply|already exists in working directory|No such file or directory|.*';
  const names = stderr
    .split('\n')
    .filter((line) => !line.startsWith('error: patch failed:'))
    .flatMap((line) => new RegExp(`^error: (.+?): (?:${ends})$`).exec(line)?.[1] ?? []);
  const distinct = [...new Set(names)];
  const more = distinct.length > maxNames ? ` and ${distinct.length - maxNames} more` : '';
  const files = distinct.slice(0, maxNames).join(', ') || 'Some files';
  return `Nothing was merged: ${files}${more} changed in the workspace meanwhile.`;
}
