'use client';

import { useState } from 'react';
import { formatCount } from '../ui/format-number.ts';
import { newClientMessageId } from '../ui/new-client-message-id.ts';
import { sendJson } from '../ui/request-json.ts';

const maxNamed = 3;

/** Files in which an update left both versions, and the agent's help. */
export function WorktreeConflicts(props: { conversationId: string; paths: readonly string[] }) {
  const { conversationId, paths } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const resolve = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const names = paths.map((path) => `\`${path}\``).join(', ');
    const text = `Resolve the conflicts in ${names}: keep what both versions are for, and remove the marks.`;
    const result = await sendJson('POST', `/api/conversations/${conversationId}/messages`, {
      text,
      clientMessageId: newClientMessageId(),
    });
    setIsBusy(false);
    setError(result.ok ? null : result.error);
  };
  const more = paths.length - maxNamed;
  return (
    <p role="status">
      <span className="bad">{formatCount(paths.length, 'file')} with conflicts:</span>{' '}
      <span className="mono">{paths.slice(0, maxNamed).join(', ')}</span>
      {more > 0 && ` and ${more} more`}{' '}
      <button type="button" className="link" onClick={() => void resolve()}>
        Have the agent resolve them
      </button>
      {error && <span className="bad"> {error}</span>}
    </p>
  );
}
