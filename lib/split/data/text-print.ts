export interface TextPrint {
  /** Starts a new text. */
  restart(): void;
  push(text: string): void;
  readonly length: number;
  /** FNV-1a hash: equal for equal texts, however they were cut into pieces. */
  readonly value: number;
}

export function createTextPrint(): TextPrint {
  let hash = 0x811c9dc5;
  let length = 0;
  return {
    restart() {
      hash = 0x811c9dc5;
      length = 0;
    },
    push(text) {
      for (let offset = 0; offset < text.length; offset += 1)
        hash = Math.imul(hash ^ text.charCodeAt(offset), 0x01000193);
      length += text.length;
    },
    get length() {
      return length;
    },
    get value() {
      return hash >>> 0;
    },
  };
}
