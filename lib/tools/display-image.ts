import { z } from 'zod';
import { visibleName } from '../core/algorithms/text/visible-name.ts';
import { displayImageProfile } from '../core/vocabulary/tools/display-image.ts';
import { defineTool } from './define-tool.ts';
import { readImageFile } from './image-file.ts';
import { isImagePath, unquote } from './offline-words.ts';
import { once } from './once.ts';

export const displayImage = defineTool(displayImageProfile, {
  description:
    'Shows people an image (PNG, JPEG, GIF, WebP, AVIF, SVG). You get a confirmation, not the image.',
  offline: {
    help: '`show logo.png`: shows an image',
    read(message) {
      const path = unquote(
        /^(?:show|display|open|render)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(.+)$/is.exec(message)?.[1] ?? '',
      );
      return isImagePath(path) ? { path } : null;
    },
  },
  inputSchema: z.object({ path: z.string().min(1) }),
  async run({ path }, context) {
    if (/^(?:[a-z][a-z0-9+.-]*:\/\/|data:|blob:)/i.test(path)) {
      return {
        resultType: 'failure',
        error: 'display_image shows files of the workspace, and loads nothing from elsewhere: give a path.',
      };
    }
    const image = await readImageFile(path, ['png', 'jpeg', 'gif', 'webp', 'avif', 'svg'], context);
    if (image.kind === 'other') {
      return {
        resultType: 'failure',
        error: `${visibleName(image.path)} is no image that can be shown: not PNG, JPEG, GIF, WebP, AVIF or SVG.`,
      };
    }
    if (image.kind === 'refused') {
      return {
        resultType: 'failure',
        error: `${visibleName(image.path)} cannot be shown: it ${image.reason}.`,
      };
    }
    return {
      resultType: 'success',
      fullResult: once(image.bytes),
      description: image.description,
    };
  },
});
