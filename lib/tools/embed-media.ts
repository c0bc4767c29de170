import { z } from 'zod';
import { mediaProviderNames } from '../core/vocabulary/media.ts';
import { parseMediaUrl } from '../core/vocabulary/media-url.ts';
import { embedMediaProfile } from '../core/vocabulary/tools/embed-media.ts';
import { defineTool } from './define-tool.ts';
import { unquote } from './offline-words.ts';

export const embedMedia = defineTool(embedMediaProfile, {
  description:
    'Shows people a video or sound of YouTube, Vimeo, SoundCloud or Spotify. You neither see nor hear it.',
  offline: {
    help: '`embed https://vimeo.com/76979871`: shows a video or a song, loaded when you say so',
    read(message) {
      const match = /^(?:embed|play)\s+(\S+)$/i.exec(message);
      return match && { url: unquote(match[1] ?? '') };
    },
  },
  inputSchema: z.object({ url: z.string().min(1).describe('Its link, from https:// on') }),
  async run({ url }, { readMediaTitle }) {
    const media = parseMediaUrl(url);
    if ('reason' in media) return { resultType: 'failure', error: media.reason };
    const result = await readMediaTitle(media);
    const known = result && {
      title: result.title,
      ...(result.author === null ? {} : { author: result.author }),
    };
    return {
      resultType: 'success',
      fullResult: JSON.stringify({ ...media, ...known }),
      description: {
        type: 'media',
        title: result?.title ?? media.url,
        mimeType: 'application/json',
        language: 'json',
        files: [],
        firstLine: 1,
        exitCode: null,
        counts: `${mediaProviderNames[media.provider]} ${media.kind}`,
      },
    };
  },
});
