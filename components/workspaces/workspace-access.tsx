'use client';

import { type FormEvent, useId, useState } from 'react';
import type {
  AccessPeople,
  WorkspaceAccess,
  WorkspaceAccessChange,
} from '#lib/core/vocabulary/team/workspace-access.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { useWorkspaceChange } from './use-workspace-change.ts';
import { readFields, WorkspaceEntries, WorkspaceSection } from './workspace-section.tsx';

/** Whom an admin can admit. */
export interface AdmittablePeople {
  members: readonly { id: string; name: string }[];
  /** That the identity provider has named. */
  groups: readonly string[];
}

const kinds = [
  { value: 'member', label: 'Member' },
  { value: 'group', label: 'Group' },
];
const nobody: AccessPeople = { members: [], groups: [] };
const rights = [
  {
    right: 'use',
    title: 'Who may use it',
    note: 'Others see neither its conversations nor its files, from their next request on.',
    everybody: 'Everybody in the team may use it',
  },
  {
    right: 'run',
    title: 'Who may run commands',
    note: 'By the agent or by hand. Programs of MCP servers are the team’s, whoever asks for them.',
    everybody: 'Everybody who uses it may run commands',
  },
] as const;

/** Who may use a workspace, and run commands in it. */
export function WorkspaceAccessSettings(props: {
  name: string;
  access: WorkspaceAccess;
  people: AdmittablePeople;
}) {
  const { name, access, people } = props;
  const { change, error } = useWorkspaceChange(name);
  // Until the page shows what the server has.
  const [wanted, setWanted] = useState<Partial<Record<keyof WorkspaceAccess, boolean>>>({});
  const open = async (right: keyof WorkspaceAccess, isOn: boolean) => {
    setWanted((all) => ({ ...all, [right]: isOn }));
    const isDone = await change({ access: { [right]: isOn ? null : nobody } });
    if (!isDone) setWanted((all) => ({ ...all, [right]: !isOn }));
  };
  return rights.map(({ right, title, note, everybody }) => (
    <WorkspaceSection
      key={right}
      title={title}
      note={
        right === 'use' && access.use === null
          ? 'The team sees its files and its conversations, except private ones.'
          : note
      }
      error={error}
    >
      <SwitchRow
        isOn={wanted[right] ?? access[right] === null}
        label={everybody}
        onChange={(isOn) => void open(right, isOn)}
      />
      {access[right] !== null && (
        <Admitted
          label={title}
          admitted={access[right]}
          people={people}
          right={right}
          change={(access) => change({ access })}
        />
      )}
    </WorkspaceSection>
  ));
}

function Admitted(props: {
  label: string;
  admitted: AccessPeople;
  people: AdmittablePeople;
  right: keyof WorkspaceAccess;
  change: (access: WorkspaceAccessChange) => Promise<boolean>;
}) {
  const { label, admitted, people, right, change } = props;
  const id = useId();
  const nameOf = (memberId: string) => people.members.find((one) => one.id === memberId)?.name ?? memberId;
  const entries = [
    ...admitted.members.map((memberId) => ({
      name: nameOf(memberId),
      cell: 'Member',
      onRemove: () => void change({ dismiss: [{ right, member: memberId }] }),
    })),
    ...admitted.groups.map((group) => ({
      name: group,
      cell: 'Group',
      onRemove: () => void change({ dismiss: [{ right, group }] }),
    })),
  ];
  const [kind, setKind] = useState<'member' | 'group'>('member');
  const [error, setError] = useState<string | null>(null);
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const wanted = readFields(form)('who').trim();
    const member = people.members.find((one) => one.name === wanted);
    if (kind === 'member' && !member) return setError(`There is no member called ${wanted}.`);
    setError(null);
    const one = member && kind === 'member' ? { right, member: member.id } : { right, group: wanted };
    if (await change({ admit: [one] })) form.reset();
  };
  return (
    <>
      {entries.length === 0 && <p className="dim">Nobody yet. Only admins can change that.</p>}
      <WorkspaceEntries label={label} columns={['Who', 'Is']} entries={entries} areNames />
      <form className="add-host" onSubmit={(event) => void add(event)}>
        <SelectBox
          aria-label={`${label}: member or group`}
          choices={kinds}
          value={kind}
          onChange={({ target }) => setKind(target.value === 'group' ? 'group' : 'member')}
        />
        <span className="field">
          <input
            name="who"
            required
            maxLength={200}
            list={id}
            autoComplete="off"
            placeholder={kind === 'member' ? 'Name' : 'As its provider names it'}
            aria-label={`${label}: ${kind === 'member' ? 'name of a member' : 'name of a group'}`}
          />
        </span>
        <datalist id={id}>
          {(kind === 'member' ? people.members.map((one) => one.name) : people.groups).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <button type="submit" className="btn primary">
          Add
        </button>
      </form>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
