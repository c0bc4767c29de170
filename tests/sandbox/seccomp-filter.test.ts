import { describe, expect, test } from 'vitest';
import { examinedCalls } from '#lib/workspace/sandbox/examined-calls.ts';
import { buildSeccompFilter } from '#lib/workspace/sandbox/seccomp-filter.ts';
import { allowedCalls, refusedCalls } from '#lib/workspace/sandbox/system-calls.ts';
import { type Answer, decideCall } from '../support/classic-bpf.ts';

type Architecture = 'x64' | 'arm64';
const audit = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
const columns = { x64: 0, arm64: 1 } as const;

const filters = {
  x64: buildSeccompFilter('x64') ?? new Uint8Array(),
  arm64: buildSeccompFilter('arm64') ?? new Uint8Array(),
};
const decide = (architecture: Architecture, call: number, args: readonly (number | bigint)[] = []): Answer =>
  decideCall(filters[architecture], { call, architecture: audit[architecture], args });

/** Calls that a sandbox must do without, numbered here a second time: by people, not by the table under test. */
const dangerous: Record<string, Record<Architecture, number[]>> = {
  EPERM: {
    x64: [
      101, 165, 166, 155, 161, 272, 308, 310, 311, 438, 312, 248, 249, 250, 321, 298, 323, 425, 426, 427, 428,
      429, 430, 431, 432, 433, 442, 246, 320, 175, 313, 176, 169, 167, 168, 179, 443, 163, 103, 303, 304, 300,
      301, 172, 173, 170, 164, 227,
    ],
    arm64: [
      117, 40, 39, 41, 51, 97, 268, 270, 271, 438, 272, 217, 218, 219, 280, 241, 282, 425, 426, 427, 428, 429,
      430, 431, 432, 433, 442, 104, 294, 105, 273, 106, 142, 224, 225, 60, 443, 89, 116, 264, 265, 262, 263,
      161, 170, 112,
    ],
  },
  // clone3, openat2, memfd_create, memfd_secret, modify_ldt, message queues and semaphores of System V, asynchronous I/O
  ENOSYS: {
    x64: [435, 437, 319, 447, 154, 68, 69, 64, 65, 206, 209],
    arm64: [435, 437, 279, 447, 186, 189, 190, 193, 0, 2],
  },
};

describe.for(['x64', 'arm64'] as const)('the filter of system calls for %s', (architecture) => {
  const column = columns[architecture];
  const ask = (name: string, ...args: (number | bigint)[]): Answer => {
    const number = examinedCalls[name]?.numbers[column] ?? allowedCalls.get(name)?.[column] ?? -1;
    expect(number, name).toBeGreaterThanOrEqual(0);
    return decide(architecture, number, args);
  };

  test('lets through what is in its list, and nothing else', () => {
    const listed = new Map<number, Answer>();
    for (const numbers of allowedCalls.values()) listed.set(numbers[column] ?? -1, 'allow');
    for (const numbers of refusedCalls.values()) listed.set(numbers[column] ?? -1, 'EPERM');
    const examined = new Set(Object.values(examinedCalls).map(({ numbers }) => numbers[column]));
    for (let call = 0; call < 4096; call++) {
      if (!examined.has(call)) {
        expect(decide(architecture, call), `call ${call}`).toBe(listed.get(call) ?? 'ENOSYS');
      }
    }
    for (const call of [0x3fff_ffff, 0xffff]) expect(decide(architecture, call)).toBe('ENOSYS');
  });

  test('has each number once', () => {
    const calls = [...allowedCalls.values(), ...refusedCalls.values()];
    const all = [...calls, ...Object.values(examinedCalls).map(({ numbers }) => numbers)];
    const numbers = all.map((pair) => pair[column]).filter((number) => number !== null);
    expect(numbers.filter((number) => !Number.isInteger(number) || number < 0)).toEqual([]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.length).toBeGreaterThan(250);
  });

  test('refuses what gives power over other programs, the kernel or the machine', () => {
    for (const [answer, calls] of Object.entries(dangerous)) {
      for (const call of calls[architecture]) expect(decide(architecture, call), `call ${call}`).toBe(answer);
    }
  });

  test('has sockets of the sandbox alone', () => {
    const [unix, inet, netlink, inet6] = [1, 2, 16, 10];
    for (let family = 0; family < 64; family++) {
      if (![unix, inet, netlink, inet6].includes(family)) {
        expect(ask('socket', family, 1, 0), `family ${family}`).toBe('EAFNOSUPPORT');
      }
      if (family !== unix) expect(ask('socketpair', family, 1, 0)).toBe('EAFNOSUPPORT');
    }
    const [stream, datagram, raw, sequenced] = [1, 2, 3, 5];
    const flags = 0o2_004_000;
    expect(ask('socket', unix, sequenced | flags, 0)).toBe('allow');
    expect(ask('socketpair', unix, stream, 0)).toBe('allow');
    for (const family of [inet, inet6]) {
      for (const protocol of [0, 1, 6, 17, 58]) {
        expect(ask('socket', family, stream | flags, protocol)).toBe('allow');
        expect(ask('socket', family, datagram, protocol)).toBe('allow');
      }
      for (const protocol of [132, 136, 262, 256]) {
        expect(ask('socket', family, stream, protocol)).toBe('EPROTONOSUPPORT');
      }
      for (const type of [raw, 4, sequenced, 6, 10])
        expect(ask('socket', family, type)).toBe('ESOCKTNOSUPPORT');
    }
    expect(ask('socket', netlink, raw, 0)).toBe('allow');
    expect(ask('socket', netlink, raw, 12)).toBe('EPROTONOSUPPORT');
  });

  test('has socket buffers of the usual size', () => {
    for (const option of [7, 8, 32, 33]) expect(ask('setsockopt', 3, 1, option)).toBe('nothing');
    // SO_REUSEADDR, SO_KEEPALIVE; TCP_NODELAY and TCP_CORK are of another level.
    for (const option of [2, 9]) expect(ask('setsockopt', 3, 1, option)).toBe('allow');
    for (const option of [1, 7, 8]) expect(ask('setsockopt', 3, 6, option)).toBe('allow');
  });

  test('starts threads and processes, in no new namespace', () => {
    expect(ask('clone', 0x003d_0f00)).toBe('allow');
    expect(ask('clone', 0x0120_0011)).toBe('allow');
    for (const bit of [17, 25, 26, 27, 28, 29, 30]) expect(ask('clone', (2 ** bit) | 17)).toBe('EPERM');
  });

  test('refuses files that run with the rights of their owner', () => {
    for (const mode of [0o4755, 0o2755, 0o6755]) {
      expect(ask('fchmod', 0, mode)).toBe('EPERM');
      expect(ask('fchmodat', 0, 0, mode)).toBe('EPERM');
      expect(ask('fchmodat2', 0, 0, mode)).toBe('EPERM');
      expect(ask('mknodat', 0, 0, mode)).toBe('EPERM');
      expect(ask('openat', 0, 0, 0o101, mode)).toBe('EPERM');
      expect(ask('openat', 0, 0, 0o20_200_000, mode)).toBe('EPERM');
      // Without a new file the mode is whatever the register contained.
      expect(ask('openat', 0, 0, 0, mode)).toBe('allow');
    }
    expect(ask('fchmodat', 0, 0, 0o1755)).toBe('allow');
    expect(ask('openat', 0, 0, 0o101, 0o644)).toBe('allow');
  });

  test('types into no terminal and changes no driver', () => {
    for (const request of [0x5412, 0x541c, 0x541d, 0x5423]) expect(ask('ioctl', 0, request)).toBe('EPERM');
    // The kernel looks at 32 bits of the request: what is above them hides nothing.
    expect(ask('ioctl', 0, 0x1_0000_5412n)).toBe('EPERM');
    // TCGETS, TIOCGWINSZ, TIOCSWINSZ, TIOCSCTTY, FIONREAD
    for (const request of [0x5401, 0x5413, 0x5414, 0x540e, 0x541b])
      expect(ask('ioctl', 0, request)).toBe('allow');
  });

  test('is of one personality', () => {
    for (const value of [0, 8, 0x2_0000, 0x2_0008, 0xffff_ffff])
      expect(ask('personality', value)).toBe('allow');
    // ADDR_NO_RANDOMIZE, READ_IMPLIES_EXEC, MMAP_PAGE_ZERO
    for (const value of [0x4_0000, 0x40_0000, 0x10_0000]) expect(ask('personality', value)).toBe('EPERM');
  });

  test('has no memory that counts for nobody', () => {
    expect(ask('mmap', 0, 4096, 3, 0x22)).toBe('allow');
    expect(ask('mmap', 0, 4096, 3, 0x4_0022)).toBe('ENOMEM');
    for (const name of ['splice', 'tee', 'vmsplice']) expect(ask(name)).toBe('EINVAL');
    expect(ask('shmget', 0, 4096, 0o600)).toBe('allow');
    expect(ask('shmget', 0, 4096, 0o4600)).toBe('ENOMEM');
    for (const size of [4097, 2 ** 31, 2n ** 32n, 2n ** 32n + 1n, 2n ** 63n]) {
      expect(ask('shmget', 0, size, 0o600), String(size)).toBe('EINVAL');
    }
  });

  test('ends programs of another processor', () => {
    // i386 and arm: one call there (`socketcall`) makes any socket, by memory that no filter reads.
    for (const other of [0x4000_0003, 0x4000_0028, audit[architecture === 'x64' ? 'arm64' : 'x64']]) {
      for (const call of [0, 3, 102, 359]) {
        expect(decideCall(filters[architecture], { call, architecture: other })).toBe('kill');
      }
    }
  });
});

test('the filter for x64 ends programs that call by the x32 interface', () => {
  for (const call of [0, 41, 101, 512, 547]) expect(decide('x64', 0x4000_0000 + call)).toBe('kill');
});

test('there is no filter for a processor whose numbers are not known', () => {
  expect(buildSeccompFilter('riscv64')).toBeNull();
  expect(buildSeccompFilter('toString')).toBeNull();
});
