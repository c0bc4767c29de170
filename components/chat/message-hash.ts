/** The message that the part after `#` in a page's address leads to; `null`: none. */
export const messageOfHash = (hash: string): string | null =>
  /^#(msg_[A-Za-z0-9_-]{1,64})$/.exec(hash)?.[1] ?? null;

export const messagePath = (conversationId: string, messageId: string): string =>
  `/c/${conversationId}#${messageId}`;

/** Leads to a message of the conversation that is open, also where its address names that message already. */
export function goToMessage(messageId: string): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  window.location.hash = messageId;
}
