/** Kinds of quantities; values of the same kind are comparable. */
export type QuantityKind = 'percent' | 'size' | 'duration';

export interface Quantity {
  kind: QuantityKind;
  /** In percent, bytes or seconds. */
  value: number;
}

const percent = /^(\d+(?:\.\d+)?) ?%$/;
/** top writes `52.3g`; a lowercase m is a minute, so it is no size. */
const size = /^(\d+(?:\.\d+)?) ?(?:([kKMgGtTPE])(i?)B?|B)$/;
const duration = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|w|y))+$/;
const durationPart = /(\d+(?:\.\d+)?)([a-zµ]+)/g;
const seconds: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
};

/**
 * Parses `98%`, `4.0K`, `3h20m`. Units without `B` are multiples of 1,024, as `df -h` and similar print them.
 * @returns `null` if the text is not a quantity
 */
export function quantityOf(text: string): Quantity | null {
  const percents = percent.exec(text);
  if (percents) return { kind: 'percent', value: Number(percents[1]) };
  const sized = size.exec(text);
  if (sized) return { kind: 'size', value: Number(sized[1]) * scaleOf(sized[2], text, sized[3]) };
  if (!duration.test(text)) return null;
  let value = 0;
  for (const [, amount, unit] of text.matchAll(durationPart))
    value += Number(amount) * (seconds[unit ?? ''] ?? 0);
  return { kind: 'duration', value };
}

const scaleOf = (letter: string | undefined, text: string, binary: string | undefined): number =>
  letter === undefined
    ? 1
    : (text.endsWith('B') && binary === '' ? 1_000 : 1_024) ** ('KMGTPE'.indexOf(letter.toUpperCase()) + 1);
