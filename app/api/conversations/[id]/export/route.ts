import { limits } from '@vitrine/lib/core/limits.ts';
import { requireConversation } from '@vitrine/lib/http/access.ts';
import { conversationMarkdown } from '@vitrine/lib/http/conversation-markdown.ts';
import { exportConversation, exportFileName } from '@vitrine/lib/http/export-conversation.ts';
import { idParams, route } from '@vitrine/lib/http/route.ts';
import { z } from 'zod';

const query = z.strictObject({ format: z.enum(['json', 'markdown']) });

export const GET = route(
  { params: idParams, query },
  async ({ request, params, query, member, services }) => {
    const conversation = await requireConversation(services, member, params.id);
    const isJson = query.format === 'json';
    // How long a log is nobody knows before it is read: one at a time.
    const text = await services.wholeReads.run(limits.wholeReadBytes, request.signal, async () => {
      const exported = await exportConversation(services, conversation);
      return isJson ? JSON.stringify(exported) : conversationMarkdown(exported);
    });
    const fileName = encodeURIComponent(exportFileName(conversation.title, isJson ? 'json' : 'md'));
    return new Response(text, {
      headers: {
        'Content-Type': `${isJson ? 'application/json' : 'text/markdown'}; charset=utf-8`,
        'Content-Disposition': `attachment; filename*=UTF-8''${fileName.replace(/['()*]/g, percent)}`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  },
);

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`;
