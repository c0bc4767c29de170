import { readdir, readFile } from 'node:fs/promises';

/** A process and all that descend from it, as this machine numbers them. Those that end meanwhile are left out. */
export async function listProcesses(pid: number): Promise<number[]> {
  const found = [pid];
  for (let index = 0; index < found.length; index++) found.push(...(await listChildren(found[index] ?? 0)));
  return found;
}

/** Of all its threads: each has children of its own. */
async function listChildren(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(gone<string[]>([]));
  const lists = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/children`, 'utf8').catch(gone(''))),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** Processes end while one looks at them. */
const gone =
  <Value>(instead: Value) =>
  () =>
    instead;
