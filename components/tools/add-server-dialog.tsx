'use client';

import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type SubmitEvent, useId, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { sendJson } from '../ui/request-json.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';

interface Props {
  /** Names, for a server of one workspace. */
  workspaces: readonly string[];
  /** With which commands a server may be added. */
  mcpCommands: readonly string[];
}

/** An admin adds an MCP server by its address, or by a command that the config file allows. */
export function AddServerDialog(props: Props) {
  const { refresh } = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const added = () => {
    setIsOpen(false);
    refresh();
  };
  return (
    <>
      <button type="button" className="btn primary" onClick={() => setIsOpen(true)}>
        <Icon of={Plus} isSmall />
        Add a server
      </button>
      <TitledDialog title="Add an MCP server" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <AddServerForm {...props} onAdded={added} onClose={() => setIsOpen(false)} />
      </TitledDialog>
    </>
  );
}

function AddServerForm(props: Props & { onAdded: () => void; onClose: () => void }) {
  const { mcpCommands } = props;
  const hasCommands = mcpCommands.length > 0;
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const ids = { address: useId(), name: useId(), workspace: useId() };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const form = new FormData(event.currentTarget);
    const read = (field: string) => String(form.get(field) ?? '').trim();
    const workspace = read('workspace') || null;
    const address = read('address');
    const isUrl = /^https?:/i.test(address) || !hasCommands;
    const wanted = { name: read('name'), ...(isUrl ? { url: address } : { command: address }), workspace };
    const result = await sendJson<null>('POST', '/api/tools/servers', wanted);
    setIsBusy(false);
    if (result.ok) props.onAdded();
    else setError(result.error);
  };
  return (
    <form className="add-server" onSubmit={(event) => void submit(event)}>
      <div className="in">
        <div>
          <label className="lab" htmlFor={ids.address}>
            {hasCommands ? 'Address or command' : 'Address'}
          </label>
          <span className="field">
            <input
              id={ids.address}
              name="address"
              type={hasCommands ? 'text' : 'url'}
              className="mono"
              required
              autoComplete="off"
              spellCheck={false}
              placeholder="https://tickets.example/mcp"
            />
          </span>
        </div>
        <div className="two">
          <div>
            <label className="lab" htmlFor={ids.name}>
              Name
            </label>
            <span className="field">
              <input
                id={ids.name}
                name="name"
                required
                maxLength={30}
                pattern="[A-Za-z0-9](?:[A-Za-z0-9\-]|_(?!_))*"
                title="Letters, digits, dashes and single underscores"
                autoComplete="off"
                spellCheck={false}
                placeholder="tickets"
              />
            </span>
          </div>
          <div>
            <label className="lab" htmlFor={ids.workspace}>
              Used in
            </label>
            <SelectBox
              id={ids.workspace}
              name="workspace"
              defaultValue=""
              choices={[
                { value: '', label: 'All workspaces' },
                ...props.workspaces.map((name) => ({ value: name, label: name })),
              ]}
            />
          </div>
        </div>
        <p className="dim small">
          Its tools are there from the next run on, and ask before they change anything.
          {!hasCommands && ' Programs are added in the config file.'}
        </p>
        {hasCommands && (
          <p className="dim small">
            Commands run in the sandbox of each workspace. The config file allows:
            {mcpCommands.map((pattern) => (
              <code key={pattern} className="add-server-command">
                {pattern}
              </code>
            ))}
          </p>
        )}
        {error !== null && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="grow" />
        <button type="button" className="btn" onClick={props.onClose}>
          Cancel
        </button>
        <button type="submit" className="btn primary" disabled={isBusy}>
          Add
        </button>
      </footer>
    </form>
  );
}
