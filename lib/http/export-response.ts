import type { Conversation } from '../core/vocabulary/conversation.ts';
import { conversationMarkdown } from '../operations/conversations/conversation-markdown.ts';
import { exportConversation, exportFileName } from '../operations/conversations/export-conversation.ts';
import type { Services } from '../services.ts';
import { formerAttachment, withFormerNames } from './former-names.ts';

/** A conversation as a file to download. */
export async function exportResponse(
  services: Pick<Services, 'stores'>,
  conversation: Conversation,
  format: 'json' | 'markdown',
): Promise<Response> {
  const isJson = format === 'json';
  const exported = await exportConversation(services, conversation);
  const text = isJson
    ? JSON.stringify(withFormerNames(exported, formerAttachment))
    : conversationMarkdown(exported);
  const fileName = encodeURIComponent(exportFileName(conversation.title, isJson ? 'json' : 'md'));
  return new Response(text, {
    headers: {
      'Content-Type': `${isJson ? 'application/json' : 'text/markdown'}; charset=utf-8`,
      'Content-Disposition': `attachment; filename*=UTF-8''${fileName.replace(/['()*]/g, percentEncode)}`,
    },
  });
}

const percentEncode = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`;
