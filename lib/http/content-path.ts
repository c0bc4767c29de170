/** Paths that only the content origin serves. */
export const isContentPath = (path: string): boolean => path.startsWith('/api/content/');
