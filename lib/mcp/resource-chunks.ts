import type { SpillFile } from '../stores/spill-file.ts';
import { describeBlock } from './content-block.ts';
import type { ReadResource } from './mcp-server.ts';

type Content = ReadResource['contents'][number];

const dataOf = (content: Content): string => ('text' in content ? content.text : content.blob);

/** Closes what was too long for memory. @returns whether anything was */
export function closeSpilled({ contents, takeSpilled }: ReadResource): boolean {
  const files = contents.flatMap((content) => takeSpilled(dataOf(content)) ?? []);
  for (const file of files) file.close();
  return files.length > 0;
}

/** The bytes of a resource. Of several texts each follows the other; of what comes beside them, a line says what it is. */
export async function* resourceChunks({ contents, takeSpilled }: ReadResource): AsyncIterable<Uint8Array> {
  const files = contents.map((content) => takeSpilled(dataOf(content)));
  try {
    const [only] = contents;
    if (contents.length === 1 && only && !('text' in only)) {
      if (files[0]) yield* decoded(files[0]);
      else yield Buffer.from(only.blob, 'base64');
      return;
    }
    for (const [index, content] of contents.entries()) {
      if (index > 0) yield Buffer.from('\n\n');
      const file = files[index];
      if (file && 'text' in content) yield* file.read();
      else yield Buffer.from(describeBlock({ type: 'resource', resource: content }));
    }
  } finally {
    for (const file of files) file?.close();
  }
}

/** Base64 in pieces of any length. */
async function* decoded(file: SpillFile): AsyncIterable<Uint8Array> {
  let rest = '';
  for await (const piece of file.read()) {
    const text = rest + Buffer.from(piece).toString('latin1').replace(/\s/g, '');
    const whole = text.length - (text.length % 4);
    yield Buffer.from(text.slice(0, whole), 'base64');
    rest = text.slice(whole);
  }
  if (rest !== '') yield Buffer.from(rest, 'base64');
}
