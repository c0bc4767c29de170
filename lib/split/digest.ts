/** Text up to this size is held whole; of a longer one its edges. */
export const wholeTextBytes = 4 * 1024 * 1024;
const edgeBytes = 512 * 1024;

/** What the split knows of a full result that streamed by, in bounded memory. */
export interface ResultDigest {
  byteLength: number;
  /** `null`: too long to hold (over 4 MiB). */
  whole: Uint8Array | null;
  /** The first and last 512 KiB. */
  head: Uint8Array;
  tail: Uint8Array;
}

export interface DigestBuilder {
  push(chunk: Uint8Array): void;
  finish(): ResultDigest;
}

export function createDigest(): DigestBuilder {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let byteLength = 0;
  let head: Uint8Array | null = null;
  let tail = new Uint8Array(0);

  /** Past the limit: keeps the head once, and of what follows the last bytes only. */
  const shrink = () => {
    const joined = Buffer.concat(held);
    head ??= Uint8Array.from(joined.subarray(0, edgeBytes));
    tail = Uint8Array.from(Buffer.concat([tail, joined]).subarray(-edgeBytes));
    held = [];
    heldBytes = 0;
  };

  return {
    push(chunk) {
      byteLength += chunk.length;
      heldBytes += chunk.length;
      held.push(chunk);
      if (heldBytes > (head === null ? wholeTextBytes : edgeBytes)) shrink();
    },
    finish() {
      if (head === null) {
        const whole = Buffer.concat(held);
        return { byteLength, whole, head: whole.subarray(0, edgeBytes), tail: whole.subarray(-edgeBytes) };
      }
      shrink();
      return { byteLength, whole: null, head, tail };
    },
  };
}
