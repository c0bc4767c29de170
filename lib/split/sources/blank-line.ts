const notBlank = /\S/;

export function isBlankLine(line: string): boolean {
  // Most lines tell by their last character; by their first they do not, as they are indented.
  const last = line.charCodeAt(line.length - 1);
  return !((last > 32 && last < 128) || notBlank.test(line));
}
