/** Paths that only the content origin serves. */
export const isContentPath = (path: string): boolean => path.startsWith('/api/content/');

/** And of these, the frames of apps. */
export const isAppFramePath = (path: string): boolean => /^\/api\/content\/[^/]+\/app$/.test(path);
