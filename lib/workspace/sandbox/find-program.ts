import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { isWithin } from '#lib/core/algorithms/text/lies-in.ts';
import { WorkspaceError } from '../workspace-error.ts';

export interface FoundProgram {
  /** How it is started in the sandbox: a name that is found there, or a path. */
  command: string;
  /** Files that were named by a link have their own path. */
  args: string[];
  /** Files and folders that it needs besides what every sandbox has. */
  readable: string[];
}

export interface ProgramSearch {
  args: readonly string[];
  /** Folders in which names are looked up besides those of the sandbox, separated by colons. */
  path: string;
  /** Folder of this machine whose programs are the Node of every sandbox. */
  nodeFolder: string;
  root: string;
  /** Files and folders of which nothing is bound, besides the workspace: agents write there, or the server keeps secrets there. */
  closedPaths: readonly string[];
}

/** The folders of programs that every sandbox has. */
const systemFolders = ['/usr/local/bin', '/usr/bin', '/bin'];
/** Files by which the folder of a package is known. */
const packageFiles = ['package.json', 'pyproject.toml', 'pyvenv.cfg'];

/**
 * Finds a program, and the folder of its package with everything that was installed beside it. Files that its
 * arguments name, such as a script, are found the same way; those in a workspace are not looked at, since a link there
 * would lead out of it.
 * @throws WorkspaceError `unavailable` if there is none, or it lies where agents could change it
 */
export async function findProgram(command: string, search: ProgramSearch): Promise<FoundProgram> {
  const { nodeFolder } = search;
  const closed = await realPaths([search.root, ...search.closedPaths]);
  const found = await locate(command, search);
  if (found === null) throw new WorkspaceError('unavailable', `The program ${command} is not found`);
  if (await leadsThrough(found.candidate, closed)) {
    throw new WorkspaceError(
      'unavailable',
      `The program ${command} lies in a workspace or a folder of this server, where it could be changed`,
    );
  }
  const args = await Promise.all(
    search.args.map(async (arg) => {
      const file = isAbsolute(arg) && !(await leadsThrough(arg, closed)) ? await realFile(arg) : null;
      return { text: file ?? arg, file };
    }),
  );
  const needed = [found.path, found.file, ...args.flatMap(({ file }) => file ?? [])].filter(
    (path) => !['/usr', nodeFolder].some((folder) => isWithin(path, folder)),
  );
  const personal = [...closed, ...(await realPaths([homedir()]))];
  const kept = { fromPackages: personal, fromFolders: [...personal, ...(await realPaths([process.cwd()]))] };
  const readable = await Promise.all(needed.map((path) => packageOf(path, kept)));
  return {
    command: nameOf(command, found, nodeFolder),
    args: args.map(({ text }) => text),
    readable: [...new Set(readable)],
  };
}

interface Located {
  /** As it was named. */
  candidate: string;
  /** Where it was found. Some programs look at that: the Python of an environment is a link. */
  path: string;
  /** What it is, with all links followed. */
  file: string;
}

async function locate(command: string, { path, nodeFolder }: ProgramSearch): Promise<Located | null> {
  if (command.includes('/') && !isAbsolute(command)) return null;
  const folders = [nodeFolder, ...systemFolders, ...path.split(delimiter).filter(isAbsolute)];
  for (const candidate of isAbsolute(command) ? [command] : folders.map((folder) => join(folder, command))) {
    const file = await realFile(candidate);
    if (file === null || !(await isExecutable(file))) continue;
    return { candidate, path: join(await realpath(dirname(candidate)), basename(candidate)), file };
  }
  return null;
}

function nameOf(command: string, { path, file }: Located, nodeFolder: string): string {
  if (file === join(nodeFolder, 'node')) return 'node';
  const isInEverySandbox = [path, file].every(
    (each) => isWithin(each, '/usr') || isWithin(each, dirname(nodeFolder)),
  );
  return isInEverySandbox && !isAbsolute(command) ? command : path;
}

interface Kept {
  /** No folder of packages is bound that one of these is in. */
  fromPackages: readonly string[];
  /** The same for any other folder: also the server's, which may be installed among the packages. */
  fromFolders: readonly string[];
}

/** Everything that was installed beside it; just the file where its package is not known, or holds other things. */
async function packageOf(file: string, { fromPackages, fromFolders }: Kept): Promise<string> {
  const contains = (folder: string, paths: readonly string[]) =>
    folder === '/' || paths.some((path) => isWithin(path, folder));
  const installed = file.indexOf('/node_modules/');
  if (installed > 0) {
    const folder = file.slice(0, installed + '/node_modules'.length);
    return contains(folder, fromPackages) ? file : folder;
  }
  for (let folder = dirname(file); !contains(folder, fromFolders); folder = dirname(folder)) {
    const marks = await Promise.all(packageFiles.map((name) => realFile(join(folder, name))));
    if (marks.some((mark) => mark !== null)) return folder;
  }
  return file;
}

/**
 * Whether a path, or a folder on its way, lies in one of the folders, by whatever name: from there on, who writes there
 * decides where it leads.
 */
async function leadsThrough(path: string, folders: readonly string[]): Promise<boolean> {
  for (let part = resolve(path); part !== '/'; part = dirname(part)) {
    const real = await realpath(/* turbopackIgnore: true */ part).catch(() => part);
    if (folders.some((folder) => isWithin(real, folder))) return true;
  }
  return false;
}

/** Their own paths; of those that do not exist, the paths themselves. */
const realPaths = (paths: readonly string[]): Promise<string[]> =>
  Promise.all(paths.map((path) => realpath(/* turbopackIgnore: true */ path).catch(() => path)));

/** Its own path if it is a file, else `null`. */
async function realFile(path: string): Promise<string | null> {
  try {
    const real = await realpath(/* turbopackIgnore: true */ path);
    return (await stat(real)).isFile() ? real : null;
  } catch {
    return null;
  }
}

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
