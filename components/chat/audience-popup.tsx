'use client';

import { type FormEvent, useState } from 'react';
import type { MemberView } from '#lib/core/api/member-view.ts';
import type { Audience, Conversation } from '#lib/core/vocabulary/conversation.ts';
import type { Member } from '#lib/core/vocabulary/team/member.ts';
import { DialogPopup } from '../ui/dialog-popup.tsx';
import { sendJson } from '../ui/request-json.ts';
import { useResource } from '../ui/use-resource.ts';

interface AudienceProps {
  conversation: Pick<Conversation, 'id' | 'createdBy'>;
  /** The current audience. */
  audience: Audience;
  /** The member who changes it. */
  member: Member;
  onClose: () => void;
}

/** Chooses who can see a conversation: the team, or its author and selected members. */
export function AudiencePopup({ isOpen, ...props }: AudienceProps & { isOpen: boolean }) {
  return (
    <DialogPopup title="Who can see this" isOpen={isOpen} onClose={props.onClose}>
      {isOpen && <AudienceForm {...props} />}
    </DialogPopup>
  );
}

function AudienceForm({ conversation, audience, member, onClose }: AudienceProps) {
  const { createdBy } = conversation;
  const [isPrivate, setIsPrivate] = useState(audience !== 'team');
  const [chosen, setChosen] = useState<readonly string[]>(audience === 'team' ? [] : audience);
  const { value, failure } = useResource<{ members: MemberView[] }>('/api/members');
  const others = value?.members.filter(({ id, removedAt }) => !removedAt && id !== createdBy.id) ?? null;
  const [refusal, setRefusal] = useState<string | null>(null);
  const error = refusal ?? failure?.error ?? null;
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || others === null) return;
    setIsBusy(true);
    const named = others.map(({ id }) => id).filter((id) => chosen.includes(id));
    const change = { audience: isPrivate ? named : 'team' };
    const result = await sendJson<unknown>('PATCH', `/api/conversations/${conversation.id}`, change);
    setIsBusy(false);
    if (result.ok) onClose();
    else setRefusal(result.error);
  };
  const losesIt = isPrivate && member.id !== createdBy.id && !chosen.includes(member.id);
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className="in">
        <TeamOrSome isPrivate={isPrivate} onChange={setIsPrivate} />
        {isPrivate && (
          <fieldset>
            <legend>As well as {createdBy.name}, who started this conversation</legend>
            <MemberChoices others={others} chosen={chosen} onChange={setChosen} />
          </fieldset>
        )}
        {losesIt && <p className="mid">You’ll lose access: you’re not on this list.</p>}
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">Applies to the whole conversation.</span>
        <button type="submit" className="btn primary" aria-disabled={isBusy || others === null}>
          Save
        </button>
      </footer>
    </form>
  );
}

const audiences = [
  { isPrivate: false, label: 'Team', text: 'Everyone who can sign in.' },
  { isPrivate: true, label: 'Only these people', text: 'Nobody else, not even admins.' },
] as const;

function TeamOrSome(props: { isPrivate: boolean; onChange: (isPrivate: boolean) => void }) {
  return (
    <fieldset>
      <legend>Visible to</legend>
      {audiences.map(({ isPrivate, label, text }) => (
        <label key={label} className="choice">
          <input
            type="radio"
            className="radio"
            name="seen-by"
            checked={props.isPrivate === isPrivate}
            onChange={() => props.onChange(isPrivate)}
          />
          <span>
            {label}
            <br />
            <span className="dim small">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function MemberChoices(props: {
  /** `null`: not loaded yet. */
  others: MemberView[] | null;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  if (props.others === null) return <p className="dim small">…</p>;
  if (props.others.length === 0) return <p className="dim small">No other members yet.</p>;
  return props.others.map(({ id, name }) => (
    <label key={id} className="choice">
      <input
        type="checkbox"
        className="check"
        checked={props.chosen.includes(id)}
        onChange={({ target }) =>
          props.onChange(target.checked ? [...props.chosen, id] : props.chosen.filter((one) => one !== id))
        }
      />
      <span>{name}</span>
    </label>
  ));
}
