/**
 * Text in lower case, for comparing: every character stays at its offset, so that what is found in it is found
 * in the text itself. A character whose lower case is longer (İ) stays as it is; the two forms of a Greek sigma
 * are one.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  const folded = lower.length === text.length ? lower : Array.from(text, foldCharacter).join('');
  return folded.replaceAll('ς', 'σ');
}

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
