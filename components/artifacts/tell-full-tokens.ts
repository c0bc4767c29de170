import { formatNumber } from '../ui/format-number.ts';

/** How many tokens all of a result would be, for people: `~` where that is estimated, `?` where nobody counted. */
export const tellFullTokens = (told: {
  fullTokens: number | null;
  fullTokensEstimated?: boolean | undefined;
}): string =>
  told.fullTokens === null ? '?' : `${told.fullTokensEstimated ? '~' : ''}${formatNumber(told.fullTokens)}`;
