import { readdir, readFile } from 'node:fs/promises';

/** A process and all its descendants, by their IDs on this machine. Those that end meanwhile are left out. */
export async function listProcesses(pid: number): Promise<number[]> {
  const found = [pid];
  for (let index = 0; index < found.length; index++) found.push(...(await listChildren(found[index] ?? 0)));
  return found;
}

/** A process and one of its children, if it has any. */
export async function listFirstProcesses(pid: number): Promise<number[]> {
  return [pid, ...(await listChildren(pid)).slice(0, 1)];
}

/** Children of all its threads, since each thread has its own. */
async function listChildren(pid: number): Promise<number[]> {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(gone<string[]>([]));
  const lists = await Promise.all(
    threads.map((thread) => readFile(`${folder}/${thread}/children`, 'utf8').catch(gone(''))),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}

/** The fallback for a process that ends while it is read. */
const gone =
  <Value>(instead: Value) =>
  () =>
    instead;
