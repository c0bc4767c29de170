/** The lines of a text, each with its line end; only the last may have none. Joined they are the text. */
export const textLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
