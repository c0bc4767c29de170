const storageKey = 'vitrine-asked';
const most = 50;

const read = (): string[] => {
  try {
    return (sessionStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
};

/** Conversations in which this tab has asked the agent: their end is its news. */
export const askedHere = (): ReadonlySet<string> => new Set(read());

export function rememberAsked(conversationId: string): void {
  const ids = [...read().filter((id) => id !== conversationId), conversationId].slice(-most);
  try {
    sessionStorage.setItem(storageKey, ids.join(' '));
  } catch {
    // Without storage there is no sound, and nothing else is missing.
  }
}
