/** The message that a page's hash links to; `null`: none. */
export const messageOfHash = (hash: string): string | null =>
  /^#(msg_[A-Za-z0-9_-]{1,64})$/.exec(hash)?.[1] ?? null;

export const messagePath = (conversationId: string, messageId: string): string =>
  `/c/${conversationId}#${messageId}`;

/** Goes to a message of the open conversation, even if the address already names it. */
export function goToMessage(messageId: string): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  window.location.hash = messageId;
}
