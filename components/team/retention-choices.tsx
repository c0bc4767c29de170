'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { formatRetention, type Retention, retentionChoices } from '#lib/core/vocabulary/team/retention.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { sendJson } from '../ui/request-json.ts';
import { SelectBox } from '../ui/select-box.tsx';

const rows = [
  { name: 'conversationDays', label: 'Delete conversations', note: 'From their last change on.' },
  { name: 'keptDays', label: 'End kept results', note: 'From the time when they were made.' },
  {
    name: 'auditDays',
    label: 'Delete entries of the audit log',
    note: 'From the time when they were written.',
  },
] as const;

/**
 * After how many days data is deleted, for admins to choose; others read it.
 * @param props.unchanged by days: how many conversations would be deleted now
 */
export function RetentionChoices(props: {
  retention: Retention;
  unchanged: Readonly<Record<number, number>>;
  isAdmin: boolean;
}) {
  const { unchanged, isAdmin } = props;
  const { refresh } = useRouter();
  const [retention, setRetention] = useState(props.retention);
  const [asked, setAsked] = useState<Partial<Retention> | null>(null);
  const [error, setError] = useState<string | null>(null);
  const save = async (change: Partial<Retention>) => {
    setAsked(null);
    // Shown at once.
    setRetention((present) => ({ ...present, ...change }));
    const result = await sendJson('PATCH', '/api/settings', change);
    setError(result.ok ? null : result.error);
    if (result.ok) refresh();
    else setRetention((present) => ({ ...present, ...beforeIn(retention, change) }));
  };
  const choose = (name: keyof Retention, days: number | null) => {
    const change = { [name]: days };
    // What is deleted sooner than until now is gone for good.
    if (days !== null && days < (retention[name] ?? Number.POSITIVE_INFINITY)) setAsked(change);
    else void save(change);
  };
  return (
    <>
      <ul className="retention">
        {rows.map(({ name, label, note }) => (
          <li key={name}>
            <span>
              {label}
              <br />
              <span className="dim small">{note}</span>
            </span>
            {isAdmin ? (
              <SelectBox
                aria-label={label}
                value={retention[name] ?? 0}
                choices={choicesWith(retention[name])}
                onChange={({ target }) => choose(name, Number(target.value) || null)}
              />
            ) : (
              <span className="mid">{labelOf(retention[name])}</span>
            )}
          </li>
        ))}
      </ul>
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      <ConfirmDialog
        isOpen={asked !== null}
        title="Delete this data from now on?"
        text={asked === null ? '' : describe(asked, unchanged)}
        action="Delete"
        onConfirm={() => void save(asked ?? {})}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

const beforeIn = (retention: Retention, change: Partial<Retention>): Partial<Retention> =>
  Object.fromEntries(Object.entries(retention).filter(([name]) => name in change));

/** What it deletes, and when. */
function describe(
  { conversationDays, keptDays, auditDays }: Partial<Retention>,
  unchanged: Readonly<Record<number, number>>,
): string {
  const when = 'This begins within an hour and cannot be undone.';
  if (conversationDays) {
    const count = unchanged[conversationDays];
    const now =
      count === undefined
        ? ''
        : ` At present that is ${count === 1 ? '1 conversation' : `${count} conversations`} at most, private ones counted too.`;
    return `Conversations that nobody has changed for ${formatRetention(conversationDays)} are deleted with everything in them, worktrees with unpushed changes too.${now} ${when}`;
  }
  if (keptDays)
    return `Kept results that were made more than ${formatRetention(keptDays)} ago end. What the model saw of them stays. ${when}`;
  return `Entries of the audit log that are older than ${formatRetention(auditDays ?? null)} are deleted. ${when}`;
}

/** What was chosen by the API is among them. */
function choicesWith(chosen: number | null) {
  const all = new Set<number>([...retentionChoices, ...(chosen === null ? [] : [chosen])]);
  return [
    { value: 0, label: labelOf(null) },
    ...[...all].toSorted((one, other) => one - other).map((value) => ({ value, label: labelOf(value) })),
  ];
}

const labelOf = (days: number | null): string => (days === null ? 'Never' : `After ${formatRetention(days)}`);
