'use client';

import { ChevronDown, Shield } from 'lucide-react';
import { useState } from 'react';
import { RowMenu } from '#components/ui/row-menu.tsx';
import { TimeText } from '#components/ui/time-text.tsx';
import type { Permission, ToolCallState } from '#lib/core/conversation/conversation-state.ts';
import { limits } from '#lib/core/limits.ts';
import { profileOf } from '#lib/core/vocabulary/tools/tool-profiles.ts';
import { CardHead } from '../cards/card-head.tsx';
import { useWork, type Work } from '../context/work-context.tsx';
import { AskedCall, countAskedLines } from './asked-call.tsx';
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
            policy <span className="mono">{`${toolName}: ${policy}`}</span>
          </span>
        }
      />
      <div className="card-body">
        <AskedCall input={permission.arguments} />
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
            {formatNetwork(toolName, commands)} · asked <TimeText iso={permission.timestamp} />,{' '}
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
                    {
                      label: 'Always, in this conversation',
                      note: 'this exact call',
                      onSelect: () => answer('approved', { always: 'conversation' }),
                    },
                    ...(isAdmin
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

const formatNetwork = (toolName: string, commands: Work['commands']): string => {
  if (profileOf(toolName)?.runsCommands !== true) return '';
  return commands === 'unsafe-host' ? ' · without a sandbox' : ' · network off';
};
