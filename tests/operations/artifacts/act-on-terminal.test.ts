import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TerminalAction } from '#lib/core/vocabulary/terminal-action.ts';
import { actOnTerminal } from '#lib/operations/artifacts/act-on-terminal.ts';
import { type ApprovalStage, bob, openApprovalStage } from '#tests/support/approval-stage.ts';

let stage: ApprovalStage;
beforeEach(async () => {
  stage = await openApprovalStage();
});
afterEach(async () => await stage.close());

test('a member whom the current policy denies a tool cannot type into its terminal, but can release it', async () => {
  const { services, conversation } = stage;
  const toolCallId = 'call-1';
  const written: string[] = [];
  const terminal = {
    output: (async function* () {})(),
    end: new Promise<never>(() => {}),
    write: (data: string) => written.push(data),
    resize: () => {},
    setAttended: () => {},
  };
  services.terminals.attach({ conversationId: conversation.id, toolCallId }, terminal, () => {});
  const act = (role: 'member' | 'admin', action: TerminalAction) =>
    actOnTerminal(
      { ...services, readApprovals: stage.readApprovals },
      { ...bob, role },
      { conversation, toolCallId },
      action,
    );
  await act('member', { kind: 'take' });
  await act('member', { kind: 'input', data: 'a' });
  stage.policy({ run_pty_cmd: 'ask_admins' });
  const refused = { code: 'forbidden', message: 'Only an admin can run run_pty_cmd here' };
  await expect(act('member', { kind: 'input', data: 'b' })).rejects.toMatchObject(refused);
  await act('member', { kind: 'handBack' });
  await expect(act('member', { kind: 'take' })).rejects.toMatchObject(refused);
  await act('admin', { kind: 'take' });
  await act('admin', { kind: 'input', data: 'c' });
  expect(written).toEqual(['a', 'c']);
});
