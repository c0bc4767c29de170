/**
 * A way to hold memory: Python that tries to hold `amount` bytes, and what has to come of it where no control group bounds it:
 * the call is refused, or the command stopped.
 */
export interface MemoryKind {
  outcome: 'refused' | 'stopped';
  code: string;
}

/** Some of each kind that is only stopped, below a bound of 128 MiB. */
export const modestUse = `
kept.append(bytearray(b"x" * 16 * MIB))
for folder in ["/tmp", "/dev/shm"]:
    kept.append(os.open(folder + "/kept", os.O_CREAT | os.O_WRONLY))
    for _ in range(8): os.write(kept[-1], b"x" * MIB)
for _ in range(20):
    kept.append(socket.socketpair())
    kept[-1][0].send(b"x" * 10000)
    kept.append(os.pipe())`;

/** The whole program: it says `refused …`, or `holds` once nobody has stopped it for long. */
export const memoryProgram = (
  code: string,
  amountBytes: number,
  seconds: number,
): string => `${prelude(amountBytes)}
try:
${code.trim().replaceAll(/^/gm, '    ')}
except (OSError, MemoryError) as error:
    print("refused", error)
    sys.exit(0)
time.sleep(${seconds})
print("holds")
`;

const prelude = (amountBytes: number) => `
import ctypes, errno, mmap, os, signal, socket, sys, time
MIB = 1 << 20
amount = ${amountBytes}
kept = []
libc = ctypes.CDLL(None, use_errno=True)
column = {"x86_64": 0, "aarch64": 1}[os.uname().machine]
def call(numbers, *arguments):
    result = libc.syscall(ctypes.c_long(numbers[column]), *[ctypes.c_long(value) for value in arguments])
    if result == -1: raise OSError(ctypes.get_errno(), "refused")
    return result
def touch(memory):
    for offset in range(0, len(memory), 4096): memory[offset] = 1
def write(descriptor):
    for _ in range(amount // MIB): os.write(descriptor, b"x" * MIB)
def in_children(count, work):
    for _ in range(count):
        reader, writer = os.pipe()
        if os.fork() == 0:
            try: work()
            except OSError as error: print("child", error, flush=True)
            os.write(writer, b".")
            time.sleep(60)
            os._exit(0)
        os.read(reader, 1)
        os.close(reader); os.close(writer)
`;

const fillSockets = (family: string, kind: string) => `
def fill(descriptor):
    descriptor.setblocking(False)
    try:
        while True: descriptor.send(b"x" * 32768)
    except BlockingIOError: pass
    except OSError as error:
        if error.errno != errno.ENOBUFS: raise
family, kind = socket.${family}, socket.${kind}
`;

export const memoryKinds: Record<string, MemoryKind> = {
  'memory of its own': {
    outcome: 'stopped',
    code: 'kept.append(bytearray(b"x" * amount))',
  },
  'a mapping that processes share': {
    outcome: 'stopped',
    code: 'kept.append(mmap.mmap(-1, amount)); touch(kept[0])',
  },
  'pages of a shared mapping that no process has any more': {
    outcome: 'stopped',
    code: `
for _ in range(amount // (32 * MIB)):
    kept.append(mmap.mmap(-1, 32 * MIB))
    touch(kept[-1])
    kept[-1].madvise(mmap.MADV_DONTNEED)`,
  },
  'pages of a shared mapping that ended processes wrote': {
    outcome: 'stopped',
    code: `
memory = mmap.mmap(-1, amount)
for start in range(0, amount, 32 * MIB):
    child = os.fork()
    if child == 0:
        for offset in range(start, start + 32 * MIB, 4096): memory[offset] = 1
        os._exit(0)
    os.waitpid(child, 0)`,
  },
  'a shared mapping of /dev/zero': {
    outcome: 'stopped',
    code: `
zero = os.open("/dev/zero", os.O_RDWR)
for _ in range(amount // (32 * MIB)):
    kept.append(mmap.mmap(zero, 32 * MIB))
    touch(kept[-1])
    kept[-1].madvise(mmap.MADV_DONTNEED)`,
  },
  'files without a folder (memfd)': {
    outcome: 'refused',
    code: 'write(os.memfd_create("kept"))',
  },
  'secret memory (memfd_secret)': {
    outcome: 'refused',
    code: 'call((447, 447), 0)',
  },
  'huge pages': {
    outcome: 'refused',
    code: 'kept.append(mmap.mmap(-1, 2 * MIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000))',
  },
  'large segments of System V': {
    outcome: 'refused',
    code: `
libc.shmat.restype = ctypes.c_void_p
for _ in range(amount // (32 * MIB)):
    segment = call((29, 194), 0, 32 * MIB, 0o1600)
    address = libc.shmat(segment, None, 0)
    ctypes.memset(address, 1, 32 * MIB)
    libc.shmdt(ctypes.c_void_p(address))`,
  },
  'many segments of System V': {
    outcome: 'refused',
    code: `
libc.shmat.restype = ctypes.c_void_p
for _ in range(amount // 4096):
    segment = call((29, 194), 0, 4096, 0o1600)
    address = libc.shmat(segment, None, 0)
    ctypes.memset(address, 1, 4096)
    libc.shmdt(ctypes.c_void_p(address))`,
  },
  'message queues of System V': {
    outcome: 'refused',
    code: `
for _ in range(amount // 16384):
    queue = call((68, 186), 0, 0o1600)
    libc.msgsnd(queue, (1).to_bytes(8, "little") + b"x" * 8192, 8184, 0)`,
  },
  'semaphores of System V': {
    outcome: 'refused',
    code: 'for _ in range(amount // (32000 * 64)): call((64, 190), 0, 32000, 0o1600)',
  },
  'message queues of POSIX': {
    outcome: 'refused',
    code: `
librt = ctypes.CDLL("librt.so.1", use_errno=True)
for index in range(amount // 81920):
    if librt.mq_open(b"/queue%d" % index, os.O_CREAT | os.O_RDWR, 0o600, None) == -1:
        raise OSError(ctypes.get_errno(), "refused")`,
  },
  'a file in /dev/shm': {
    outcome: 'stopped',
    code: 'write(os.open("/dev/shm/kept", os.O_CREAT | os.O_WRONLY))',
  },
  'a file in /tmp that has no name any more': {
    outcome: 'stopped',
    code: 'kept.append(os.open("/tmp/kept", os.O_CREAT | os.O_WRONLY)); os.unlink("/tmp/kept"); write(kept[0])',
  },
  'buffers of unix sockets': {
    outcome: 'stopped',
    code: `${fillSockets('AF_UNIX', 'SOCK_DGRAM')}
for _ in range(amount // (400 * 1024)):
    kept.append(socket.socketpair(family, kind))
    for end in kept[-1]:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * MIB)
        fill(end)`,
  },
  'buffers of sockets on their way to nobody': {
    outcome: 'stopped',
    code: `${fillSockets('AF_UNIX', 'SOCK_STREAM')}
carrier = socket.socketpair()
kept.append(carrier)
for _ in range(amount // (400 * 1024)):
    pair = socket.socketpair(family, kind)
    for end in pair: fill(end)
    kept.append(socket.socketpair())
    socket.send_fds(kept[-1][0], [b"x"], [end.fileno() for end in pair])
    for end in pair: end.close()`,
  },
  'buffers of connections': {
    outcome: 'stopped',
    code: `${fillSockets('AF_INET', 'SOCK_STREAM')}
server = socket.create_server(("127.0.0.1", 0), backlog=1000)
def work():
    own = []
    for _ in range(500):
        own.append(socket.create_connection(server.getsockname()))
        own.append(server.accept()[0])
        for end in own[-2:]: fill(end)
    kept.append(own)
in_children(3, work)`,
  },
  'buffers of datagrams': {
    outcome: 'stopped',
    code: `${fillSockets('AF_INET', 'SOCK_DGRAM')}
for _ in range(amount // (200 * 1024)):
    receiver = socket.socket(family, kind)
    receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * MIB)
    receiver.bind(("127.0.0.1", 0))
    sender = socket.socket(family, kind)
    sender.connect(receiver.getsockname())
    for _ in range(100): sender.send(b"x" * 32768)
    sender.close()
    kept.append(receiver)`,
  },
  'buffers of pipes': {
    outcome: 'stopped',
    code: `
def work():
    for _ in range(1900):
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        try:
            while True: os.write(writer, b"x" * 4096)
        except BlockingIOError: pass
        kept.append((reader, writer))
in_children(amount // (15 * MIB), work)`,
  },
  'tables of pages': {
    outcome: 'stopped',
    code: `
memory = mmap.mmap(-1, amount // 4096 * 2 * MIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=mmap.PROT_READ)
memory.madvise(15)  # MADV_NOHUGEPAGE
for offset in range(0, len(memory), 2 * MIB): memory[offset]`,
  },
  'pages in pipes (vmsplice)': {
    outcome: 'refused',
    code: `
reader, writer = os.pipe()
page = ctypes.create_string_buffer(4096)
vector = (ctypes.c_void_p * 2)(ctypes.addressof(page), 4096)
call((278, 75), writer, ctypes.addressof(vector), 1, 0)`,
  },
};
