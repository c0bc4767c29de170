import { limits } from '../core/limits.ts';
import type { Workspace } from './workspace.ts';
import { WorkspaceError } from './workspace-error.ts';

/** By name, the first one first: of several one is read. */
const fileNames = ['AGENTS.md', 'CLAUDE.md'];

/** The start of a file in which a repository tells agents how to work on it. */
export interface InstructionFile {
  name: string;
  text: string;
  byteLength: number;
}

/** `null`: there is none that can be read: links are not followed, and an empty file tells nothing. */
export async function readInstructionFile(workspace: Workspace): Promise<InstructionFile | null> {
  for (const name of fileNames) {
    const found = await readStart(workspace, name);
    if (found !== null && found.text.trim() !== '') return found;
  }
  return null;
}

async function readStart(workspace: Workspace, name: string): Promise<InstructionFile | null> {
  try {
    const file = await workspace.openFile(name);
    try {
      const decoder = new TextDecoder();
      let text = '';
      let read = 0;
      for await (const bytes of file.chunks()) {
        text += decoder.decode(bytes, { stream: true });
        read += bytes.byteLength;
        if (read >= limits.instructionFileBytes) break;
      }
      return { name, text, byteLength: file.byteLength };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}
