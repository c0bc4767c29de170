import type { Stores } from '../stores/stores.ts';

type ListedStores = Pick<Stores, 'conversations' | 'unread' | 'pins' | 'leases' | 'listChanges'>;

/**
 * The same stores; whatever changes what a list of conversations shows announces it. A list that misses an
 * announcement shows the change with the next one.
 */
export function announcingStores<T extends ListedStores>(stores: T, onError: (error: unknown) => void): T {
  const { conversations, unread, pins, leases, listChanges } = stores;
  const announce = (memberId: string | null) => void listChanges.announce(memberId).catch(onError);
  /** @param whose the member whose list alone it changes; `null`: everybody's */
  const announcing =
    <A extends readonly unknown[], R>(
      act: (...args: A) => Promise<R>,
      whose: (...args: A) => string | null,
    ) =>
    async (...args: A): Promise<R> => {
      const result = await act(...args);
      announce(whose(...args));
      return result;
    };
  const everybody = () => null;
  /** Conversations that this process has announced as pending: it sets that again and again while a call is open. */
  const pending = new Set<string>();
  const setPending = announcing(leases.setPending, everybody);
  return {
    ...stores,
    conversations: {
      ...conversations,
      create: announcing(conversations.create, everybody),
      update: announcing(conversations.update, everybody),
      delete: announcing(conversations.delete, everybody),
    },
    unread: {
      ...unread,
      note: announcing(unread.note, everybody),
      markRead: announcing(unread.markRead, (memberId) => memberId),
    },
    pins: { ...pins, set: announcing(pins.set, (memberId) => memberId) },
    leases: {
      ...leases,
      async setPending(conversationId, isPending) {
        const isKnown = isPending && pending.has(conversationId);
        await (isKnown ? leases.setPending : setPending)(conversationId, isPending);
        if (isPending) pending.add(conversationId);
        else pending.delete(conversationId);
      },
    },
  };
}
