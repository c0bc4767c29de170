/** Terms are numbers below this. Different texts may have the same one. */
export const termCount = 65_536;

/**
 * The grams of a text: all runs of one to three characters without a blank, each as a term. A single character
 * is one only outside ASCII: nearly every text has an `e`, but in Chinese one is a word. Characters are UTF-16
 * units, so that half of an emoji is one too, in every text alike.
 * @param length only those of this length
 */
export function gramsOf(text: string, length?: number): Set<number> {
  const grams = new Set<number>();
  const [shortest, longest] = length === undefined ? [1, 3] : [length, length];
  for (let start = 0; start < text.length; start += 1) {
    let hash = 0;
    for (let count = 1; count <= longest && start + count <= text.length; count += 1) {
      const unit = text.charCodeAt(start + count - 1);
      if (isBlank(unit)) break;
      hash = mix(hash, unit);
      if (count >= shortest && (count > 1 || unit > 0x7f)) grams.add(finish(hash));
    }
  }
  return grams;
}

/** A whole text as one term. */
export function termOf(text: string): number {
  let hash = text.length;
  for (let at = 0; at < text.length; at += 1) hash = mix(hash, text.charCodeAt(at));
  return finish(hash);
}

/** Blanks that are common; a rarer one is a character like another, in every text alike. */
const isBlank = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0;

const mix = (hash: number, unit: number): number => Math.imul(hash ^ unit, 0x9e_37_79_b1) ^ (hash >>> 15);

/** The last step of MurmurHash3 (Appleby, public domain), which spreads every bit over the number. */
function finish(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2_b2_ae_35);
  return ((twice ^ (twice >>> 16)) >>> 0) % termCount;
}
