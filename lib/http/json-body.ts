import { VitrineError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';

/** The JSON body of a request, at most 1 MiB; `undefined` where there is none. */
export async function readJsonBody(request: Request): Promise<unknown> {
  const text = await readText(request);
  if (text === '') return undefined;
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new VitrineError('unsupported_media_type', 'The body must be application/json');
  try {
    return /\\u[Dd][89A-Fa-f]/.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text);
  } catch (cause) {
    throw new VitrineError('invalid_json', 'The body is not valid JSON', { cause });
  }
}

/** Unpaired surrogates cannot be stored as UTF-8: the stored text would differ from the one that was sent. */
const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

async function readText(request: Request): Promise<string> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    byteLength += chunk.length;
    // The rest is read and dropped: a client that is still sending when its connection closes never sees the
    // response.
    if (byteLength <= limits.jsonBodyBytes) chunks.push(chunk);
    if (byteLength > limits.discardedBodyBytes) break;
  }
  if (byteLength > limits.jsonBodyBytes) {
    throw new VitrineError('body_too_large', `The body is over ${limits.jsonBodyBytes / 1024 / 1024} MiB`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
