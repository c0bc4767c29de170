const notBlank = /\S/;

export function isBlankLine(line: string): boolean {
  // The last character decides for most lines; the first would not, since lines are indented.
  const last = line.charCodeAt(line.length - 1);
  return !((last > 32 && last < 128) || notBlank.test(line));
}
