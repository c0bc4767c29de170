'use client';

import { type FormEvent, useState } from 'react';
import { formatNumber } from '#components/ui/format-number.ts';
import { sendJson } from '#components/ui/request-json.ts';
import { formatLineRange } from '#lib/core/algorithms/lines/lines.ts';
import { limits } from '#lib/core/limits.ts';
import type { ShareRequest } from '#lib/core/vocabulary/share.ts';
import type { ShareSubject } from '../context/share-subject.ts';
import { longLines } from '../text/line-words.ts';
import { type AudienceChoice, ShareAudienceChoice } from './share-audience-choice.tsx';
import { type ShareEnds, ShareLimits } from './share-limits.tsx';
import { ShareSecretsNote } from './share-secrets-note.tsx';
import { useShareSecrets } from './use-share-secrets.ts';

/** The created link is available only here: the server stores only a hash of its secret. */
export interface CreatedShare {
  id: string;
  url: string;
}

export function ShareForm(props: {
  subject: ShareSubject;
  isTeam: boolean;
  isLinkAllowed: boolean;
  onCreated: (share: CreatedShare) => void;
}) {
  const { subject } = props;
  const [audience, setAudience] = useState<AudienceChoice>('team');
  const [ends, setEnds] = useState<ShareEnds>({
    expiresInSeconds: limits.shareDefaultSeconds,
    maxViews: null,
  });
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
    const { expiresInSeconds, maxViews } = ends;
    const request: ShareRequest = {
      audience,
      expiresInSeconds,
      ...some,
      ...(maxViews === null ? {} : { maxViews }),
    };
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
        <ShareAudienceChoice
          value={audience}
          isTeam={props.isTeam}
          isLinkAllowed={props.isLinkAllowed}
          onChange={setAudience}
        />
        <ShareLimits value={ends} onChange={setEnds} />
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
