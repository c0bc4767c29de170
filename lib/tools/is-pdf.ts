/** Whether these are the first bytes of a PDF, which may all be those of a text. */
export const isPdf = (head: Uint8Array): boolean =>
  Buffer.from(head.subarray(0, 5)).toString('latin1') === '%PDF-';
