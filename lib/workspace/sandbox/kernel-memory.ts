import { readdir, readFile, readlink, stat } from 'node:fs/promises';

/**
 * Upper bound of the bytes that the kernel buffers for a sandbox: data in sockets and pipes is not counted as
 * memory of any process. Each buffer counts as full, since the kernel shows their number but rarely their
 * contents.
 */
export async function measureBuffers(pids: readonly number[]): Promise<number> {
  const [sockets, descriptors] = await Promise.all([measureSockets(pids), countDescriptors(pids)]);
  return sockets + descriptors * pipeBytes;
}

/** Bytes in the sockets of a sandbox, including those that no process has open any more. */
export async function measureSockets(pids: readonly number[]): Promise<number> {
  // The first process is outside, in the machine's network; the second is the first one inside.
  const [, inside] = pids;
  if (inside === undefined || !(await hasOwnNetwork(inside))) return 0;
  const [statistics, bufferBytes, ...queues] = await Promise.all([
    readText(`/proc/${inside}/net/sockstat`),
    readBufferBytes(),
    ...queueFiles.map((name) => readText(`/proc/${inside}/net/${name}`)),
  ]);
  const count = Number(/^sockets: used (\d+)$/m.exec(statistics)?.[1] ?? 0);
  return count * bufferBytes + queues.reduce((total, table) => total + sumQueues(table), 0);
}

/**
 * A pipe has one page once a user's pipes exceed 64 MiB, and gets a second to write on (`fs/pipe.c`). Not
 * every descriptor is a pipe, but everything else is smaller.
 */
const pipeBytes = 2 * 4096;

/** Buffers of connections grow with use, and the kernel shows their contents. */
const queueFiles = ['tcp', 'tcp6', 'udp', 'udp6'] as const;

async function hasOwnNetwork(pid: number): Promise<boolean> {
  const namespaceOf = (process: number | 'self') => readlink(`/proc/${process}/ns/net`).catch(() => null);
  const [own, its] = await Promise.all([namespaceOf('self'), namespaceOf(pid)]);
  return its !== null && its !== own;
}

/**
 * A socket accepts one more message when its buffer is nearly full, and the message may be as large as the
 * buffer.
 */
async function readBufferBytes(): Promise<number> {
  const sizes = await Promise.all(
    ['wmem_default', 'rmem_default'].map((name) => readText(`/proc/sys/net/core/${name}`)),
  );
  return 2 * Math.max(usualBufferBytes, ...sizes.map(Number));
}

/** `SK_WMEM_DEFAULT` (Linux, `include/net/sock.h`). */
const usualBufferBytes = 212_992;

/** The fifth column of `/proc/net/tcp` is `sent:received`, in hexadecimal bytes. */
function sumQueues(table: string): number {
  let total = 0;
  for (const [, sent = '0', received = '0'] of table.matchAll(/ ([\dA-F]{8}):([\dA-F]{8}) \d\d:/g)) {
    total += Number.parseInt(sent, 16) + Number.parseInt(received, 16);
  }
  return total;
}

async function countDescriptors(pids: readonly number[]): Promise<number> {
  const counts = await Promise.all(pids.map(countOpen));
  return counts.reduce((total, count) => total + count, 0);
}

async function countOpen(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  // From Linux 6.2 on the folder's size is the number of descriptors.
  const size = await stat(folder).then(
    ({ size }) => size,
    () => 0,
  );
  return size > 0 ? size : (await readdir(folder).catch(() => [])).length;
}

/** Empty if the process has ended, or may not be inspected. */
const readText = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '');
