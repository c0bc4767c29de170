/** One file or folder of a listing. */
export interface ListingEntry {
  /** As listed, without `./` before it and without a mark behind it. */
  path: string;
  /** `null`: not told; it is a folder if others are in it. */
  isFolder: boolean | null;
  /** It only leads to another. */
  isLink?: true;
  /** Bytes; of `4.0K` about as many. */
  size: number | null;
  /** As it was printed, where that was not in bytes. */
  roundedSize: string | null;
  /** When it was changed, in an order that text has; `null`: not told in full. */
  date: string | null;
}

const units: Record<string, number> = {
  K: 1_024,
  M: 1_024 ** 2,
  G: 1_024 ** 3,
  T: 1_024 ** 4,
  P: 1_024 ** 5,
};

const onlyDigits = /^\d+$/;

/** `4096`, `4.0K`, `1,5M` */
export function bytesOf(text: string): number | null {
  if (onlyDigits.test(text)) return Number(text);
  const [, digits, unit] = /^([\d.,]+)([KMGTP])?i?B?$/i.exec(text) ?? [];
  if (digits === undefined) return null;
  const number = Number(unit === undefined ? digits.replaceAll(/[.,]/g, '') : digits.replace(',', '.'));
  return Number.isNaN(number)
    ? null
    : Math.round(number * (unit === undefined ? 1 : (units[unit.toUpperCase()] ?? 1)));
}

/** `a/` is a folder, `a*` a program, `a@` and `a -> b` a link: how `ls -F` and others mark names. */
export function entryAt(text: string, isFolder: boolean | null): ListingEntry | null {
  const arrow = text.indexOf(' -> ');
  const name = text.slice(text.startsWith('./') ? 2 : 0, arrow === -1 ? text.length : arrow);
  const endsInSlash = name.length > 1 && name.endsWith('/');
  const path = endsInSlash ? name.slice(0, -1) : name;
  if (path === '' || path === '.' || path === '..') return null;
  return {
    path,
    isFolder: endsInSlash ? true : arrow === -1 ? isFolder : false,
    size: null,
    roundedSize: null,
    date: null,
    ...(arrow === -1 ? {} : { isLink: true as const }),
  };
}

export const isRounded = (size: string): boolean => /[KMGTP]i?B?$/i.test(size);
