/** What a browser would show of a piece of a page, roughly: without its tags. */
export const plainText = (text: string): string => text.replaceAll(/<[^<>]*>?/g, ' ').replaceAll(/\s+/g, ' ');
