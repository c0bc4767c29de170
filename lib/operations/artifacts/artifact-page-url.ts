import type { Origin } from '../origin.ts';

/** Where people open an artifact, whatever conversation it is in. */
export const artifactPageUrl = ({ siteUrl }: Pick<Origin, 'siteUrl'>, id: string): string =>
  `${siteUrl}/a/${id}`;
