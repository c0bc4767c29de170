'use client';

import { type FormEvent, useState } from 'react';
import type { WorkspaceSettings } from '#lib/core/api/workspace-settings.ts';
import { maxSetUpCharacters, setUpPath } from '#lib/core/vocabulary/environment/set-up-file.ts';
import { formatDuration } from '../ui/format-time.ts';
import { PageLink } from '../ui/page-link.tsx';
import { TimeText } from '../ui/time-text.tsx';
import { useWorkspaceChange } from './use-workspace-change.ts';
import { WorkspaceSection } from './workspace-section.tsx';

/** The script that prepares a workspace: it runs before the first command, and again after it has changed. */
export function WorkspaceSetUp({ settings }: { settings: WorkspaceSettings }) {
  const { name, setUp } = settings;
  const { change, error } = useWorkspaceChange(name);
  const [isWriting, setIsWriting] = useState(false);
  const { script, file, mayRun } = setUp;
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('script') ?? '');
    if (await change({ setUpScript: text.trim() === '' ? null : text })) setIsWriting(false);
  };
  return (
    <WorkspaceSection
      title="Set-up"
      note={
        <>
          Runs before the first command here, and again after it has changed. People watch it on the card of
          that command. It reaches the hosts above.
        </>
      }
      error={error}
    >
      <p className="workspace-kept">
        <span className="grow">
          {script !== null ? (
            'The script of this page'
          ) : file !== null ? (
            <>
              The file <span className="mono">{setUpPath}</span>
            </>
          ) : (
            <>
              None: write one here, or add <span className="mono">{setUpPath}</span> to the repository
            </>
          )}
        </span>
        <button type="button" className="btn is-small" onClick={() => setIsWriting(!isWriting)}>
          {isWriting ? 'Cancel' : script === null ? 'Write here' : 'Change'}
        </button>
      </p>
      {!mayRun && file !== null && (
        <p className="workspace-kept" role="status">
          <span className="grow warn">
            People are asked before commands run, so this version of the file needs an admin.
          </span>
          <button
            type="button"
            className="btn primary is-small"
            onClick={() => void change({ allowSetUp: file.sha256 })}
          >
            Allow this version
          </button>
        </p>
      )}
      {isWriting ? (
        <form className="set-up-script" onSubmit={(event) => void save(event)}>
          <textarea
            name="script"
            className="mono"
            rows={8}
            maxLength={maxSetUpCharacters}
            spellCheck={false}
            aria-label="Set-up script"
            placeholder={'npm ci\npip install --user -r requirements.txt'}
            defaultValue={script ?? ''}
          />
          <p className="workspace-kept">
            <span className="grow dim small">Bash. Empty: the file in the workspace is used.</span>
            <button type="submit" className="btn primary">
              Save
            </button>
          </p>
        </form>
      ) : (
        (script ?? file?.text) && <pre className="set-up-text mono">{script ?? file?.text}</pre>
      )}
      <SetUpStatus setUp={setUp} onAgain={() => void change({ runSetUpAgain: true })} />
    </WorkspaceSection>
  );
}

function SetUpStatus({ setUp, onAgain }: { setUp: WorkspaceSettings['setUp']; onAgain: () => void }) {
  const { state, script, file } = setUp;
  if (script === null && file === null) return null;
  if (state === null) return <p className="dim small">It runs with the next command.</p>;
  const { exitCode, outcome, durationMs, endedAt, conversationId, artifactId } = state;
  const hash = artifactId === null ? '' : `#${artifactId}`;
  return (
    <p className="workspace-kept">
      <span className="grow">
        <span className={exitCode === 0 ? 'good' : 'bad'}>{outcome}</span> after {formatDuration(durationMs)},{' '}
        <TimeText iso={endedAt} as="day-clock" />
      </span>
      <PageLink className="link" href={`/c/${conversationId}${hash}`}>
        Its output
      </PageLink>
      <button type="button" className="btn is-small" onClick={onAgain}>
        Run again
      </button>
    </p>
  );
}
