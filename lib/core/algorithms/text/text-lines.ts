/** The lines of a text, each with its line end; only the last may lack one. Joined, they equal the text. */
export const textLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
