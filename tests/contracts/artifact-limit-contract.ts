import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { limits } from '#lib/core/limits.ts';
import { openedStores } from './opened-stores.ts';
import { sampleArtifact } from './samples.ts';
import type { StoreOpener } from './store-opener.ts';

const bytesOf = (text: string): Buffer => Buffer.from(text);

/** What happens to an artifact longer than `limits.artifactBytes`. */
export function describeArtifactLimit(open: StoreOpener): void {
  const opened = openedStores(open);
  const artifacts = () => opened().stores.artifacts;

  test('bytes above the limit are counted and dropped', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, 'one line of text\n');
    const count = limits.artifactBytes / mebibyte.length;
    const artifact = sampleArtifact();
    const writer = await artifacts().create(artifact);
    const hash = createHash('sha256');
    for (let at = 0; at < count - 1; at += 1) {
      await writer.write(mebibyte);
      hash.update(mebibyte);
    }
    const last = Buffer.concat([mebibyte, bytesOf('dropped')]);
    await writer.write(last);
    await writer.write(bytesOf('dropped too'));
    const metadata = await writer.complete(null);
    expect(metadata).toMatchObject({
      byteLength: limits.artifactBytes,
      droppedBytes: 7 + 11,
      sha256: hash.update(mebibyte).digest('hex'),
    });
    const end = limits.artifactBytes;
    const tail = await artifacts().readBytes(artifact.id, end - 20, end + 20);
    expect(String(tail)).toBe(mebibyte.subarray(-20).toString());
    await artifacts().delete(artifact.id);
  });

  test('the limit is reported while bytes are still arriving', async () => {
    const artifact = sampleArtifact({ type: 'terminal', exitCode: null });
    const writer = await artifacts().create(artifact);
    const piece = Buffer.alloc(limits.artifactBytes / 8, 'x\n');
    for (let at = 0; at < limits.artifactBytes; at += piece.length) await writer.write(piece);
    await writer.write(bytesOf('dropped'));
    expect(await writer.publish({ stderrLines: [] })).toEqual({
      byteLength: limits.artifactBytes,
      lineCount: limits.artifactBytes / 2,
    });
    expect((await artifacts().get(artifact.id))?.metadata.droppedBytes).toBe(7);
    await writer.abort();
  });
}
