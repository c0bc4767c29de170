import { z } from 'zod';
import { VitrineError } from '#lib/core/errors.ts';
import { serverOfTool, toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { audit } from '../audit-log.ts';
import type { MemberCall } from '../member-call.ts';

export const acceptedToolChangeSchema = z.strictObject({
  tool: z.string().max(64).describe('Its name as the model has it: `mcp__files__search`'),
  hash: z.string().max(64).describe('Of the definition that was looked at'),
});

/**
 * Lets a tool be called under the definition that its server changed it to.
 * @throws VitrineError `not_possible` if that is not the definition it is blocked for
 */
export async function acceptToolChange(
  { services, origin, member }: MemberCall,
  { tool, hash }: z.infer<typeof acceptedToolChangeSchema>,
): Promise<void> {
  const { toolDefinitions } = services.stores;
  const blocked = (await toolDefinitions.list()).find(
    (one) => one.tool === tool && one.hash === hash && !one.isAccepted,
  );
  if (!blocked) {
    throw new VitrineError('not_possible', 'The tool has changed once more. Look at its new definition.');
  }
  const seenAt = new Date(services.nowMs()).toISOString();
  await toolDefinitions.put({ ...blocked, seenAt, isAccepted: true });
  await audit(services, origin, 'tool.change_accepted', member, {
    subject: { id: serverOfTool(tool) ?? tool, name: toolLabel(tool) },
  });
}
