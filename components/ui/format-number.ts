const grouped = new Intl.NumberFormat('en-US');

/** Formats full figures, never "2.4k". */
export const formatNumber = (value: number): string => grouped.format(value).replace('-', '−');

export const formatCount = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(value)} ${value === 1 ? singular : plural}`;
