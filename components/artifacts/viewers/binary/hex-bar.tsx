'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, useRef } from 'react';
import { formatNumber } from '#components/ui/format-number.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { useKeys } from '#components/ui/use-keys.ts';
import { parseOffset } from './hex-rows.ts';

/** A field to go to an offset, and navigation between the parts of data too long to show at once. */
export function HexBar(props: {
  byteLength: number;
  /** The detected kind of file, and its size. */
  kind: string;
  part: number;
  partCount: number;
  onPart: (part: number) => void;
  onGo: (offset: number) => void;
}) {
  const { part, partCount, byteLength } = props;
  const field = useRef<HTMLInputElement>(null);
  useKeys({ g: () => field.current?.focus() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const offset = parseOffset(field.current?.value ?? '');
    if (offset === null || offset >= byteLength) return field.current?.select();
    props.onGo(offset);
  };
  return (
    <div className="view-bar">
      <span className="grow clip">{props.kind}</span>
      {partCount > 1 && (
        <span className="hex-parts small dim">
          <IconButton
            icon={ChevronLeft}
            label="Previous part"
            disabled={part === 0}
            onClick={() => props.onPart(part - 1)}
          />
          Part {formatNumber(part + 1)} of {formatNumber(partCount)}
          <IconButton
            icon={ChevronRight}
            label="Next part"
            disabled={part === partCount - 1}
            onClick={() => props.onPart(part + 1)}
          />
        </span>
      )}
      <form className="hex-go field" onSubmit={submit}>
        <input
          ref={field}
          aria-label="Go to offset"
          placeholder="Offset, 0x1f40"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
        />
      </form>
    </div>
  );
}
