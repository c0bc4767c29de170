import type { ToolContext } from './tool-context.ts';

/** Where and for whom a command of this call runs, and how people are told that it has to wait. */
export const commandContext = ({
  workspace,
  conversationId,
  hostGrants,
  environment,
  signal,
  reportProgress,
}: ToolContext) => ({
  root: workspace.root,
  conversationId,
  hosts: hostGrants.map(({ host }) => host),
  environment,
  signal,
  onWait: () => reportProgress('Waits until another command is done.'),
});
