import { formatNumber } from '../../ui/format-number.ts';

/** How many tokens all of a result would be, for people: `~` where that is estimated, `?` where nobody counted. */
export const formatFullTokens = (result: {
  fullTokens: number | null;
  fullTokensEstimated?: boolean | undefined;
}): string =>
  result.fullTokens === null
    ? '?'
    : `${result.fullTokensEstimated ? '~' : ''}${formatNumber(result.fullTokens)}`;
