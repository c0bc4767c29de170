/** Whether one absolute path equals the other or is below it. Compares names only; links are not followed. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
