import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
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
  /** What no folder that is bound may contain; the home folder and the workspace are added. */
  privatePaths: readonly string[];
}

/** The folders of programs that every sandbox has. */
const systemFolders = ['/usr/local/bin', '/usr/bin', '/bin'];
/** Files by which the folder of a package is known. */
const packageFiles = ['package.json', 'pyproject.toml', 'pyvenv.cfg'];

/**
 * Finds a program, and the folder of its package with everything that was installed beside it. Files that its
 * arguments name, such as a script, are found the same way.
 * @throws WorkspaceError `unavailable` if there is none, or it lies in the workspace, where commands could change it
 */
export async function findProgram(command: string, search: ProgramSearch): Promise<FoundProgram> {
  const { nodeFolder, root } = search;
  const file = await locate(command, search);
  if (file === null) throw new WorkspaceError('unavailable', `The program ${command} is not found`);
  if (isWithin(file, root)) {
    throw new WorkspaceError(
      'unavailable',
      `The program ${command} lies in the workspace, where commands of the agent could change it`,
    );
  }
  const args = await Promise.all(
    search.args.map(async (arg) => (isAbsolute(arg) ? ((await realFile(arg)) ?? arg) : arg)),
  );
  const files = await Promise.all(args.map(async (arg) => isAbsolute(arg) && (await realFile(arg)) !== null));
  const needed = [file, ...args.filter((_, index) => files[index])].filter(
    (path) => ![root, '/usr', nodeFolder].some((folder) => isWithin(path, folder)),
  );
  const readable = await Promise.all(needed.map((path) => packageOf(path, search)));
  return { command: nameOf(command, file, nodeFolder), args, readable: [...new Set(readable)] };
}

/** Its own path, with links followed; `null`: there is no such program. */
async function locate(command: string, { path, nodeFolder }: ProgramSearch): Promise<string | null> {
  if (command.includes('/') && !isAbsolute(command)) return null;
  const folders = [nodeFolder, ...systemFolders, ...path.split(delimiter).filter(isAbsolute)];
  for (const candidate of isAbsolute(command) ? [command] : folders.map((folder) => join(folder, command))) {
    const file = await realFile(candidate);
    if (file !== null && (await isExecutable(file))) return file;
  }
  return null;
}

function nameOf(command: string, file: string, nodeFolder: string): string {
  if (file === join(nodeFolder, 'node')) return 'node';
  const isInEverySandbox = isWithin(file, '/usr') || isWithin(file, dirname(nodeFolder));
  return isInEverySandbox && !isAbsolute(command) ? command : file;
}

/** Everything that was installed beside it; just the file where its package is not known, or holds other things. */
async function packageOf(file: string, { root, privatePaths }: ProgramSearch): Promise<string> {
  const kept = [homedir(), root, ...privatePaths];
  const mayBeRead = (folder: string) => folder !== '/' && !kept.some((path) => isWithin(path, folder));
  const installed = file.indexOf('/node_modules/');
  if (installed > 0) {
    const folder = file.slice(0, installed + '/node_modules'.length);
    return mayBeRead(folder) ? folder : file;
  }
  for (let folder = dirname(file); mayBeRead(folder); folder = dirname(folder)) {
    const marks = await Promise.all(packageFiles.map((name) => realFile(join(folder, name))));
    if (marks.some((mark) => mark !== null)) return folder;
  }
  return file;
}

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
