/** Whether an artifact is the copy behind a share, which only its share ends. */
export const isFrozenCopy = (id: string): boolean => id.startsWith('shr_');
