import { useEffect } from 'react';
import type { ListedConversation } from '#lib/core/vocabulary/conversation.ts';
import type { NotificationPreferences } from '#lib/core/vocabulary/profile/preferences.ts';

type Kinds = NotificationPreferences['kinds'];

/** Makes a sound when the list shows something new of what the member wants to hear of. */
export function useNotificationSound(conversations: readonly ListedConversation[], kinds: Kinds): void {
  useEffect(() => {
    if (Object.values(kinds).some(({ sound }) => sound)) void follow(conversations, kinds);
  }, [conversations, kinds]);
}

/** Without its code there is no sound, and nothing else is missing. */
async function follow(conversations: readonly ListedConversation[], kinds: Kinds): Promise<void> {
  const code = await import('./notification-sound.ts').catch(() => null);
  code?.soundForList(conversations, kinds);
}
