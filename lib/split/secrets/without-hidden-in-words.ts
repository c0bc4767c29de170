const mayHide = /\P{ASCII}/u;
const hidden = /(?<=[!-~])\p{Default_Ignorable_Code_Point}+(?=[!-~])/gu;

/** The text without characters that nobody sees between those of a word: a secret must not hide by them. The same text where none are. */
export const withoutHiddenInWords = (text: string): string =>
  mayHide.test(text) ? text.replace(hidden, '') : text;
