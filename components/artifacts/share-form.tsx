'use client';

import { ChevronDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { limits } from '../../lib/core/limits.ts';
import { formatLineRange } from '../../lib/core/lines.ts';
import type { ShareRequest } from '../../lib/core/share.ts';
import { formatNumber } from '../ui/format-number.ts';
import { Icon } from '../ui/icon.tsx';
import { sendJson } from '../ui/request-json.ts';
import { longLines } from './line-words.ts';
import { ShareSecretsNote } from './share-secrets-note.tsx';
import type { ShareSubject } from './share-subject.ts';
import { useShareSecrets } from './use-share-secrets.ts';

/** The link is told once, here: the server keeps only a hash of what is secret in it. */
export interface CreatedShare {
  id: string;
  url: string;
}

type Audience = ShareRequest['audience'];

const audiences: readonly { value: Audience; label: string; text: string }[] = [
  { value: 'team', label: 'People of this team', text: 'After they sign in.' },
  { value: 'link', label: 'Anyone with the link', text: 'No sign-in. Not listed, not indexed.' },
];

const day = 24 * 3_600;
const durations = [
  { seconds: limits.shareMinSeconds, label: '30 minutes' },
  { seconds: day, label: '1 day' },
  { seconds: limits.shareDefaultSeconds, label: '7 days' },
  { seconds: 30 * day, label: '30 days' },
  { seconds: limits.shareMaxSeconds, label: '90 days' },
] as const;

export function ShareForm(props: { subject: ShareSubject; onCreated: (share: CreatedShare) => void }) {
  const { subject } = props;
  const [audience, setAudience] = useState<Audience>('team');
  const [expiresInSeconds, setExpiresInSeconds] = useState<number>(limits.shareDefaultSeconds);
  const [isLines, setIsLines] = useState(subject.lines !== null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const lines = isLines ? subject.lines : null;
  const secrets = useShareSecrets(subject.artifactId, lines);
  const isWaiting = isBusy || secrets === 'checking';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isWaiting) return;
    setIsBusy(true);
    const some = lines ? { lines: formatLineRange(lines) } : {};
    const request: ShareRequest = { audience, expiresInSeconds, ...some };
    const result = await sendJson<CreatedShare>(
      'POST',
      `/api/artifacts/${subject.artifactId}/shares`,
      request,
    );
    setIsBusy(false);
    if (result.ok) props.onCreated(result.value);
    else setError(result.error);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className="in">
        <p className="dim clip small">
          <span className="mono">{subject.title}</span> · a frozen copy with its own clock
        </p>
        <AudienceChoice value={audience} onChange={setAudience} />
        <label>
          <span className="lab">Link ends after</span>
          <span className="field">
            <select
              value={expiresInSeconds}
              onChange={(event) => setExpiresInSeconds(Number(event.target.value))}
            >
              {durations.map(({ seconds, label }) => (
                <option key={seconds} value={seconds}>
                  {label}
                </option>
              ))}
            </select>
            <Icon of={ChevronDown} isSmall />
          </span>
        </label>
        {subject.lines && <WhatChoice subject={subject} isLines={isLines} onChange={setIsLines} />}
        <ShareSecretsNote secrets={secrets} isLines={lines !== null} />
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
      <footer>
        <span className="dim grow small">You can revoke it at any time.</span>
        <button type="submit" className="btn primary" aria-disabled={isWaiting}>
          Create link
        </button>
      </footer>
    </form>
  );
}

function AudienceChoice(props: { value: Audience; onChange: (audience: Audience) => void }) {
  return (
    <fieldset>
      <legend>Who can open it</legend>
      {audiences.map(({ value, label, text }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            className="radio"
            name="audience"
            value={value}
            checked={props.value === value}
            onChange={() => props.onChange(value)}
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

function WhatChoice(props: {
  subject: ShareSubject;
  isLines: boolean;
  onChange: (isLines: boolean) => void;
}) {
  const { lines, lineCount } = props.subject;
  if (!lines) return null;
  return (
    <fieldset>
      <legend>What</legend>
      <div className="seg wide">
        <button type="button" aria-pressed={!props.isLines} onClick={() => props.onChange(false)}>
          {lineCount === null ? 'All of it' : `All ${formatNumber(lineCount)} lines`}
        </button>
        <button type="button" aria-pressed={props.isLines} onClick={() => props.onChange(true)}>
          {longLines(lines)}
        </button>
      </div>
    </fieldset>
  );
}
