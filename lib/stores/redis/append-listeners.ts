import type { Appended } from '../stores.ts';
import { type AnnouncedWords, createAnnouncedWords } from './announced-words.ts';
import type { Subscriber } from './subscriber.ts';

type Listener = (appended: Appended) => void;

/** Who listens to appends here: a channel is listened to once for all who follow its conversation. */
export interface AppendListeners {
  listen(conversationId: string, listener: Listener): () => void;
  /** `undefined`: nobody listens here. */
  wordsOf(conversationId: string): AnnouncedWords | undefined;
}

interface Channel {
  words: AnnouncedWords;
  listeners: Set<Listener>;
  unsubscribe(): void;
}

/** @param channelOf the channel on which appends to a conversation are announced */
export function createAppendListeners(
  subscriber: Subscriber,
  channelOf: (conversationId: string) => string,
): AppendListeners {
  const channels = new Map<string, Channel>();

  const open = (conversationId: string): Channel => {
    const words = createAnnouncedWords();
    const listeners = new Set<Listener>();
    const unsubscribe = subscriber.listen(channelOf(conversationId), (message) => {
      const appended = words.hear(message);
      for (const listener of [...listeners]) listener(appended);
    });
    const opened = { words, listeners, unsubscribe };
    channels.set(conversationId, opened);
    return opened;
  };

  return {
    wordsOf: (conversationId) => channels.get(conversationId)?.words,
    listen(conversationId, listener) {
      const { listeners, unsubscribe } = channels.get(conversationId) ?? open(conversationId);
      // The same function may listen twice.
      const added: Listener = (appended) => listener(appended);
      listeners.add(added);
      return () => {
        if (!listeners.delete(added) || listeners.size > 0) return;
        channels.delete(conversationId);
        unsubscribe();
      };
    },
  };
}
