/**
 * System calls that programs in the sandbox do without: debugging others, keys, kernel programming, mounts, new
 * namespaces, handles of files. Numbers: x86-64, then the generic table that arm64 uses (Linux, `asm/unistd.h`).
 */
const refusedCalls: Record<string, readonly [x64: number, arm64: number]> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  acct: [163, 89],
  syslog: [103, 116],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
};

/**
 * The same numbers everywhere. What `clone3` and `openat2` ask for lies in memory that a filter cannot read; who is told that
 * they are not there falls back to the calls before them.
 */
const unreadableCalls = { clone3: 435, openat2: 437 };
const cloneNewUser = 0x1000_0000;

interface ModeCall {
  /** `null`: the processor has no such call. */
  numbers: readonly [x64: number | null, arm64: number | null];
  /** Which argument the mode is. */
  mode: number;
  /** Which holds the flags, where the mode counts only if they ask for a new file; else it is whatever lay there. */
  flags?: number;
}

/**
 * Calls that give a file its mode. None that runs with the rights of its owner may be left in the workspace: of a server that
 * runs as root, that owner would be root.
 */
const modeCalls: Record<string, ModeCall> = {
  chmod: { numbers: [90, null], mode: 1 },
  fchmod: { numbers: [91, 52], mode: 1 },
  fchmodat: { numbers: [268, 53], mode: 2 },
  fchmodat2: { numbers: [452, 452], mode: 2 },
  creat: { numbers: [85, null], mode: 1 },
  mknod: { numbers: [133, null], mode: 1 },
  mknodat: { numbers: [259, 33], mode: 2 },
  open: { numbers: [2, null], mode: 2, flags: 1 },
  openat: { numbers: [257, 56], mode: 3, flags: 2 },
};
/** With the rights of its owner, or of its group. */
const setId = 0o6000;
/** `O_CREAT`, and the bit that `O_TMPFILE` has of its own. */
const makesFile = 0o100 | 0o20_000_000;

/** x86-64: calls of the x32 interface carry this bit; their numbers would pass the list. */
const x32Bit = 0x4000_0000;

const architectures = {
  x64: { audit: 0xc000_003e, column: 0, clone: 56 },
  arm64: { audit: 0xc000_00b7, column: 1, clone: 220 },
} as const;

/** Classic BPF (`linux/bpf_common.h`) and the answers of seccomp (`linux/seccomp.h`). */
const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const jumpIfAnyBit = 0x45;
const giveBack = 0x06;
const allow = 0x7fff_0000;
const kill = 0x8000_0000;
const refuseWith = (errno: number) => 0x0005_0000 | errno;
const notPermitted = refuseWith(1);
const notImplemented = refuseWith(38);

/** Offsets in `struct seccomp_data`. */
const offsets = { call: 0, architecture: 4 };
/** The low half of an argument. */
const offsetOf = (argument: number) => 16 + 8 * argument;

/**
 * A seccomp program as `bwrap --seccomp` takes it: 8 bytes an instruction, little-endian.
 * `null` for a processor whose numbers are not known here.
 */
export function buildSeccompFilter(architecture: string): Uint8Array | null {
  if (architecture !== 'x64' && architecture !== 'arm64') return null;
  const { audit, column, clone } = architectures[architecture];
  const code: Uint8Array[] = [
    instruct(load, 0, 0, offsets.architecture),
    instruct(jumpIfEqual, 1, 0, audit),
    instruct(giveBack, 0, 0, kill),
    instruct(load, 0, 0, offsets.call),
  ];
  if (architecture === 'x64') {
    code.push(instruct(jumpIfAtLeast, 0, 1, x32Bit), instruct(giveBack, 0, 0, kill));
  }
  for (const number of Object.values(unreadableCalls)) {
    code.push(instruct(jumpIfEqual, 0, 1, number), instruct(giveBack, 0, 0, notImplemented));
  }
  for (const numbers of Object.values(refusedCalls)) {
    code.push(instruct(jumpIfEqual, 0, 1, numbers[column]), instruct(giveBack, 0, 0, notPermitted));
  }
  code.push(...refuseBits(clone, [{ argument: 0, bits: cloneNewUser }]));
  for (const { numbers, mode, flags } of Object.values(modeCalls)) {
    const number = numbers[column];
    if (number === null) continue;
    const isForNewFile = flags === undefined ? [] : [{ argument: flags, bits: makesFile }];
    code.push(...refuseBits(number, [...isForNewFile, { argument: mode, bits: setId }]));
  }
  code.push(instruct(giveBack, 0, 0, allow));
  return Buffer.concat(code);
}

/** Refuses a call where each of these arguments has any of these bits. What was loaded is lost: so this call is then decided. */
function refuseBits(call: number, tests: readonly { argument: number; bits: number }[]): Uint8Array[] {
  const decided = tests.flatMap(({ argument, bits }, place) => {
    const toAllow = 2 * (tests.length - 1 - place) + 1;
    return [instruct(load, 0, 0, offsetOf(argument)), instruct(jumpIfAnyBit, 0, toAllow, bits)];
  });
  return [
    instruct(jumpIfEqual, 0, decided.length + 2, call),
    ...decided,
    instruct(giveBack, 0, 0, notPermitted),
    instruct(giveBack, 0, 0, allow),
  ];
}

/** One `struct sock_filter`; jumps count the instructions to pass over. */
function instruct(code: number, jumpTrue: number, jumpFalse: number, operand: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(jumpTrue, 2);
  bytes.writeUInt8(jumpFalse, 3);
  bytes.writeUInt32LE(operand >>> 0, 4);
  return bytes;
}
