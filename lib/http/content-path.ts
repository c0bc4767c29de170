/** What is answered on the origin of user content, and there alone. */
export const isContentPath = (path: string): boolean => path.startsWith('/api/content/');
