'use client';

import type { Attachment } from '#lib/core/vocabulary/events.ts';
import type { Given } from '../artifacts/cards/given.ts';
import { GivenChip } from '../artifacts/cards/given-chip.tsx';

/** With `givenId` once it was sent. */
export type GivenOrSent = Given & Partial<Pick<Attachment, 'givenId'>>;

/** Attachments of a message, before or after it is sent. */
export function GivenChips(props: {
  label: string;
  given: readonly GivenOrSent[];
  onDrop?: (given: Given) => void;
}) {
  const { given, onDrop } = props;
  if (given.length === 0) return null;
  return (
    <ul className={onDrop ? 'given-list is-draft' : 'given-list'} aria-label={props.label}>
      {given.map((one) => (
        <GivenChip
          key={`${one.artifactId}:${one.lines}`}
          given={one}
          givenId={one.givenId}
          onDrop={onDrop && (() => onDrop(one))}
        />
      ))}
    </ul>
  );
}
