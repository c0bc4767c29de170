import { access, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { NodeBinding } from './sandbox-arguments.ts';

const target = '/opt/node';

/** How programs in the sandbox get the same Node that the server runs on, with its npm. */
export async function bindNode(execPath: string = process.execPath): Promise<NodeBinding> {
  const path = await realpath(execPath);
  if (path.startsWith('/usr/')) return { bind: null, binFolder: dirname(path) };
  const prefix = dirname(dirname(path));
  const hasNpm = await access(join(prefix, 'lib', 'node_modules', 'npm')).then(
    () => true,
    () => false,
  );
  const binFolder = join(target, 'bin');
  return hasNpm
    ? { bind: { from: prefix, to: target }, binFolder }
    : { bind: { from: path, to: join(binFolder, 'node') }, binFolder };
}

/** The folder of the server's own Node on this machine. */
export const findNodeFolder = async (): Promise<string> => dirname(await realpath(process.execPath));
