/** Text up to this size is kept whole; of longer text only the edges are kept. */
export const wholeTextBytes = 4 * 1024 * 1024;
const edgeBytes = 512 * 1024;

/** What the split knows about a full result that streamed by, in bounded memory. */
export interface ResultDigest {
  byteLength: number;
  /** `null`: too long to keep (over 4 MiB). */
  whole: Uint8Array | null;
  /** The first and last 512 KiB. */
  head: Uint8Array;
  tail: Uint8Array;
}

export interface DigestBuilder {
  /** The bytes that are kept are copied, so the caller may reuse its memory. */
  push(chunk: Uint8Array): void;
  /** All bytes so far; `null`: there are too many to keep. */
  peek(): Uint8Array | null;
  finish(): ResultDigest;
}

export function createDigest(): DigestBuilder {
  let buffered: Uint8Array[] = [];
  let byteLength = 0;
  /** Set once there are too many bytes to keep. */
  let edges: { head: Uint8Array; tail: TailRing } | null = null;

  const keepEdges = () => {
    const joined = Buffer.concat(buffered);
    buffered = [];
    const tail = createTailRing(edgeBytes);
    tail.push(joined);
    return { head: Uint8Array.from(joined.subarray(0, edgeBytes)), tail };
  };

  return {
    push(chunk) {
      byteLength += chunk.length;
      if (edges !== null) return edges.tail.push(chunk);
      buffered.push(Uint8Array.from(chunk));
      if (byteLength > wholeTextBytes) edges = keepEdges();
    },
    peek: () => (edges === null ? Buffer.concat(buffered) : null),
    finish() {
      if (edges !== null) return { byteLength, whole: null, head: edges.head, tail: edges.tail.read() };
      const whole = Buffer.concat(buffered);
      return { byteLength, whole, head: whole.subarray(0, edgeBytes), tail: whole.subarray(-edgeBytes) };
    },
  };
}

interface TailRing {
  push(chunk: Uint8Array): void;
  read(): Uint8Array;
}

/** Keeps the last bytes of a stream in one fixed buffer. */
function createTailRing(size: number): TailRing {
  const ring = new Uint8Array(size);
  let end = 0;
  let isFull = false;
  return {
    push(chunk) {
      const last = chunk.subarray(-size);
      const untilEdge = last.subarray(0, size - end);
      ring.set(untilEdge, end);
      ring.set(last.subarray(untilEdge.length), 0);
      isFull ||= end + last.length >= size;
      end = (end + last.length) % size;
    },
    read: () => (isFull ? Buffer.concat([ring.subarray(end), ring.subarray(0, end)]) : ring.slice(0, end)),
  };
}
