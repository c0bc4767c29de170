'use client';

import { ChevronDown, Shield } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#components/ui/format-number.ts';
import { RowMenu } from '#components/ui/row-menu.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import type { Permission, ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { limits } from '#lib/core/limits.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { CardHead } from '../cards/card-head.tsx';
import { useWork, type Work } from '../context/work-context.tsx';
import { AskedCall, countAskedLines } from './asked-call.tsx';
import { AskedHosts } from './asked-hosts.tsx';
import { AskedSecrets } from './asked-secrets.tsx';
import { formatIntent, formatWaiting } from './permission-words.ts';
import { useAnswer } from './use-answer.ts';

/** A call awaiting approval: all of it, where it would run, and who may answer. */
export function PermissionCard({ call, permission }: { call: ToolCallState; permission: Permission }) {
  const { workspace, isTeam, isAdmin, commands } = useWork();
  const { answer, isSending, error } = useAnswer(permission.requestId);
  const [isRefusing, setIsRefusing] = useState(false);
  const { toolName } = call;
  const intent = formatIntent(toolName);
  const canAnswer = permission.answeredBy === 'members' || isAdmin;
  const asked = permission.hosts?.asked ?? [];
  const lines = countAskedLines(permission.arguments);
  const policy = permission.answeredBy === 'admins' ? 'ask an admin' : 'ask';
  return (
    <article className="card asks" data-card tabIndex={-1} aria-label={intent}>
      <CardHead
        icon={Shield}
        title={intent}
        titleKind="words"
        meta={
          <span className="asks-policy">
            policy <span className="mono">{`${asked.length > 0 ? 'network' : toolName}: ${policy}`}</span>
          </span>
        }
      />
      <div className="card-body">
        <AskedCall input={permission.arguments} />
        {permission.secrets.length > 0 && <AskedSecrets names={permission.secrets} />}
        {asked.length > 0 && permission.hosts && <AskedHosts hosts={permission.hosts} />}
      </div>
      {error && (
        <p className="card-more card-fault" role="alert">
          {error}
        </p>
      )}
      {isRefusing ? (
        <RefusalForm
          isSending={isSending}
          onBack={() => setIsRefusing(false)}
          onRefuse={(reason) => answer('rejected', { reason })}
        />
      ) : (
        <footer className="card-label asks-foot">
          <span className="grow">
            {lines > 12 && `${lines} lines, `}in <span className="mono">{workspace}</span>
            {formatNetwork(call, permission, commands)} · asked <TimeText iso={permission.timestamp} />,{' '}
            {formatWaiting(permission.answeredBy, isTeam)}
          </span>
          {canAnswer && (
            <span className="asks-buttons">
              <button type="button" className="btn" disabled={isSending} onClick={() => setIsRefusing(true)}>
                Refuse
              </button>
              <span className="split-button">
                <button
                  type="button"
                  className="btn primary"
                  disabled={isSending}
                  onClick={() => answer('approved')}
                >
                  Allow once
                </button>
                <RowMenu
                  label="Always allow"
                  icon={ChevronDown}
                  className="btn primary"
                  actions={[
                    ...(asked.length > 0 ? hostActions(workspace, isAdmin, answer) : []),
                    {
                      label: 'Always, in this conversation',
                      note: 'this exact call',
                      onSelect: () => answer('approved', { always: 'conversation' }),
                    },
                    ...(isAdmin && permission.secrets.length === 0
                      ? [
                          {
                            label: isTeam ? 'Always, for the team' : 'Always, everywhere',
                            note: isTeam ? 'admins' : 'this exact call',
                            onSelect: () => answer('approved', { always: 'team' as const }),
                          },
                        ]
                      : []),
                  ]}
                />
              </span>
            </span>
          )}
        </footer>
      )}
    </article>
  );
}

/** The reason goes to the model, so that it does not ask for the same call again. */
function RefusalForm(props: { isSending: boolean; onBack: () => void; onRefuse: (reason: string) => void }) {
  const [reason, setReason] = useState('');
  return (
    <form
      className="card-label asks-foot"
      onSubmit={(event) => {
        event.preventDefault();
        props.onRefuse(reason);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        props.onBack();
      }}
    >
      <label className="field grow">
        <input
          aria-label="Reason for refusing"
          placeholder="Reason for the model (optional)"
          value={reason}
          maxLength={limits.reasonCharacters}
          // biome-ignore lint/a11y/noAutofocus: it replaces the button that was pressed, so it takes over its focus
          autoFocus
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <span className="asks-buttons">
        <button type="button" className="btn plain" onClick={props.onBack}>
          Back
        </button>
        <button type="submit" className="btn danger" disabled={props.isSending}>
          Refuse
        </button>
      </span>
    </form>
  );
}

/** Beyond this call: later commands reach the same hosts. */
const hostActions = (workspace: string, isAdmin: boolean, answer: ReturnType<typeof useAnswer>['answer']) => [
  {
    label: 'These hosts, in this conversation',
    note: 'for later commands too',
    onSelect: () => answer('approved', { hosts: 'conversation' }),
  },
  ...(isAdmin
    ? [
        {
          label: `These hosts, in ${workspace}`,
          note: 'for all commands there',
          onSelect: () => answer('approved', { hosts: 'workspace' }),
        },
      ]
    : []),
];

function formatNetwork(
  { toolName }: ToolCallState,
  { hosts }: Permission,
  commands: Work['commands'],
): string {
  if (profileOf(toolName)?.runsCommands !== true) return '';
  if (commands === 'unsafe-host') return ' · without a sandbox';
  const count = hosts === null ? 0 : hosts.asked.length + hosts.allowed.length;
  return count === 0 ? ' · network off' : ` · reaches ${formatCount(count, 'host')}`;
}
