import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { ServerCheck } from '#lib/core/api/server-check.ts';
import { limits } from '#lib/core/limits.ts';
import type { Services } from '#lib/services.ts';
import { type FolderFacts, inspectFolder, inspectOrAbove } from '#lib/workspace/inspect-folder.ts';

const gibibyte = 1024 ** 3;

/** Folders that the settings name: there, usable, with room, and not open to others on this machine. */
export async function checkFolders({ config }: Pick<Services, 'config'>): Promise<ServerCheck[]> {
  const { dataDir, workspaces, toolchains } = config;
  const [data, ...others] = await Promise.all([
    inspectOrAbove(dataDir),
    ...[...workspaces, ...toolchains].map((path) => inspectFolder(path)),
  ]);
  const facts = others.slice(0, workspaces.length);
  return [
    ...[dataFolder(dataDir, data), freeSpace(data)],
    ...facts.map(workspaceFolder),
    ...others.slice(workspaces.length).map(toolchainFolder),
    ...userCheck(),
  ];
}

/** @param facts of the folder, or of the nearest one above it */
function dataFolder(path: string, { path: foundPath, isWritable, isOpenToOthers }: FolderFacts): ServerCheck {
  const name = 'Data folder';
  const isThere = foundPath === path;
  if (!isWritable) {
    const advice = 'Let the user of this server write there, or set VITRINE_DATA_DIR.';
    return { name, outcome: 'fault', finding: `${path} cannot be written`, advice };
  }
  if (!isThere) return { name, outcome: 'ok', finding: `${path}, which the first start makes`, advice: null };
  return isOpenToOthers
    ? {
        name,
        outcome: 'warning',
        finding: `${path} can be read by others on this machine`,
        advice: `It has conversations and what members sign in with: chmod 700 ${path}`,
      }
    : { name, outcome: 'ok', finding: path, advice: null };
}

function freeSpace({ freeBytes }: FolderFacts): ServerCheck {
  const finding = `${formatBytes(freeBytes)} free`;
  const name = 'Disk';
  if (freeBytes < limits.workspaceFreeBytes)
    return { name, outcome: 'fault', finding, advice: 'Commands do not run until there is room.' };
  return freeBytes < gibibyte
    ? { name, outcome: 'warning', finding, advice: 'One command may write 1 GB. Make room.' }
    : { name, outcome: 'ok', finding, advice: null };
}

function workspaceFolder({ path, isReadable, isWritable }: FolderFacts): ServerCheck {
  const name = 'Workspace';
  if (!isReadable)
    return { name, outcome: 'fault', finding: `${path} cannot be read`, advice: 'Set VITRINE_WORKSPACES.' };
  return isWritable
    ? { name, outcome: 'ok', finding: path, advice: null }
    : {
        name,
        outcome: 'warning',
        finding: `${path} cannot be written`,
        advice: 'The agent can read it and change nothing. Let the user of this server write there.',
      };
}

const toolchainFolder = ({ path, isReadable }: FolderFacts): ServerCheck =>
  isReadable
    ? { name: 'Toolchain', outcome: 'ok', finding: path, advice: null }
    : {
        name: 'Toolchain',
        outcome: 'fault',
        finding: `${path} cannot be read`,
        advice: 'Commands do not have it. Install it, or take it out of toolchains in the config file.',
      };

/** Root can do more than a server needs: what goes wrong goes further. */
const userCheck = (): ServerCheck[] =>
  process.getuid?.() === 0
    ? [
        {
          name: 'User',
          outcome: 'warning',
          finding: 'this server runs as root',
          advice: 'Run it as a user of its own, as the image does.',
        },
      ]
    : [];
