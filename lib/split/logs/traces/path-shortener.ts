const location = /^(.*[/\\])([^/\\]+?)(:\d{1,9}(?::\d{1,9})?)$/;

/** Names a file's folder once: a place in a file that was told before is told by the file's name. */
export function createPathShortener(): (text: string) => string {
  const known = new Set<string>();
  return (text) => {
    const [, folder = '', name = '', numbers = ''] = location.exec(text) ?? [];
    if (name === '') return text;
    const path = folder + name;
    if (known.has(path)) return name + numbers;
    known.add(path);
    return text;
  };
}
