/** A path as it is shown where the folder was said before. */
export const withoutFolder = (path: string, folder: string): string =>
  folder !== '' && path.startsWith(folder) ? path.slice(folder.length) : path;
