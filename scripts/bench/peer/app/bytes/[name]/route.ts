import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Bytes = Uint8Array<ArrayBuffer>;
const retained = new Map<string, Bytes>();

async function read(name: string): Promise<Bytes> {
  const bytes =
    retained.get(name) ??
    (await readFile(join(/* turbopackIgnore: true */ process.env.BENCH_FOLDER ?? '', name)));
  retained.set(name, bytes);
  return bytes;
}

/** The minimal Next route handler: bytes from memory. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  const bytes = await read((await params).name);
  return new Response(bytes, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': String(bytes.length) },
  });
}
