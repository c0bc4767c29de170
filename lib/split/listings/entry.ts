/** One file or folder of a listing. */
export interface ListingEntry {
  /** As listed, without a leading `./` or a trailing mark. */
  path: string;
  /** `null`: not reported; it is a folder if other entries are in it. */
  isFolder: boolean | null;
  /** A symbolic link. */
  isLink?: true;
  /** Bytes; approximate for `4.0K`. `null`: not reported. */
  size: number | null;
  /** The size as printed, where that was not in bytes. */
  roundedSize: string | null;
  /** Modification time, in a format that sorts as text; `null`: not reported in full. */
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

/** Parses a size in bytes: `4096`, `4.0K`, `1,5M`. */
export function bytesOf(text: string): number | null {
  if (onlyDigits.test(text)) return Number(text);
  const [, digits, unit] = /^([\d.,]+)([KMGTP])?i?B?$/i.exec(text) ?? [];
  if (digits === undefined) return null;
  const number = Number(unit === undefined ? digits.replaceAll(/[.,]/g, '') : digits.replace(',', '.'));
  return Number.isNaN(number)
    ? null
    : Math.round(number * (unit === undefined ? 1 : (units[unit.toUpperCase()] ?? 1)));
}

/**
 * Parses a name with the marks of `ls -F` and similar: `a/` is a folder, `a*` an executable,
 * `a@` and `a -> b` a link.
 */
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
