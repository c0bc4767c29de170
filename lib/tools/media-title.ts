import { z } from 'zod';
import { limits } from '../core/limits.ts';
import type { Media, MediaProvider, MediaTitle } from '../core/vocabulary/media.ts';

/** The providers' documented oEmbed endpoints: fixed, and the only URLs requested. */
const endpoints: Record<MediaProvider, string> = {
  youtube: 'https://www.youtube.com/oembed?format=json&url=',
  vimeo: 'https://vimeo.com/api/oembed.json?url=',
  soundcloud: 'https://soundcloud.com/oembed?format=json&url=',
  spotify: 'https://open.spotify.com/oembed?url=',
};

/** The fields used from an answer; its HTML is not read. */
const answerSchema = z.object({ title: z.string(), author_name: z.string().nullish() });

interface MediaTitleReaderOptions {
  /** `false`: no provider is ever asked. */
  isOn: boolean;
  fetch?: typeof fetch;
}

/**
 * Asks a medium's provider for its title. `null` if it does not answer quickly, directly and with text. Never
 * rejects.
 */
export function createMediaTitleReader({
  isOn,
  fetch = globalThis.fetch,
}: MediaTitleReaderOptions): (media: Media) => Promise<MediaTitle | null> {
  if (!isOn) return async () => null;
  return async ({ provider, url }) => {
    try {
      const response = await fetch(endpoints[provider] + encodeURIComponent(url), {
        headers: { Accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(limits.mediaTitleMs),
      });
      return await readAnswer(response);
    } catch {
      // Offline, blocked, too slow, or a redirect: the medium is shown without its title.
      return null;
    }
  };
}

async function readAnswer(response: Response): Promise<MediaTitle | null> {
  const isJson = /^application\/json\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '');
  const text = response.status === 200 && isJson ? await readBounded(response) : null;
  if (text === null) {
    await response.body?.cancel();
    return null;
  }
  const { title, author_name } = answerSchema.parse(JSON.parse(text));
  const shown = plainText(title);
  return shown === '' ? null : { title: shown, author: plainText(author_name ?? '') || null };
}

/** `null`: more than the limit. */
async function readBounded({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of body ?? []) {
    byteLength += chunk.length;
    if (byteLength > limits.mediaTitleBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** One line of visible characters: no control, hidden, tag or private characters. */
function plainText(text: string): string {
  const visible = text
    .toWellFormed()
    .replace(/\p{Z}|[\t\n\r]/gu, ' ')
    .replace(/[\p{C}\p{Variation_Selector}]/gu, '');
  const line = visible.replace(/ +/g, ' ').trim();
  return [...line].slice(0, limits.mediaTitleCharacters).join('');
}
