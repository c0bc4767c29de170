import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '#lib/config.ts';
import { limits } from '#lib/core/limits.ts';
import { createUploadLink, receiveByLink } from '#lib/operations/artifacts/upload-links.ts';
import { createServices, type Services } from '#lib/services.ts';
import { tempFolder } from '#tests/support/temp-folder.ts';

const origin = { siteUrl: 'http://127.0.0.1', address: '127.0.0.1' } as never;
let services: Services;
beforeAll(() => {
  services = createServices(
    readConfig({ VITRINE_DATA_DIR: tempFolder(), INIT_CWD: tempFolder(), LOG_LEVEL: 'silent' }),
  );
});
afterAll(() => services.shutDown());

async function newLink(): Promise<string> {
  const call = { services, origin, member: services.localMember };
  const url = await createUploadLink(call, { tokenId: null, title: 'A log', form: null });
  return url.split('/').at(-1) ?? '';
}
const uploadTo = (secret: string, receive: () => Promise<string>) =>
  receiveByLink({ services, origin }, secret, receive);
const gone = expect.objectContaining({ code: 'not_found' });

test('a link is used once, and again where nothing arrived', async () => {
  const secret = await newLink();
  await expect(uploadTo(secret, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
  expect(await uploadTo(secret, async () => 'stored')).toBe('stored');
  await expect(uploadTo(secret, async () => 'again')).rejects.toEqual(gone);
});

test('one that is used late is worth nothing, however often it was tried before', async () => {
  const startMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: startMs });
  try {
    const [unused, tried] = [await newLink(), await newLink()];
    vi.setSystemTime(startMs + limits.uploadLinkSeconds * 1_000 - 1);
    await expect(uploadTo(tried, () => Promise.reject(new Error('cut off')))).rejects.toThrow('cut off');
    vi.setSystemTime(startMs + limits.uploadLinkSeconds * 1_000 + 1);
    for (const secret of [unused, tried])
      await expect(uploadTo(secret, async () => 'late')).rejects.toEqual(gone);
  } finally {
    vi.useRealTimers();
  }
});
