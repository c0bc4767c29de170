'use client';

import { useState } from 'react';
import { formatBytes } from '#lib/core/algorithms/text/format-bytes.ts';
import type { WorkspaceSettings } from '#lib/core/api/workspace-settings.ts';
import { limits } from '#lib/core/limits.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useWorkspaceChange } from './use-workspace-change.ts';
import { WorkspaceSection } from './workspace-section.tsx';

/** What commands find from one to the next: caches, installed programs, and toolchains of the server. */
export function WorkspaceStorage({ settings }: { settings: WorkspaceSettings }) {
  const { name, keptBytes, toolchains } = settings;
  const { change, error } = useWorkspaceChange(name);
  const [isAsked, setIsAsked] = useState(false);
  const clear = async () => {
    if (await change({ clearKept: true })) setIsAsked(false);
  };
  return (
    <WorkspaceSection
      title="Caches and tools"
      note={
        <>
          Downloads (<span className="mono">/cache</span>, <span className="mono">~/.cache</span>) and
          installed programs (<span className="mono">~/.local</span>) last from one command to the next, for
          all conversations here.
        </>
      }
      error={null}
    >
      <p className="workspace-kept">
        <span className="grow">
          {formatBytes(keptBytes)} of {formatBytes(limits.environmentBytes)}
        </span>
        <button
          type="button"
          className="btn danger is-small"
          disabled={keptBytes === 0}
          onClick={() => setIsAsked(true)}
        >
          Delete
        </button>
      </p>
      {toolchains.length > 0 && (
        <p className="ledger-note mid">
          Toolchains of the server: <span className="mono">{toolchains.join(', ')}</span>
        </p>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title={`Delete the caches of ${name}?`}
        text="Programs that commands installed are deleted too. The next commands download what they need."
        action="Delete"
        error={error}
        onConfirm={() => void clear()}
        onClose={() => setIsAsked(false)}
      />
    </WorkspaceSection>
  );
}
