/** A filter's answer to the kernel: a return value of seccomp. */
type Answer = number;

/**
 * A 32-bit word of the kernel's input to a filter (`struct seccomp_data`), by its offset, and a mask of the
 * bits that count.
 */
export interface Word {
  offset: number;
  mask?: number;
}

/** A test of one word, and the decision that follows from it. */
export interface Question {
  word: Word;
  is: keyof typeof jumps;
  operand: number;
  yes: FilterDecision;
  no: FilterDecision;
}

export type FilterDecision = Answer | Question;

/** Instructions of classic BPF (`linux/bpf_common.h`). */
const load = 0x20;
const maskWith = 0x54;
const jumpAlways = 0x05;
const jumps = { equal: 0x15, atLeast: 0x35, anyBitOf: 0x45 } as const;
const giveBack = 0x06;

interface Instruction {
  code: number;
  operand: number;
  /** Number of instructions to skip. */
  ifTrue?: number;
  ifFalse?: number;
}

/** The longest conditional jump: the kernel stores it in a byte. */
const maxJump = 255;

/** Compiles a decision to a program of 8 bytes per instruction (`struct sock_filter`), little-endian. */
export function assembleDecision(decision: FilterDecision): Uint8Array {
  return Buffer.concat(compile(decision, null).map(encode));
}

/** @param loaded the word that is in the accumulator and need not be loaded again */
function compile(decision: FilterDecision, loaded: Word | null): Instruction[] {
  if (typeof decision === 'number') return [{ code: giveBack, operand: decision }];
  const { word, is, operand } = decision;
  const no = compile(decision.no, word);
  const yes = compile(decision.yes, word);
  const jump: Instruction[] =
    no.length <= maxJump
      ? [{ code: jumps[is], operand, ifTrue: no.length }]
      : [
          { code: jumps[is], operand, ifFalse: 1 },
          { code: jumpAlways, operand: no.length },
        ];
  return [...(isSame(word, loaded) ? [] : fetchWord(word)), ...jump, ...no, ...yes];
}

function fetchWord({ offset, mask }: Word): Instruction[] {
  const fetched = { code: load, operand: offset };
  return mask === undefined ? [fetched] : [fetched, { code: maskWith, operand: mask }];
}

const isSame = (word: Word, other: Word | null) => word.offset === other?.offset && word.mask === other.mask;

function encode({ code, operand, ifTrue = 0, ifFalse = 0 }: Instruction): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(operand >>> 0, 4);
  return bytes;
}
