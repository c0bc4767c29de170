import type { FilterDecision, Question, Word } from './bpf-program.ts';
import { allow, refuseWith, succeedAtOnce } from './seccomp-answers.ts';
import type { CallNumbers } from './system-calls.ts';

/** A system call that is decided by its arguments. */
export interface ExaminedCall {
  numbers: CallNumbers;
  decision: FilterDecision;
}

/** Error numbers (Linux, `asm-generic/errno.h`). */
const errno = {
  EPERM: 1,
  ENOMEM: 12,
  EINVAL: 22,
  EPROTONOSUPPORT: 93,
  ESOCKTNOSUPPORT: 94,
  EAFNOSUPPORT: 97,
} as const;
const refuse = (name: keyof typeof errno) => refuseWith(errno[name]);

/** The low or the high half of an argument, which the kernel passes as 64 bits. */
const argument = (index: number, mask?: number): Word => ({
  offset: 16 + 8 * index,
  ...(mask === undefined ? {} : { mask }),
});
const highHalfOf = (index: number): Word => ({ offset: 20 + 8 * index });

const hasAnyBit = (word: Word, operand: number, yes: FilterDecision, no: FilterDecision): Question => ({
  word,
  is: 'anyBitOf',
  operand,
  yes,
  no,
});

const isOneOf = (
  word: Word,
  values: readonly number[],
  yes: FilterDecision,
  no: FilterDecision,
): FilterDecision =>
  values.reduceRight<FilterDecision>(
    (remaining, operand) => ({ word, is: 'equal', operand, yes, no: remaining }),
    no,
  );

/** Bits of a file's mode: it runs with the rights of its owner, or of its group (setuid, setgid). */
const setId = 0o6000;
/** `O_CREAT`, and the distinct bit of `O_TMPFILE`. */
const makesFile = 0o100 | 0o20_000_000;

/**
 * Forbids setuid and setgid files, which must not be left in the workspace: with a server that runs as root,
 * their owner would be root.
 */
const refuseSetId = (modeIndex: number): FilterDecision =>
  hasAnyBit(argument(modeIndex), setId, refuse('EPERM'), allow);

/** The mode counts only for a new file; otherwise the register contains an arbitrary value. */
const refuseNewSetId = (flagsIndex: number, modeIndex: number): FilterDecision =>
  hasAnyBit(argument(flagsIndex), makesFile, refuseSetId(modeIndex), allow);

/** Every `CLONE_NEW…` that `clone` takes (`linux/sched.h`). */
const newNamespaces = 0x7e02_0000;

/** Families, types and protocols (`linux/socket.h`, `linux/net.h`, `linux/in.h`, `linux/netlink.h`). */
const family = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;
const stream = 1;
const datagram = 2;
/** The other bits of the type are flags. */
const typeMask = 0xf;
const internetProtocols = [0, /* ICMP */ 1, /* TCP */ 6, /* UDP */ 17, /* ICMPv6 */ 58];
const routeProtocol = 0;

/**
 * Allows only socket families that the sandbox's network namespace confines, and of these only what is always
 * in the kernel: others would reach the host (`AF_VSOCK`) or load modules.
 */
const decideSocket: FilterDecision = isOneOf(
  argument(0),
  [family.unix],
  allow,
  isOneOf(
    argument(0),
    [family.inet, family.inet6],
    isOneOf(
      argument(1, typeMask),
      [stream, datagram],
      isOneOf(argument(2), internetProtocols, allow, refuse('EPROTONOSUPPORT')),
      refuse('ESOCKTNOSUPPORT'),
    ),
    isOneOf(
      argument(0),
      [family.netlink],
      isOneOf(argument(2), [routeProtocol], allow, refuse('EPROTONOSUPPORT')),
      refuse('EAFNOSUPPORT'),
    ),
  ),
);

/**
 * Requests that fake typed input, change the terminal driver, or take over the console
 * (`asm-generic/ioctls.h`).
 */
const terminalRequests = [
  /* TIOCSTI */ 0x5412, /* TIOCLINUX */ 0x541c, /* TIOCCONS */ 0x541d, /* TIOCSETD */ 0x5423,
];

/**
 * `PER_LINUX`, `PER_LINUX32`, both with `UNAME26`, and the query of the present one: what container engines
 * allow.
 */
const personalities = [0x0, 0x8, 0x2_0000, 0x2_0008, 0xffff_ffff];

/**
 * Memory from the machine's pool of huge pages, which is not counted for any process
 * (`asm-generic/mman-common.h`, `linux/shm.h`).
 */
const mapHugePages = 0x4_0000;
const segmentOfHugePages = 0o4000;
/**
 * A System V segment outlives the processes that used it. A namespace has at most 4,096, so these are 16 MiB
 * together: enough for a database to mark its folder as in use, and no way to hide memory.
 */
const maxSegmentBytes = 4096;

/** `SOL_SOCKET`, and `SO_SNDBUF`, `SO_RCVBUF`, `SO_SNDBUFFORCE`, `SO_RCVBUFFORCE` (`asm-generic/socket.h`). */
const socketLevel = 1;
const bufferSizes = [7, 8, 32, 33];
/**
 * A requested buffer size is accepted and not applied, as the kernel may do. Socket buffers are not counted
 * for any process, so each keeps the kernel's default size.
 */
const ignoreBufferSizes = isOneOf(
  argument(1),
  [socketLevel],
  isOneOf(argument(2), bufferSizes, succeedAtOnce, allow),
  allow,
);

/**
 * A spliced pipe contains foreign pages: of a deleted file, or of a whole huge page. The error is "invalid"
 * rather than "not implemented", since that makes Go fall back to reading and writing.
 */
const refuseSplice = refuse('EINVAL');

/** Calls that are decided by their arguments, or refused with a specific error. */
export const examinedCalls: Readonly<Record<string, ExaminedCall>> = {
  open: { numbers: [2, null], decision: refuseNewSetId(1, 2) },
  openat: { numbers: [257, 56], decision: refuseNewSetId(2, 3) },
  creat: { numbers: [85, null], decision: refuseSetId(1) },
  mknod: { numbers: [133, null], decision: refuseSetId(1) },
  mknodat: { numbers: [259, 33], decision: refuseSetId(2) },
  chmod: { numbers: [90, null], decision: refuseSetId(1) },
  fchmod: { numbers: [91, 52], decision: refuseSetId(1) },
  fchmodat: { numbers: [268, 53], decision: refuseSetId(2) },
  fchmodat2: { numbers: [452, 452], decision: refuseSetId(2) },
  clone: { numbers: [56, 220], decision: hasAnyBit(argument(0), newNamespaces, refuse('EPERM'), allow) },
  socket: { numbers: [41, 198], decision: decideSocket },
  socketpair: {
    numbers: [53, 199],
    decision: isOneOf(argument(0), [family.unix], allow, refuse('EAFNOSUPPORT')),
  },
  setsockopt: { numbers: [54, 208], decision: ignoreBufferSizes },
  ioctl: { numbers: [16, 29], decision: isOneOf(argument(1), terminalRequests, refuse('EPERM'), allow) },
  personality: { numbers: [135, 92], decision: isOneOf(argument(0), personalities, allow, refuse('EPERM')) },
  mmap: { numbers: [9, 222], decision: hasAnyBit(argument(3), mapHugePages, refuse('ENOMEM'), allow) },
  shmget: {
    numbers: [29, 194],
    decision: hasAnyBit(highHalfOf(1), 0xffff_ffff, refuse('EINVAL'), {
      word: argument(1),
      is: 'atLeast',
      operand: maxSegmentBytes + 1,
      yes: refuse('EINVAL'),
      no: hasAnyBit(argument(2), segmentOfHugePages, refuse('ENOMEM'), allow),
    }),
  },
  splice: { numbers: [275, 76], decision: refuseSplice },
  tee: { numbers: [276, 77], decision: refuseSplice },
  vmsplice: { numbers: [278, 75], decision: refuseSplice },
};
