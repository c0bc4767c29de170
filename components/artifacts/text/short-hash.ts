/** `9f2c…41be` */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 4)}…${sha256.slice(-4)}`;
