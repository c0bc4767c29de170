import { sniffEncoding, type TextEncoding } from '../stores/line-index.ts';
import type { Workspace, WorkspaceFile } from '../workspace/workspace.ts';
import { isPdf } from './is-pdf.ts';

export interface OpenedFile {
  path: string;
  byteLength: number;
  /** `null`: not text. */
  encoding: TextEncoding | null;
  isPdf: boolean;
  /** Call this if the file is not read. */
  close(): Promise<void>;
  /** Its bytes; closes the file when they end or the reader stops. Can be read once. */
  chunks(): AsyncIterable<Uint8Array>;
  /** The same, converted to UTF-8. */
  utf8Chunks(): AsyncIterable<Uint8Array>;
}

export async function openWorkspaceFile(workspace: Workspace, path: string): Promise<OpenedFile> {
  const file = await workspace.openFile(path);
  const kind = await sniff(file);
  const { encoding } = kind;
  const chunks = () => closing(file);
  return {
    path: file.path,
    byteLength: file.byteLength,
    ...kind,
    close: () => file.close(),
    chunks,
    utf8Chunks: () => (encoding === 'utf-8' || encoding === null ? chunks() : transcode(chunks(), encoding)),
  };
}

async function sniff(file: WorkspaceFile): Promise<Pick<OpenedFile, 'encoding' | 'isPdf'>> {
  try {
    for await (const first of file.chunks())
      return isPdf(first)
        ? { encoding: null, isPdf: true }
        : { encoding: sniffEncoding(first), isPdf: false };
    return { encoding: 'utf-8', isPdf: false };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* closing(file: WorkspaceFile): AsyncIterable<Uint8Array> {
  try {
    yield* file.chunks();
  } finally {
    await file.close();
  }
}

async function* transcode(
  chunks: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
