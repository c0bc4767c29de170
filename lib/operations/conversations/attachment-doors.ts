import type { AttachmentDoors } from '#lib/runs/attachment-settings.ts';
import type { Services } from '#lib/services.ts';

export type AttachmentNeeds = Pick<Services, 'config' | 'readSecrets' | 'viewBudgets' | 'log'>;

export const attachmentDoors = ({
  config,
  readSecrets,
  viewBudgets,
  log,
}: AttachmentNeeds): AttachmentDoors => ({
  knownSecrets: config.secrets,
  readSecrets,
  viewBudgets,
  onSplitFault: (error) => log.error({ err: error }, 'a summarizer failed'),
});
