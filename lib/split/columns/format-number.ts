const rounded = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const precise = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });

/** Formats a sum: `1,234.56`. */
export const formatSum = (value: number): string => rounded.format(value);

const noAmount =
  /(?:^|[_\s.-]|(?<=[a-z]))(?:id|year|zip|port|code|number|no|p?pid|tid|[ug]id|i-?node|device|index|line|row|version|phone|month|day)$/i;

/** Whether a column's numbers only identify things, so that adding them up makes no sense. */
export const isIdentifyingName = (name: string): boolean => noAmount.test(name);

const unit = /^(?:currency|currencies|ccy|unit|units|uom|unit_?of_?measure|w\u00e4hrung|devise|moneda)$/i;

/** Whether a column says in which unit the numbers beside it are. */
export const isUnitName = (name: string): boolean => unit.test(name);

/** Formats a number of a column; years and identifiers get no separators. */
export const formatValue = (value: number, name: string): string =>
  isIdentifyingName(name) ? String(value) : precise.format(value);
