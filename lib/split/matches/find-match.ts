/**
 * Finds the offset of a match in a line, as far as possible without the search's own engine: the pattern
 * itself, or its longest word. -1: not found.
 */
export function createMatchFinder(pattern: string | null): (text: string) => number {
  if (pattern === null) return () => -1;
  const words = pattern.replaceAll(/\\[a-zA-Z]/g, ' ').match(/[\w$-]{2,}/g) ?? [];
  const [longest] = words.toSorted((a, b) => b.length - a.length);
  return (text) => {
    const literal = text.indexOf(pattern);
    if (literal !== -1 || longest === undefined) return literal;
    const word = text.indexOf(longest);
    return word === -1 ? text.toLowerCase().indexOf(longest.toLowerCase()) : word;
  };
}
