/** What a seccomp filter answers: that the call passes, the name of the error it fails with, or that the process ends. */
export type Answer = string;

export interface FilteredCall {
  call: number;
  /** `AUDIT_ARCH_…` */
  architecture: number;
  args?: readonly (number | bigint)[];
}

const errorNames: Record<number, string> = {
  0: 'nothing',
  1: 'EPERM',
  12: 'ENOMEM',
  22: 'EINVAL',
  38: 'ENOSYS',
  93: 'EPROTONOSUPPORT',
  94: 'ESOCKTNOSUPPORT',
  97: 'EAFNOSUPPORT',
};

/**
 * Runs a filter as the kernel does (classic BPF, the instructions that filters here use) and throws where the kernel would not
 * have loaded it: an unknown instruction, a jump out of the program, a word that is none, too many instructions.
 */
export function decideCall(filter: Uint8Array, { call, architecture, args = [] }: FilteredCall): Answer {
  const program = Buffer.from(filter);
  const length = program.byteLength / 8;
  if (!Number.isInteger(length) || length > 4096) throw new Error(`${length} instructions`);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call >>> 0, 0);
  data.writeUInt32LE(architecture >>> 0, 4);
  args.forEach(
    (value, index) => void data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * index),
  );

  let accumulator = 0;
  for (let index = 0; index < length; index++) {
    const code = program.readUInt16LE(index * 8);
    const operand = program.readUInt32LE(index * 8 + 4);
    const branch = (isTrue: boolean) => program.readUInt8(index * 8 + (isTrue ? 2 : 3));
    switch (code) {
      case 0x06:
        return nameAnswer(operand);
      case 0x20:
        if (operand % 4 !== 0) throw new Error(`no word at ${operand}`);
        accumulator = data.readUInt32LE(operand);
        break;
      case 0x54:
        accumulator = (accumulator & operand) >>> 0;
        break;
      case 0x05:
        index += operand;
        break;
      case 0x15:
        index += branch(accumulator === operand);
        break;
      case 0x35:
        index += branch(accumulator >= operand);
        break;
      case 0x45:
        index += branch((accumulator & operand) !== 0);
        break;
      default:
        throw new Error(`no such instruction: ${code}`);
    }
  }
  throw new Error('the program has no end');
}

function nameAnswer(answer: number): Answer {
  if (answer === 0x7fff_0000) return 'allow';
  if (answer === 0x8000_0000) return 'kill';
  if (answer >>> 16 === 5) return errorNames[answer & 0xffff] ?? `error ${answer & 0xffff}`;
  return `answer ${answer}`;
}
