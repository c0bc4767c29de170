/** Text in which nothing can be hidden: by far the most common case, and fast to detect. */
const plain = /^[\n\r\t -~]*$/;

/**
 * Invisible characters that belong to a visible one: one variation selector after a character, and joiners
 * within an emoji or in scripts that use them.
 */
const shown = [
  /(?<=[^\s\p{Default_Ignorable_Code_Point}\p{Cc}])[\u180b-\u180d\u180f\ufe00-\ufe0f]/u,
  /(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]/u,
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})/u,
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}])[\u200c\u200d]/u,
  /(?<=[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}])[\u200c\u200d]/u,
  /(?<=[\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]/u,
];

/**
 * Control characters except tab and line ends, and characters that Unicode says to ignore: zero-width,
 * direction, tags, fillers.
 */
const hidden = /[\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}]|(?![\t\n\r])\p{Cc}/u;

const either = new RegExp(`${shown.map(({ source }) => source).join('|')}|(${hidden.source})`, 'gu');

/** Replaces each hidden character; returns the same text if there are none. */
export function replaceHidden(text: string, replace: (character: string) => string): string {
  if (plain.test(text)) return text;
  return text.replace(either, (kept, dropped: string | undefined) =>
    dropped === undefined ? kept : replace(dropped),
  );
}
