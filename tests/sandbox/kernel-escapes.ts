import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { EscapeBench } from './escape-bench.ts';

/** Runs Python that prints lines of `name answer`. */
async function answersOf(bench: EscapeBench, code: string): Promise<Record<string, string>> {
  const { stdout, stderr, exitCode } = await bench.run('', {
    program: { kind: 'code', language: 'python', code },
  });
  assert.equal(exitCode, 0, stderr);
  const lines = stdout.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(' ')));
}

/** `attempt(name, number, …)`: a bare system call, and what it answered. */
const attempt = `
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
column = {"x86_64": 0, "aarch64": 1}[os.uname().machine]
def attempt(name, numbers, *arguments):
    if numbers[column] is None: return
    ctypes.set_errno(0)
    result = libc.syscall(ctypes.c_long(numbers[column]), *[ctypes.c_long(value) for value in arguments])
    print(name, "OPEN" if result != -1 else errno.errorcode[ctypes.get_errno()], flush=True)
`;

/** A call of i386 from a program of 64 bits: `mov eax, 20` (getpid), `int 0x80`, `ret`. */
const callOfI386 = `
import ctypes, mmap, os
if os.uname().machine != "x86_64": os.kill(os.getpid(), 31)
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
page.write(b"\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3")
print("OPEN", ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))())
`;

/** What a command may try with bare system calls, and what the kernel has to answer. */
export const kernelEscapes: Record<string, (bench: EscapeBench) => Promise<void>> = {
  'only sockets that the sandbox confines can be made': async (bench) => {
    const answers = await answersOf(
      bench,
      `
import errno, socket
def ask(name, *arguments):
    try:
        made = arguments[0](*arguments[1:])
        print(name, "OPEN")
    except OSError as error:
        print(name, errno.errorcode[error.errno])
for family in range(1, 64):
    for kind in [1, 2, 3, 5]:
        ask(f"{family}/{kind}", socket.socket, family, kind)
    ask(f"pair/{family}", socket.socketpair, family, socket.SOCK_STREAM)
for protocol in [132, 136, 262]:
    ask(f"protocol/{protocol}", socket.socket, socket.AF_INET, socket.SOCK_STREAM, protocol)
for protocol in [2, 4, 9, 12, 15, 16]:
    ask(f"netlink/{protocol}", socket.socket, socket.AF_NETLINK, socket.SOCK_RAW, protocol)
`,
    );
    const open = Object.keys(answers).filter((name) => answers[name] === 'OPEN');
    assert.deepEqual(open, [
      '1/1',
      '1/2',
      '1/3',
      '1/5',
      'pair/1',
      '2/1',
      '2/2',
      '10/1',
      '10/2',
      '16/2',
      '16/3',
    ]);
    // AF_VSOCK: no namespace confines it.
    for (const kind of [1, 2, 5]) assert.equal(answers[`40/${kind}`], 'EAFNOSUPPORT');
  },

  'system calls that no program here needs are refused': async (bench) => {
    const answers = await answersOf(
      bench,
      `${attempt}
attempt("fanotify_init", (300, 262), 0, 0)
attempt("memfd_create", (319, 279), 0, 0)
attempt("memfd_secret", (447, 447), 0)
attempt("modify_ldt", (154, None), 0, 0, 0)
attempt("personality", (135, 92), 0x0040000)
attempt("msgget", (68, 186), 0, 0o1600)
attempt("semget", (64, 190), 0, 1, 0o1600)
attempt("io_setup", (206, 0), 1, 0)
attempt("vmsplice", (278, 75), 1, 0, 0, 0)
attempt("userfaultfd", (323, 282), 1)
attempt("unshare_time", (272, 97), 0x80)
attempt("lsm_list_modules", (461, 461), 0, 0, 0)
attempt("unknown", (1000, 1000))
`,
    );
    assert.deepEqual(answers, {
      fanotify_init: 'EPERM',
      memfd_create: 'ENOSYS',
      memfd_secret: 'ENOSYS',
      ...(process.arch === 'x64' ? { modify_ldt: 'ENOSYS' } : {}),
      personality: 'EPERM',
      msgget: 'ENOSYS',
      semget: 'ENOSYS',
      io_setup: 'ENOSYS',
      vmsplice: 'EINVAL',
      userfaultfd: 'EPERM',
      unshare_time: 'EPERM',
      lsm_list_modules: 'ENOSYS',
      unknown: 'ENOSYS',
    });
  },

  'nothing is typed into a terminal but by its person': async (bench) => {
    const answers = await answersOf(
      bench,
      `
import errno, fcntl, pty, struct
primary, secondary = pty.openpty()
for name, request in {"TIOCSTI": 0x5412, "TIOCLINUX": 0x541c, "TIOCSETD": 0x5423}.items():
    try:
        fcntl.ioctl(secondary, request, struct.pack("i", 0))
        print(name, "OPEN")
    except OSError as error:
        print(name, errno.errorcode[error.errno])
print("size", struct.unpack("4H", fcntl.ioctl(secondary, 0x5413, b"12345678"))[0])
`,
    );
    assert.deepEqual(answers, { TIOCSTI: 'EPERM', TIOCLINUX: 'EPERM', TIOCSETD: 'EPERM', size: '0' });
  },

  'where the machine runs out of memory, the kernel ends a command before the server': async (bench) => {
    const { stdout } = await bench.run(
      'cat /proc/self/oom_score_adj; echo -1000 >/proc/self/oom_score_adj; cat /proc/1/oom_score_adj',
    );
    assert.equal(stdout, '1000\n1000\n');
    assert.notEqual(readFileSync('/proc/self/oom_score_adj', 'utf8'), '1000\n');
  },

  'calls of another processor end the program': async (bench) => {
    const program = { kind: 'code' as const, language: 'python' as const, code: callOfI386 };
    const { stdout, exitCode } = await bench.run('', { program });
    assert.equal(stdout, '');
    // A kernel that was started without such calls ends the program anywhere.
    const { signal } = spawnSync('/usr/bin/python3', ['-c', callOfI386]);
    const { SIGSEGV, SIGSYS } = constants.signals;
    assert.equal(exitCode, 128 + (signal === 'SIGSEGV' ? SIGSEGV : SIGSYS));
  },
};
