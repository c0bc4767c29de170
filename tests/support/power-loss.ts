import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Random } from '../faults/random.ts';

/** What a program has asked the system for, in order. */
export type SystemCall =
  | { kind: 'write'; path: string; at: number | null; bytes: Buffer }
  | { kind: 'sync' | 'remove'; path: string }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'rename'; path: string; to: string };

const traced = 'openat,write,pwrite64,ftruncate,fsync,fdatasync,rename,unlink';

/** Before a program: records its system calls, the bytes too, one file for each of its threads. */
export const traceWith = (file: string): string[] => [
  ...['strace', '-ff', '-qq', '-y', '-xx', '-s', '1000000', '--absolute-timestamps=format:unix,precision:ns'],
  ...['-e', `trace=${traced}`, '-o', file],
];

/** The calls of all threads by the time at which they were made; those that failed are left out. */
export function readTrace(file: string): SystemCall[] {
  const folder = dirname(file);
  const lines = readdirSync(folder)
    .filter((name) => join(folder, name).startsWith(`${file}.`))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => /^\d+\.\d+ \w+\(.* = \d/.test(line));
  return lines
    .map((line) => ({ time: BigInt(line.slice(0, line.indexOf(' ')).replace('.', '')), line }))
    .sort((one, other) => (one.time < other.time ? -1 : 1))
    .flatMap(({ line }) => parseCall(line));
}

function parseCall(line: string): SystemCall[] {
  const [, name, rest = ''] = /^\S+ (\w+)\((.*)$/.exec(line) ?? [];
  const path = String(bytesOf(/^\d+<([^>]*)>/.exec(rest)?.[1]));
  const texts = [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text]) => bytesOf(text));
  const [bytes = Buffer.alloc(0)] = texts;
  const [first = '', second = ''] = texts.map(String);
  switch (name) {
    case 'write':
      return [{ kind: 'write', path, at: null, bytes }];
    case 'pwrite64':
      return [{ kind: 'write', path, at: Number(/, (\d+)\) = \d+$/.exec(rest)?.[1]), bytes }];
    case 'ftruncate':
      return [{ kind: 'truncate', path, size: Number(/, (\d+)\) = /.exec(rest)?.[1]) }];
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'sync', path }];
    case 'openat':
      return rest.includes('O_TRUNC') ? [{ kind: 'truncate', path: first, size: 0 }] : [];
    case 'unlink':
      return [{ kind: 'remove', path: first }];
    case 'rename':
      return [{ kind: 'rename', path: first, to: second }];
    default:
      return [];
  }
}

/** Of `\x2f\x74…`. */
const bytesOf = (text = ''): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

interface DiskFile {
  /** On the disk, whatever happens. */
  synced: Buffer;
  /** In memory only, until the next sync. */
  pending: { at: number; bytes: Buffer }[];
  size: number;
}

const sectorBytes = 512;

/**
 * The files below a folder as a power loss may leave them: of what was written and not synced, each sector is there or not; a file
 * has the name that it had when its folder was last synced, or a later one.
 * @returns how many sectors of the database's log were lost
 */
export function writeWhatIsLeft(
  calls: readonly SystemCall[],
  { from, to, random }: { from: string; to: string; random: Random },
): number {
  const files = new Map<string, DiskFile>();
  let renames: { path: string; to: string; replaced: DiskFile | undefined }[] = [];
  let lostSectors = 0;
  const open = (path: string): DiskFile => {
    const file = files.get(path) ?? { synced: Buffer.alloc(0), pending: [], size: 0 };
    files.set(path, file);
    return file;
  };
  for (const call of calls) {
    if (call.kind === 'sync') renames = renames.filter((rename) => dirname(rename.to) !== call.path);
    if (!call.path.startsWith(`${from}/`)) continue;
    if (call.kind === 'write') {
      const file = open(call.path);
      const at = call.at ?? file.size;
      file.pending.push({ at, bytes: call.bytes });
      file.size = Math.max(file.size, at + call.bytes.length);
    } else if (call.kind === 'sync') {
      const file = files.get(call.path);
      if (!file) continue;
      file.synced = apply(file, () => true);
      file.pending = [];
    } else if (call.kind === 'truncate') {
      const synced = apply(open(call.path), () => true).subarray(0, call.size);
      files.set(call.path, { synced, pending: [], size: call.size });
    } else if (call.kind === 'rename') {
      const file = open(call.path);
      renames.push({ path: call.path, to: call.to, replaced: files.get(call.to) });
      files.delete(call.path);
      files.set(call.to, file);
    } else files.delete(call.path);
  }
  // Later names are lost before earlier ones.
  for (const { path, to: name, replaced } of renames.toReversed()) {
    const file = files.get(name);
    if (!file || random.chance(50)) break;
    files.set(path, file);
    if (replaced) files.set(name, replaced);
    else files.delete(name);
  }
  for (const [path, file] of files) {
    const target = join(to, relative(from, path));
    mkdirSync(dirname(target), { recursive: true });
    const percent = random.pick([0, 50, 90]);
    const isThere = () => {
      const isKept = random.chance(percent);
      if (!isKept && path.endsWith('-wal')) lostSectors += 1;
      return isKept;
    };
    writeFileSync(target, apply(file, isThere));
  }
  return lostSectors;
}

/** The bytes of a file with some sectors of what was not synced. */
function apply({ synced, pending }: DiskFile, isThere: () => boolean): Buffer {
  const kept = pending.flatMap(({ at, bytes }) => {
    const sectors: { at: number; bytes: Buffer }[] = [];
    for (let start = 0; start < bytes.length; start += sectorBytes)
      if (isThere()) sectors.push({ at: at + start, bytes: bytes.subarray(start, start + sectorBytes) });
    return sectors;
  });
  const size = kept.reduce((max, { at, bytes }) => Math.max(max, at + bytes.length), synced.length);
  const content = Buffer.alloc(size);
  synced.copy(content);
  for (const { at, bytes } of kept) bytes.copy(content, at);
  return content;
}
