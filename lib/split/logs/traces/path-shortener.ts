const location = /^(.*[/\\])([^/\\]+?)(:\d{1,9}(?::\d{1,9})?)$/;

/** Shortens repeated paths: a file that was already shown in full is shown by its name. */
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
