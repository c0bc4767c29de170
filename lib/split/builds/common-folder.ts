/** A common folder of relative paths is only worth factoring out when it is longer than this. */
const longFolder = 24;

/**
 * The folder that all of these paths share, with its trailing slash, so that it is shown once; '' where none
 * is worth factoring out. A file directly inside it keeps that folder's name.
 */
export function commonFolder(paths: readonly string[]): string {
  const [first, ...others] = paths;
  if (first === undefined || others.length === 0) return '';
  let length = first.length;
  for (const path of others) {
    let index = 0;
    while (index < length && path[index] === first[index]) index += 1;
    length = index;
  }
  const shared = folderOf(first.slice(0, length));
  const isRightIn = paths.some((path) => !/[\\/]/.test(path.slice(shared.length)));
  const folder = isRightIn ? folderOf(shared.slice(0, -1)) : shared;
  const isAbsolute = /^(?:\/|[A-Za-z]:[\\/])/.test(first);
  return folder.length > (isAbsolute ? 3 : longFolder) ? folder : '';
}

const folderOf = (path: string): string =>
  path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
