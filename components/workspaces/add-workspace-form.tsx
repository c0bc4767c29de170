'use client';

import { type FormEvent, useId, useState } from 'react';
import type { WorkspaceRules } from '#lib/core/api/workspace-view.ts';
import { sendJson } from '../ui/request-json.ts';

type Source = 'folder' | 'url';

/** Adds a workspace or, if that is not allowed, says what would allow it. */
export function AddWorkspaceForm(props: {
  rules: WorkspaceRules;
  /** Others could use it. */
  isTeam: boolean;
  onAdded: () => void;
  onClose: () => void;
}) {
  const sources = sourcesOf(props.rules);
  const [source, setSource] = useState<Source>(
    sources.url.isAllowed && !sources.folder.isAllowed ? 'url' : 'folder',
  );
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const ids = { from: useId(), name: useId() };
  const { label, placeholder, isAllowed } = sources[source];

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const read = (field: string) => String(form.get(field) ?? '').trim();
    if (isBusy) return;
    setIsBusy(true);
    const name = read('name');
    const isClosed = form.get('closed') !== null;
    const wanted = {
      [source]: read('from'),
      ...(name === '' ? {} : { name }),
      ...(isClosed ? { isClosed } : {}),
    };
    const result = await sendJson<unknown>('POST', '/api/workspaces', wanted);
    setIsBusy(false);
    if (result.ok) props.onAdded();
    else setError(result.error);
  };
  return (
    <form className="add-workspace" onSubmit={(event) => void submit(event)}>
      <div className="in">
        <fieldset>
          <legend>Source</legend>
          {(['folder', 'url'] as const).map((value) => (
            <label key={value} className="choice">
              <input
                type="radio"
                className="radio"
                name="source"
                value={value}
                checked={source === value}
                onChange={() => {
                  setSource(value);
                  setError(null);
                }}
              />
              <span>
                {sources[value].title}
                <br />
                <span className="dim small">{sources[value].hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {isAllowed && (
          <>
            <div>
              <label className="lab" htmlFor={ids.from}>
                {label}
              </label>
              <span className="field">
                <input
                  key={source}
                  id={ids.from}
                  name="from"
                  className="mono"
                  required
                  autoComplete="off"
                  spellCheck={false}
                  placeholder={placeholder}
                />
              </span>
            </div>
            <div>
              <label className="lab" htmlFor={ids.name}>
                Name
              </label>
              <span className="field">
                <input
                  id={ids.name}
                  name="name"
                  maxLength={60}
                  pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
                  title="Letters, digits, dots, dashes and underscores"
                  autoComplete="off"
                  spellCheck={false}
                  placeholder="Name of the folder or repository"
                />
              </span>
            </div>
            {props.isTeam && (
              <label className="choice">
                <input type="checkbox" className="check" name="closed" />
                <span>
                  For me alone at first
                  <br />
                  <span className="dim small">Admit others on its page.</span>
                </span>
              </label>
            )}
          </>
        )}
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">
          {isAllowed && !props.isTeam && 'The agent can work on it at once.'}
        </span>
        <button type="button" className="btn" onClick={props.onClose}>
          {isAllowed ? 'Cancel' : 'Close'}
        </button>
        {isAllowed && (
          <button type="submit" className="btn primary" aria-disabled={isBusy}>
            {source === 'url' ? 'Clone' : 'Add'}
          </button>
        )}
      </footer>
    </form>
  );
}

const sourcesOf = ({ cloneFrom, folders }: WorkspaceRules) => ({
  folder: {
    title: 'A folder on the server',
    label: 'Folder',
    placeholder: `${folders?.[0] ?? '/home/me/code'}/project`,
    isAllowed: folders === null || folders.length > 0,
    hint:
      folders === null
        ? 'Any folder the server can read. The agent changes its files directly.'
        : folders.length > 0
          ? `In ${folders.join(', ')}. The agent changes its files directly.`
          : 'Off. To allow folders, set workspaceFolders in vitrine.config.json on the server.',
  },
  url: {
    title: 'A clone of a git repository',
    label: 'Address',
    placeholder: `${(cloneFrom[0] ?? '').replace(/\/$/, '')}/project.git`,
    isAllowed: cloneFrom.length > 0,
    hint:
      cloneFrom.length > 0
        ? `From ${cloneFrom.join(', ')}.`
        : 'Off. To allow clones, set cloneFrom in vitrine.config.json on the server.',
  },
});
