'use client';

import { useState } from 'react';
import type { NotificationKind } from '#lib/core/vocabulary/notifications/notification.ts';
import type { NotificationPreferences } from '#lib/core/vocabulary/profile/preferences.ts';
import { savePreferences } from '../ui/save-preferences.ts';
import { SwitchRow } from '../ui/switch-row.tsx';
import { playSound } from './play-sound.ts';
import { PushBrowsersList } from './push-browsers-list.tsx';

const rows: readonly { kind: NotificationKind; title: string; note: string }[] = [
  { kind: 'mention', title: 'Somebody mentions me', note: '@ and my name, in a message' },
  { kind: 'approval', title: 'A tool waits for my answer', note: 'an approval, or a question of a server' },
  { kind: 'run_ended', title: 'A run of mine ended', note: 'done, failed, or stopped' },
];
const channels = [
  { name: 'push', title: 'Browser' },
  { name: 'sound', title: 'Sound' },
] as const;

/** How the member is notified, of what. */
export function NotificationSettings({
  memberId,
  initial,
}: {
  memberId: string;
  initial: NotificationPreferences;
}) {
  const [chosen, setChosen] = useState(initial);
  const [error, setError] = useState<string | null>(null);
  const setWithText = async (withText: boolean) => {
    const store = (value: boolean) => setChosen((now) => ({ ...now, withText: value }));
    store(withText);
    const result = await savePreferences({ notifications: { withText } });
    setError(result.ok ? null : result.error);
    if (!result.ok) store(!withText);
  };
  const set = async (kind: NotificationKind, name: 'push' | 'sound', isOn: boolean) => {
    // A sound that a page has not made before may be blocked: this click allows it.
    if (name === 'sound' && isOn) void playSound();
    const store = (value: boolean) =>
      setChosen((now) => ({
        ...now,
        kinds: { ...now.kinds, [kind]: { ...now.kinds[kind], [name]: value } },
      }));
    store(isOn);
    const result = await savePreferences({ notifications: { kinds: { [kind]: { [name]: isOn } } } });
    setError(result.ok ? null : result.error);
    if (!result.ok) store(!isOn);
  };
  return (
    <>
      <table className="notification-kinds">
        <thead>
          <tr>
            <th scope="col">When</th>
            {channels.map(({ name, title }) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, title, note }) => (
            <tr key={kind}>
              <th scope="row">
                {title}
                <br />
                <span className="dim small">{note}</span>
              </th>
              {channels.map((channel) => (
                <td key={channel.name}>
                  <label className="check-cell">
                    <input
                      type="checkbox"
                      className="check"
                      aria-label={`${title}: ${channel.title}`}
                      checked={chosen.kinds[kind][channel.name]}
                      onChange={({ target }) => void set(kind, channel.name, target.checked)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="dim small">
        A sound is made by an open page; for a run that ended, by the tab that asked for it.
      </p>
      <SwitchRow
        isOn={chosen.withText}
        label="Show the words of the message in the notification"
        note="Without them it says what happened, and a click opens the conversation."
        onChange={(withText) => void setWithText(withText)}
      />
      {error && (
        <p className="bad" role="alert">
          {error}
        </p>
      )}
      <PushBrowsersList memberId={memberId} />
    </>
  );
}
