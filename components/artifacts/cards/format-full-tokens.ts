import { formatNumber } from '#components/ui/format-number.ts';

/** Tokens of the full result, for display: `~` marks an estimate, `?` an unknown count. */
export const formatFullTokens = (result: {
  fullTokens: number | null;
  fullTokensEstimated?: boolean | undefined;
}): string =>
  result.fullTokens === null
    ? '?'
    : `${result.fullTokensEstimated ? '~' : ''}${formatNumber(result.fullTokens)}`;
