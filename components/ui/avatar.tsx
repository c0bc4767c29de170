'use client';

import { useState } from 'react';
import { BrandMark } from './brand-mark.tsx';
import { usePictureUrl } from './pictures-context.ts';

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : (words[0]?.[1] ?? '');
  return (first + last).toUpperCase();
};

/** A member's picture, or their initials where they have none, or it does not load. */
export function Avatar({ id, name }: { id?: string | undefined; name: string }) {
  const url = usePictureUrl(id);
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  return (
    <span className="avatar" aria-hidden="true">
      {url === null || url === failedUrl ? (
        initialsOf(name)
      ) : (
        // biome-ignore lint/performance/noImgElement: it is small and made for its place
        <img src={url} alt="" onError={() => setFailedUrl(url)} />
      )}
    </span>
  );
}

export function AgentAvatar() {
  return (
    <span className="avatar agent" aria-hidden="true">
      <BrandMark />
    </span>
  );
}
