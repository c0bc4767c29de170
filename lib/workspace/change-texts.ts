import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { limits } from '../core/limits.ts';
import type { FileChange } from '../core/vocabulary/artifact.ts';
import { configFileName } from '../core/vocabulary/config-file-name.ts';
import { lockFiles } from './file-locks.ts';
import { ownCodeIn } from './own-code.ts';
import { findGitPath } from './protection/find-git-path.ts';
import { type PresentFile, readPresent, tooLarge } from './read-present.ts';
import { sha256Of } from './sha256-of.ts';
import { WorkspaceError } from './workspace-error.ts';
import { parseWorkspacePath } from './workspace-path.ts';
import type { WorkspaceRoot } from './workspace-root.ts';
import { writeFiles } from './write-files.ts';

export interface TextWrite {
  path: string;
  /** `null`: the file is removed. */
  text: string | null;
  /** For a new file: the file whose mode and owner it gets. */
  like?: string;
  /** Mode of a new file without `like`. */
  mode?: number | undefined;
}

export interface TextChanges {
  /** All paths that may be read or written, without duplicates. */
  paths: readonly string[];
  /**
   * SHA-256 of the expected content; `null`: the file must not exist; `undefined`: any content at the time of
   * the call is accepted.
   */
  expected(path: string): string | null | undefined;
  /** The error message for a file with unexpected content. */
  changedMessage(path: string): string;
  /** Plans the writes from the present texts (`null`: no file). If it throws, nothing is changed. */
  plan(texts: ReadonlyMap<string, string | null>): TextWrite[];
}

/**
 * Changes UTF-8 text files, all of them or none, and only if they have the expected content.
 * @throws WorkspaceError
 */
export async function changeTexts(root: WorkspaceRoot, changes: TextChanges): Promise<FileChange[]> {
  const pathsByKey = new Map(changes.paths.map((path) => [path, writablePaths(root, path)]));
  const keyOf = (path: string) => [root.path, ...(pathsByKey.get(path) ?? [])].join('\0');
  return lockFiles(changes.paths.map(keyOf), async (wasChanged) => {
    const present = new Map<string, PresentFile | null>();
    let byteLength = 0;
    for (const [path, components] of pathsByKey) {
      await refuseGitPath(root, path, components);
      const file = await readExpected(root, path, components, changes, wasChanged(keyOf(path)));
      present.set(path, file);
      byteLength += file?.bytes.length ?? 0;
      if (byteLength > limits.changedBytes) throw new WorkspaceError('too_large', tooMuch);
    }
    const texts = new Map([...present].map(([path, file]) => [path, file && decodeText(file.bytes, path)]));
    const writes = changes.plan(texts).map(({ path, text, like, mode }) => {
      const before = present.get(path) ?? null;
      return {
        path,
        components: pathsByKey.get(path) ?? [],
        present: before,
        bytes: text === null ? null : encodeText(text, path),
        like: before ?? (like === undefined ? null : (present.get(like) ?? null)),
        mode,
      };
    });
    await writeFiles(root, writes);
    return writes.map(({ path, present: before, bytes }) => ({
      path,
      before: before?.sha256 ?? null,
      after: bytes && sha256Of(bytes),
      ...(before && bytes === null ? { mode: before.mode } : {}),
    }));
  });
}

const tooMuch = `The files of one change have at most ${limits.changedBytes / 1024 / 1024} MiB together`;

/**
 * @throws WorkspaceError for git's own files and the server's: a hook or program written there would run
 * outside any sandbox
 */
function writablePaths(root: WorkspaceRoot, path: string): string[] {
  const components = parseWorkspacePath(path);
  const isOwnCode = ownCodeIn(root.path).some((folder) =>
    folder.every((name, index) => components[index] === name),
  );
  if (isOwnCode) {
    throw new WorkspaceError(
      'not_writable',
      `This server itself runs from there, so tools do not change it: ${visibleName(path)}`,
    );
  }
  const isConfig =
    components.at(-1) === configFileName || [root.path, ...components].join('/') === root.configFile;
  if (isConfig) {
    throw new WorkspaceError('not_writable', `Vitrine's own settings are not changed by tools: ${path}`);
  }
  if (components.some((name) => name.toLowerCase() === '.git')) {
    throw new WorkspaceError(
      'not_writable',
      `Git's own files are not changed by tools: ${visibleName(path)}`,
    );
  }
  return components;
}

/** Rejects files that a person's own git would obey, also under another name than `.git`. */
async function refuseGitPath(root: WorkspaceRoot, path: string, components: string[]): Promise<void> {
  const why = await findGitPath(root.path, components);
  if (why === null) return;
  throw new WorkspaceError(
    'not_writable',
    `Git's own files are not changed by tools, and it ${why}: ${visibleName(path)}`,
  );
}

async function readExpected(
  root: WorkspaceRoot,
  path: string,
  components: readonly string[],
  { expected, changedMessage }: TextChanges,
  wasChanged: boolean,
): Promise<PresentFile | null> {
  const version = expected(path);
  const changed = () => new WorkspaceError('changed', changedMessage(path));
  const present = await readPresent(root, components).catch((error: unknown) => {
    // A file that grew too large to edit has changed.
    const isTooLarge = error instanceof WorkspaceError && error.code === 'too_large';
    throw isTooLarge && version !== undefined ? changed() : error;
  });
  const isExpected = version === undefined ? !wasChanged : version === (present?.sha256 ?? null);
  if (!isExpected) throw changed();
  return present;
}

function decodeText(bytes: Uint8Array, path: string): string {
  const refuse = (words: string) => new WorkspaceError('not_text', `${words}: ${visibleName(path)}`);
  if (bytes.length >= 2 && isUtf16(bytes)) throw refuse('UTF-16 text cannot be edited, only UTF-8');
  if (bytes.includes(0)) throw refuse('Not text, so it cannot be edited');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refuse('Not valid UTF-8, so it cannot be edited without harm');
  }
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

function encodeText(text: string, path: string): Uint8Array {
  if (text.includes('\0'))
    throw new WorkspaceError('not_text', `Text cannot hold a NUL character: ${visibleName(path)}`);
  const bytes = Buffer.from(text);
  if (bytes.length > limits.editFileBytes) throw new WorkspaceError('too_large', tooLarge(visibleName(path)));
  return bytes;
}
