import { useState } from 'react';
import { sendJson } from '#components/ui/request-json.ts';
import type { ArtifactMetadata } from '#lib/core/vocabulary/artifact.ts';
import { artifactUrl } from '../api/artifact-api.ts';
import { useKeep } from '../context/keeps-context.tsx';

interface KeepAnswer {
  notice?: string | null;
}

export interface Keeping {
  isKept: boolean;
  /** ISO 8601; `null`: it stays until it is removed. */
  expiresAt: string | null;
  /** Seconds to keep it; `null`: until it is removed. The outcome arrives as an event. */
  keep: (ttlSeconds: number | null) => void;
  /** Returns it to the expiry of a new result. */
  release: () => void;
  /** Why it failed, or what to know before the storage is full. */
  message: string | null;
}

/**
 * Controls how long an artifact stays. `null`: it cannot be kept, since it is not complete or has expired.
 */
export function useKeeping(metadata: ArtifactMetadata | null): Keeping | null {
  const keep = useKeep(metadata?.id ?? '');
  const [message, setMessage] = useState<string | null>(null);
  // An attachment lasts as long as its conversation.
  if (metadata?.state !== 'complete' || metadata.origin === 'member') return null;
  const send = async (method: 'POST' | 'DELETE', body?: { ttlSeconds: number | null }) => {
    setMessage(null);
    const result = await sendJson<KeepAnswer>(method, `${artifactUrl(metadata.id)}/keep`, body);
    setMessage(result.ok ? (result.value.notice ?? null) : result.error);
  };
  return {
    isKept: keep?.isKept ?? metadata.expiresAt === null,
    expiresAt: metadata.expiresAt,
    keep: (ttlSeconds) => void send('POST', { ttlSeconds }),
    release: () => void send('DELETE'),
    message,
  };
}
