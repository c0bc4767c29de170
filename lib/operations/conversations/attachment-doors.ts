import type { AttachmentDoors } from '#lib/runs/attachment-settings.ts';
import type { Services } from '#lib/services.ts';

export type AttachmentNeeds = Pick<Services, 'config' | 'viewBudgets' | 'log'>;

export const attachmentDoors = ({ config, viewBudgets, log }: AttachmentNeeds): AttachmentDoors => ({
  knownSecrets: config.secrets,
  viewBudgets,
  onSplitFault: (error) => log.error({ err: error }, 'a summarizer failed'),
});
