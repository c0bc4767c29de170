import { VitrineError } from '#lib/core/errors.ts';
import { limits } from '#lib/core/limits.ts';

/**
 * A person's message as it is stored: well-formed, and not empty unless it has attachments.
 * @throws VitrineError `message_too_long`, `invalid_request`
 */
export function readMessageText(message: string, attachmentCount = 0): string {
  const text = message.toWellFormed();
  if (text.length > limits.messageCharacters) {
    const limit = limits.messageCharacters.toLocaleString('en-US');
    throw new VitrineError('message_too_long', `A message can have at most ${limit} characters`);
  }
  if (text.trim() === '' && attachmentCount === 0)
    throw new VitrineError('invalid_request', 'The message is empty');
  return text;
}
