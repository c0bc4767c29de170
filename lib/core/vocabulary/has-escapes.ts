import type { ArtifactType } from './artifact.ts';

/** Whether the stored text is as a program printed it, with its escape sequences. */
export const hasEscapes = (type: ArtifactType): boolean => type === 'terminal';
