let path = '/';

/** Where the reader was before they opened the settings. */
export const lastPath = (): string => path;

export function rememberPath(shown: string): void {
  path = shown;
}
