import { escapeHidden } from '../core/algorithms/text/visible-name.ts';
import { limits } from '../core/limits.ts';
import { WorkspaceError } from './workspace-error.ts';

/** Bidirectional controls, zero-width and tag characters: they make a name look like another one. */
const deceptive = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;
const byteLength = (text: string) => new TextEncoder().encode(text).length;

/**
 * The components of a path inside a workspace; none for the workspace itself. Lexical only: the file system
 * is not read.
 * @throws WorkspaceError `bad_path` if the path leaves the workspace or cannot be a name in it
 */
export function parseWorkspacePath(path: string): string[] {
  const refuse = (reason: string) =>
    new WorkspaceError('bad_path', `${reason}: ${escapeHidden(JSON.stringify(path.slice(0, 200)))}`);
  if (path.includes('\0')) throw refuse('A path cannot hold a NUL character');
  if (
    path.startsWith('/') ||
    path.startsWith('~') ||
    path.startsWith('\\\\') ||
    /^[A-Za-z]:[\\/]/.test(path)
  ) {
    throw refuse('Paths are relative to the workspace, this one is absolute');
  }
  if (deceptive.test(path)) throw refuse('The path holds hidden characters');
  if (byteLength(path) > limits.pathBytes) throw refuse(`A path has at most ${limits.pathBytes} bytes`);
  const components = path.split('/').filter((part) => part !== '' && part !== '.');
  if (components.includes('..')) throw refuse('The path leaves the workspace');
  if (components.some((part) => byteLength(part) > limits.pathComponentBytes)) {
    throw refuse(`A name has at most ${limits.pathComponentBytes} bytes`);
  }
  return components;
}
