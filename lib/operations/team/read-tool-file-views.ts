import { dirname, relative } from 'node:path';
import type { ToolFileView } from '#lib/core/vocabulary/tools/tool-file-view.ts';
import type { Services } from '#lib/services.ts';

/** The files of tools that the config file names, and what each gives. Only admins see what went wrong inside. */
export async function readToolFileViews(
  services: Pick<Services, 'config' | 'readToolFiles' | 'readSplits' | 'approvalOfOther'>,
  isAdmin: boolean,
): Promise<ToolFileView[]> {
  const [files, splitOf] = await Promise.all([services.readToolFiles(), services.readSplits()]);
  const folder = dirname(services.config.configPath ?? '');
  return files.map(({ path, problem, tools }) => ({
    path: relative(folder, path),
    problem: problem === null || isAdmin ? problem : 'It could not be loaded.',
    tools: tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      policy: services.approvalOfOther(tool),
      isSplit: splitOf(tool.name).level !== 'off',
    })),
  }));
}
