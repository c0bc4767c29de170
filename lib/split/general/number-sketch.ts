/** Statistics of the numbers at one position of alike lines, in bounded memory. */
export interface NumberSketch {
  count: number;
  min: number;
  max: number;
  /** The line with the largest number. */
  maxLine: number;
  minLine: number;
  add(value: number, line: number): NumberNovelty;
  /** Numbers above this are outliers; `Infinity`: there are none. */
  farAbove(): number;
  /** Numbers at or below this are outliers: next to nothing among numbers that are not small. */
  farBelow(): number;
  /** For a code with few values: the rare values, each with its first line. */
  seldom(): ReadonlyMap<number, number>;
  /**
   * The ratio of the largest to the second largest number, in powers of ten; 0 when the largest does not
   * stand out.
   */
  leap(): number;
  /** The values of a code, each with its count and its first line; `null`: there are too many. */
  readonly codes: ReadonlyMap<number, { count: number; line: number }> | null;
  /** The numbers nearly always rise, as those of a counter or a clock do. */
  isRising(): boolean;
}

/**
 * Whether the number's line may turn out to be odd and should be kept: the value is new, the largest so far,
 * or far above that, or next to nothing.
 */
export type NumberNovelty = 'usual' | 'largest' | 'leap' | 'new-value';

/** A number with more distinct values is a quantity, not a code. */
const maxCodeValues = 8;
const sampleSize = 96;
const minCount = 8;
const minForLow = 12;
/** Shares of the median. */
const nextToNothing = 0.02;
const farFromNothing = 0.2;

export function createNumberSketch(): NumberSketch {
  const sample: number[] = [];
  let values: Map<number, { count: number; line: number }> | null = new Map();
  let last = Number.NaN;
  /** The second largest number. */
  let second = Number.NEGATIVE_INFINITY;
  let rises = 0;
  const sketch: NumberSketch = {
    count: 0,
    min: Number.POSITIVE_INFINITY,
    max: Number.NEGATIVE_INFINITY,
    maxLine: 0,
    minLine: 0,
    add(value, line) {
      sketch.count += 1;
      if (value >= last) rises += 1;
      last = value;
      if (sample.length < sampleSize) sample.push(value);
      // Samples the whole stream deterministically (Knuth's multiplicative hash).
      else if (Math.imul(sketch.count, 2654435761) >>> 0 < (sampleSize / sketch.count) * 2 ** 32)
        sample[(sketch.count * 40_503) % sampleSize] = value;
      const hasFallen = sketch.min > 0 && value <= sketch.min * nextToNothing;
      if (value < sketch.min) {
        sketch.min = value;
        sketch.minLine = line;
      }
      const isNew = values !== null && addValue(value, line);
      if (value <= sketch.max) {
        if (value > second && value < sketch.max) second = value;
        return hasFallen ? 'leap' : isNew ? 'new-value' : 'usual';
      }
      second = sketch.max;
      sketch.max = value;
      sketch.maxLine = line;
      return value > leapOver(second) ? 'leap' : isNew ? 'new-value' : 'largest';
    },
    isRising: () => rises > sketch.count * 0.9,
    farAbove() {
      if (sketch.count < minCount) return Number.POSITIVE_INFINITY;
      // A counter that jumps once and then continues as before.
      if (sketch.isRising()) return last < sketch.max ? leapOver(second) : Number.POSITIVE_INFINITY;
      const sorted = sample.toSorted((a, b) => a - b);
      const middle = median(sorted);
      const spread = median(sorted.map((value) => Math.abs(value - middle)).toSorted((a, b) => a - b));
      const bound = Math.max(middle + 12 * Math.max(spread, Math.abs(middle) * 0.03), middle * 3, middle + 2);
      // When many numbers are far off, that is their normal range.
      const far = sorted.filter((value) => value > bound).length;
      return far > Math.max(1, sorted.length * 0.05) ? Number.POSITIVE_INFINITY : bound;
    },
    get codes() {
      return values;
    },
    farBelow() {
      if (sketch.count < minForLow || sketch.isRising()) return Number.NEGATIVE_INFINITY;
      const sorted = sample.toSorted((a, b) => a - b);
      const middle = median(sorted);
      const bound = middle * nextToNothing;
      const low = sorted.findIndex((value) => value > bound);
      const isApart = low !== -1 && (sorted[low] ?? 0) > middle * farFromNothing;
      return bound > 0 && isApart && low <= Math.max(1, sorted.length * 0.05)
        ? bound
        : Number.NEGATIVE_INFINITY;
    },
    leap: () => (sketch.max > second && second > 0 ? Math.log10(sketch.max / second) : 0),
    seldom() {
      if (values === null || sketch.count < 12) return new Map();
      const rare = [...values].filter(([, { count }]) => count <= Math.max(1, sketch.count * 0.02));
      return new Map(rare.length <= 3 ? rare.map(([value, { line }]) => [value, line]) : []);
    },
  };

  function addValue(value: number, line: number): boolean {
    const known = values?.get(value);
    if (known) {
      known.count += 1;
      return false;
    }
    if (values && values.size >= maxCodeValues) values = null;
    values?.set(value, { count: 1, line });
    return values !== null;
  }
  return sketch;
}

const leapOver = (value: number): number => Math.max(value * 3, value + 2);

const median = (sorted: readonly number[]): number => sorted[sorted.length >> 1] ?? 0;
