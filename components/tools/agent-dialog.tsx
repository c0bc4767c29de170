'use client';

import { Plus } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import type { ModelView } from '#lib/core/api/model-view.ts';
import type { AgentView } from '#lib/core/vocabulary/agents/agent-view.ts';
import { Icon } from '../ui/icon.tsx';
import { sendJson } from '../ui/request-json.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { useFormRequest } from '../ui/use-form-request.ts';

interface Props {
  /** `null`: a new one. */
  agent: AgentView | null;
  models: readonly ModelView[];
}

/** An admin adds a sub-agent, or changes one that was added. */
export function AgentDialog(props: Props) {
  const { agent } = props;
  const { refresh } = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const saved = () => {
    setIsOpen(false);
    refresh();
  };
  return (
    <>
      {agent === null ? (
        <button type="button" className="btn" onClick={() => setIsOpen(true)}>
          <Icon of={Plus} isSmall />
          Add a sub-agent
        </button>
      ) : (
        <button
          type="button"
          className="btn"
          aria-label={`Change ${agent.name}`}
          onClick={() => setIsOpen(true)}
        >
          Change
        </button>
      )}
      <TitledDialog
        title={agent === null ? 'Add a sub-agent' : `Change ${agent.name}`}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <AgentForm {...props} onSaved={saved} onClose={() => setIsOpen(false)} />
      </TitledDialog>
    </>
  );
}

/** What is left empty has its default. */
function readSettings(form: FormData) {
  const text = (field: string) => String(form.get(field) ?? '').trim();
  const number = (field: string) => (text(field) === '' ? {} : { [field]: Number(text(field)) });
  const tools = text('tools')
    .split(/[\s,]+/)
    .filter(Boolean);
  return {
    description: text('description'),
    instructions: text('instructions'),
    ...(text('model') === '' ? {} : { model: text('model') }),
    ...(tools.length === 0 ? {} : { tools }),
    ...number('steps'),
    ...number('dollars'),
  };
}

function AgentForm({
  agent,
  models,
  onSaved,
  onClose,
}: Props & { onSaved: () => void; onClose: () => void }) {
  const id = useId();
  const { submit, isBusy, error } = useFormRequest((form) => {
    const name = agent?.name ?? String(form.get('name') ?? '').trim();
    return sendJson<null>('PUT', `/api/tools/agents/${name}`, readSettings(form));
  }, onSaved);
  return (
    <form className="add-server" onSubmit={submit}>
      <div className="in">
        {agent === null && (
          <div>
            <label className="lab" htmlFor={`${id}name`}>
              Name
            </label>
            <span className="field">
              <input
                id={`${id}name`}
                name="name"
                required
                maxLength={40}
                pattern="[a-z][a-z0-9\-]*"
                title="Small letters, digits and dashes"
                autoComplete="off"
                spellCheck={false}
                placeholder="reader"
              />
            </span>
          </div>
        )}
        <div>
          <label className="lab" htmlFor={`${id}description`}>
            When to delegate to it
          </label>
          <span className="field">
            <input
              id={`${id}description`}
              name="description"
              required
              maxLength={300}
              autoComplete="off"
              placeholder="finds places in the code, and quotes them"
              defaultValue={agent?.description}
            />
          </span>
        </div>
        <div>
          <label className="lab" htmlFor={`${id}instructions`}>
            Instructions
          </label>
          <textarea
            id={`${id}instructions`}
            name="instructions"
            className="text-area"
            rows={5}
            required
            maxLength={8_000}
            placeholder="Answer in at most ten lines, each with file and line."
            defaultValue={agent?.instructions}
          />
        </div>
        <div className="two">
          <div>
            <label className="lab" htmlFor={`${id}model`}>
              Model
            </label>
            <SelectBox
              id={`${id}model`}
              name="model"
              defaultValue={agent?.model ?? ''}
              choices={[
                { value: '', label: 'Same as the agent' },
                ...models.map((model) => ({ value: model.id, label: model.label })),
              ]}
            />
          </div>
          <div>
            <label className="lab" htmlFor={`${id}tools`}>
              Tools
            </label>
            <span className="field">
              <input
                id={`${id}tools`}
                name="tools"
                className="mono"
                autoComplete="off"
                spellCheck={false}
                placeholder="all, or read_file, grep_file"
                defaultValue={agent?.tools?.join(', ')}
              />
            </span>
          </div>
        </div>
        <div className="two">
          <div>
            <label className="lab" htmlFor={`${id}steps`}>
              Steps for a task, at most
            </label>
            <span className="field">
              <input
                id={`${id}steps`}
                name="steps"
                type="number"
                min={1}
                max={100}
                placeholder="30"
                defaultValue={agent?.steps}
              />
            </span>
          </div>
          <div>
            <label className="lab" htmlFor={`${id}dollars`}>
              Budget for a task, in dollars
            </label>
            <span className="field">
              <input
                id={`${id}dollars`}
                name="dollars"
                type="number"
                min={0.01}
                max={10_000}
                step={0.01}
                placeholder="none"
                defaultValue={agent?.dollars}
              />
            </span>
          </div>
        </div>
        {error !== null && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="grow" />
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="btn primary" disabled={isBusy}>
          {agent === null ? 'Add' : 'Save'}
        </button>
      </footer>
    </form>
  );
}
