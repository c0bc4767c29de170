'use client';

import { Avatar } from '../ui/avatar.tsx';
import type { Other } from './others-here.ts';

const maxShown = 4;

/** The other members viewing the conversation, as a compact row in the bar. */
export function OthersRow({ others }: { others: readonly Other[] }) {
  if (others.length === 0) return null;
  const names = others.map(({ name }) => name).join(', ');
  return (
    <span className="others" role="img" aria-label={`Here: ${names}`} title={`Here: ${names}`}>
      {others.slice(0, maxShown).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} />
      ))}
      {others.length > maxShown && <span className="dim small">+{others.length - maxShown}</span>}
    </span>
  );
}
