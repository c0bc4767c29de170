'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import { limits } from '#lib/core/limits.ts';
import type { TeamSettings } from '#lib/core/vocabulary/team/team-settings.ts';
import { formatNumber } from '../ui/format-number.ts';
import { sendJson } from '../ui/request-json.ts';
import { SettingSwitch } from '../ui/setting-switch.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { useFormRequest } from '../ui/use-form-request.ts';

type Settings = Pick<TeamSettings, 'readsInstructionFiles' | 'teamInstructions'>;

const filesLabel = 'Read AGENTS.md from the workspace';
const filesNote = `CLAUDE.md where there is none. What is longer than ${formatNumber(limits.instructionFileCharacters)} characters is cut.`;

/** What the model reads in each conversation: the file of its workspace, and words of the team. */
export function InstructionSettings({ settings, isAdmin }: { settings: Settings; isAdmin: boolean }) {
  const { readsInstructionFiles, teamInstructions } = settings;
  const { refresh } = useRouter();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      {isAdmin ? (
        <SettingSwitch
          setting="readsInstructionFiles"
          isOn={readsInstructionFiles}
          label={filesLabel}
          note={filesNote}
        />
      ) : (
        <p className="body">AGENTS.md of the workspace: {readsInstructionFiles ? 'read' : 'not read'}</p>
      )}
      <div className="team-instructions">
        <h3>Instructions of the team</h3>
        {teamInstructions === null ? (
          <p className="dim small">None.</p>
        ) : (
          <>
            <blockquote>{teamInstructions.content}</blockquote>
            <p className="dim small">
              By {teamInstructions.by.name}, <TimeText iso={teamInstructions.changedAt} />
            </p>
          </>
        )}
        {isAdmin && (
          <button type="button" className="btn is-small" onClick={() => setIsEditing(true)}>
            {teamInstructions === null ? 'Write instructions' : 'Change'}
          </button>
        )}
      </div>
      <TitledDialog title="Instructions of the team" isOpen={isEditing} onClose={() => setIsEditing(false)}>
        <InstructionsForm
          before={teamInstructions}
          onRefused={refresh}
          onSaved={() => {
            setIsEditing(false);
            refresh();
          }}
        />
      </TitledDialog>
    </>
  );
}

function InstructionsForm(props: {
  before: Settings['teamInstructions'];
  onSaved: () => void;
  /** Others may have been saved meanwhile. */
  onRefused: () => void;
}) {
  // As they were when the form was opened: the page may be read again below it.
  const [before] = useState(props.before);
  const id = useId();
  const { submit, isBusy, error } = useFormRequest(async (form) => {
    const result = await sendJson<null>('PATCH', '/api/settings', {
      teamInstructions: String(form.get('content') ?? ''),
      replacedInstructions: before?.changedAt ?? null,
    });
    if (!result.ok) props.onRefused();
    return result;
  }, props.onSaved);
  return (
    <form onSubmit={submit}>
      <div className="in">
        <div>
          <label className="lab" htmlFor={id}>
            For the model, in each conversation
          </label>
          <textarea
            id={id}
            name="content"
            className="text-area"
            rows={8}
            maxLength={limits.instructionCharacters}
            placeholder="Answer in English. Ask before you touch migrations."
            defaultValue={before?.content}
          />
        </div>
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">
          Applies to new conversations; in an existing one, by its menu, Instructions.
        </span>
        <button type="submit" className="btn primary" aria-disabled={isBusy}>
          Save
        </button>
      </footer>
    </form>
  );
}
