/** Identifies one attempt to send: a message sent again under the same ID counts once. */
export const newClientMessageId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
};
