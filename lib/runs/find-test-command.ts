import { hasProgram } from '../workspace/has-program.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type TestCommand, testCommands } from './test-commands.ts';

/**
 * How this workspace's tests are run.
 * @param files names in its folder
 * @returns `null`: no file says how, or the program for it is not installed
 */
export async function findTestCommand(
  workspace: Workspace,
  files: readonly string[],
  isInstalled: (program: string) => Promise<boolean> = hasProgram,
): Promise<string | null> {
  for (const way of testCommands) {
    if (!files.includes(way.file) || !(await isInstalled(way.program))) continue;
    if (await hasTests(workspace, way)) return way.command;
  }
  return null;
}

/** In bytes; people do not write a longer package.json. */
const longestPackageFile = 1024 * 1024;

/** A package.json may have no test script, or the one of `npm init`, which only fails. */
async function hasTests(workspace: Workspace, { file }: TestCommand): Promise<boolean> {
  if (file !== 'package.json') return true;
  const script = testScriptOf(await readStart(workspace, file).catch(() => ''));
  return script !== null && !script.includes('no test specified');
}

function testScriptOf(text: string): string | null {
  try {
    const script = JSON.parse(text)?.scripts?.test;
    return typeof script === 'string' && script.trim() !== '' ? script : null;
  } catch {
    // It is being written or is not JSON, so it names no test script.
    return null;
  }
}

async function readStart(workspace: Workspace, path: string): Promise<string> {
  const file = await workspace.openFile(path);
  try {
    if (file.byteLength > longestPackageFile) return '';
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    await file.close();
  }
}
