import { describe, expect, test } from 'vitest';
import { buildSeccompFilter } from '../../lib/workspace/sandbox/seccomp-filter.ts';

const audit = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
const allowed = 0x7fff_0000;
const killed = 0x8000_0000;
const notPermitted = 0x0005_0001;
const notImplemented = 0x0005_0026;

/** What the kernel would make of a call: a reading of classic BPF for the instructions that the filter uses. */
function decide(
  architecture: 'x64' | 'arm64',
  call: number,
  args: number[] = [],
  arch = audit[architecture],
) {
  const filter = Buffer.from(buildSeccompFilter(architecture) ?? []);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call, 0);
  data.writeUInt32LE(arch, 4);
  args.forEach((value, place) => void data.writeUInt32LE(value, 16 + 8 * place));
  let loaded = 0;
  for (let place = 0; ; place++) {
    const code = filter.readUInt16LE(place * 8);
    const operand = filter.readUInt32LE(place * 8 + 4);
    const jump = (isTrue: boolean) => filter.readUInt8(place * 8 + (isTrue ? 2 : 3));
    if (code === 0x06) return operand;
    if (code === 0x20) loaded = data.readUInt32LE(operand);
    else if (code === 0x15) place += jump(loaded === operand);
    else if (code === 0x35) place += jump(loaded >= operand);
    else if (code === 0x45) place += jump((loaded & operand) !== 0);
    else throw new Error(`no such instruction: ${code}`);
  }
}

describe.for(['x64', 'arm64'] as const)('the filter of system calls for %s', (architecture) => {
  const numbers =
    architecture === 'x64'
      ? { read: 0, openat: 257, clone: 56, ptrace: 101, mount: 165, unshare: 272, fchmodat: 268 }
      : { read: 63, openat: 56, clone: 220, ptrace: 117, mount: 40, unshare: 97, fchmodat: 53 };
  const ask = (call: number, ...args: number[]) => decide(architecture, call, args);

  test('lets through what programs need', () => {
    expect(ask(numbers.read)).toBe(allowed);
    expect(ask(numbers.clone, 0x0100_0000 | 17)).toBe(allowed);
    expect(ask(numbers.openat, 0, 0, 0o101, 0o644)).toBe(allowed);
    expect(ask(numbers.fchmodat, 0, 0, 0o755)).toBe(allowed);
  });

  test('refuses debuggers, mounts and namespaces', () => {
    for (const call of [numbers.ptrace, numbers.mount, numbers.unshare]) expect(ask(call)).toBe(notPermitted);
    expect(ask(numbers.clone, 0x1000_0000 | 17)).toBe(notPermitted);
    for (const call of [425, 428, 429, 430]) expect(ask(call)).toBe(notPermitted);
  });

  test('says that calls it cannot read are not there', () => {
    for (const call of [435, 437]) expect(ask(call)).toBe(notImplemented);
  });

  test('refuses files that run with the rights of their owner', () => {
    expect(ask(numbers.fchmodat, 0, 0, 0o4755)).toBe(notPermitted);
    expect(ask(452, 0, 0, 0o4755)).toBe(notPermitted);
    expect(ask(numbers.openat, 0, 0, 0o101, 0o4755)).toBe(notPermitted);
    // Without a new file the mode is whatever lay there.
    expect(ask(numbers.openat, 0, 0, 0, 0o4755)).toBe(allowed);
  });

  test('ends programs of another processor', () => {
    expect(decide(architecture, numbers.read, [], 0x4000_0003)).toBe(killed);
  });
});

test('the filter for x64 ends programs that call by the x32 interface', () => {
  expect(decide('x64', 0x4000_0000 + 101)).toBe(killed);
});

test('there is no filter for a processor whose numbers are not known', () => {
  expect(buildSeccompFilter('riscv64')).toBeNull();
});
