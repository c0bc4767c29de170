const rounded = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const precise = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

/** `1,234.56`: what was added up. */
export const formatSum = (value: number): string => rounded.format(value);

const noAmount =
  /(?:^|[_\s.-]|(?<=[a-z]))(?:id|year|zip|port|code|number|no|p?pid|tid|[ug]id|i-?node|index|line|row|version|phone|month|day)$/i;

/** Numbers that only tell things apart: nothing comes of adding them. */
export const tellsApart = (name: string): boolean => noAmount.test(name);

/** A number as it stood in a column: years and identifiers have no separators. */
export const formatValue = (value: number, name: string): string =>
  tellsApart(name) ? String(value) : precise.format(value);
