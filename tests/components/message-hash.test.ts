import { expect, test } from 'vitest';
import { messageOfHash, messagePath } from '#components/chat/message-hash.ts';

test('only a message hash in the URL links to a message', () => {
  const path = messagePath('conv_a', 'msg_b2');
  expect(messageOfHash(new URL(path, 'http://localhost').hash)).toBe('msg_b2');
  for (const hash of ['', '#', '#art_x:L1', '#msg_', '#msg_a"]', `#msg_${'a'.repeat(65)}`])
    expect(messageOfHash(hash)).toBeNull();
});
