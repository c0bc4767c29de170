/** A path without the folder that has been shown already. */
export const withoutFolder = (path: string, folder: string): string =>
  folder !== '' && path.startsWith(folder) ? path.slice(folder.length) : path;
