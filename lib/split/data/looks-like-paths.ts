const fewest = 5;
const path = /^(?:[A-Za-z]:\\|[~.]{0,2}\/)?[^\s:*?"<>|]*[/\\.][^\s:*?"<>|]*$/;

/** Whether a text is a list of files: one path per line, and nothing else. */
export function looksLikePaths(head: string): boolean {
  const lines = head
    .split('\n')
    .slice(0, 200)
    .filter((line) => line !== '');
  return lines.length >= fewest && lines.every((line) => line.length < 1_000 && path.test(line));
}
