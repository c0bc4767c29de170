'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { PromptView } from '#lib/core/vocabulary/prompts/prompt.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { sendJson } from '../ui/request-json.ts';
import { RowMenu } from '../ui/row-menu.tsx';
import { PromptWords } from './prompt-words.tsx';
import { SavePromptDialog } from './save-prompt-dialog.ts';

/** The prompts of the team: who saved one changes it, and admins all. */
export function PromptList(props: {
  prompts: readonly PromptView[];
  member: { id: string };
  isAdmin: boolean;
}) {
  const { prompts, member, isAdmin } = props;
  const { refresh } = useRouter();
  const [changed, setChanged] = useState<(Pick<PromptView, 'text'> & { name: string | null }) | null>(null);
  const [removed, setRemoved] = useState<PromptView | null>(null);
  const [error, setError] = useState<string | null>(null);
  const startRemoving = (prompt: PromptView) => {
    setError(null);
    setRemoved(prompt);
  };
  const remove = async () => {
    const result = await sendJson<null>('DELETE', `/api/prompts/${removed?.name}`);
    setError(result.ok ? null : result.error);
    if (!result.ok) return;
    setRemoved(null);
    refresh();
  };
  return (
    <>
      {prompts.length > 0 && (
        <ul className="prompt-list">
          {prompts.map((prompt) => (
            <li key={prompt.name}>
              <b className="mono">/{prompt.name}</b>
              <span className="grow clip">
                <PromptWords text={prompt.text} />
              </span>
              <span className="dim small">{prompt.by.name}</span>
              {(isAdmin || prompt.by.id === member.id) && (
                <RowMenu
                  label={`More: /${prompt.name}`}
                  actions={[
                    { label: 'Change', icon: Pencil, onSelect: () => setChanged(prompt) },
                    { label: 'Remove', icon: Trash2, isDanger: true, onSelect: () => startRemoving(prompt) },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="btn is-small" onClick={() => setChanged({ name: null, text: '' })}>
        Add a prompt
      </button>
      <SavePromptDialog
        isOpen={changed !== null}
        name={changed?.name ?? null}
        text={changed?.text ?? ''}
        onSaved={refresh}
        onClose={() => setChanged(null)}
      />
      <ConfirmDialog
        isOpen={removed !== null}
        title={`Remove /${removed?.name ?? ''}?`}
        text="Messages that were sent with it stay."
        action="Remove"
        error={error}
        onClose={() => setRemoved(null)}
        onConfirm={() => void remove()}
      />
    </>
  );
}
