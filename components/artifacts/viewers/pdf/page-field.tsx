'use client';

import { type FormEvent, useRef } from 'react';
import { formatNumber } from '#components/ui/format-number.ts';
import { useEffectOn } from '#components/ui/use-effect-on.ts';
import { useKeys } from '#components/ui/use-keys.ts';

/** Shows which page is in sight, and goes to another one. */
export function PageField(props: { page: number; count: number; onGo: (page: number) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useKeys({ g: () => field.current?.focus() });
  useEffectOn([props.page], () => {
    // What somebody types there is left alone.
    if (field.current && document.activeElement !== field.current) field.current.value = String(props.page);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const page = Number(field.current?.value);
    if (!Number.isInteger(page) || page < 1 || page > props.count) return field.current?.select();
    props.onGo(page);
    field.current?.select();
  };
  return (
    <form className="pdf-go small dim" onSubmit={submit}>
      <span className="field">
        <input
          ref={field}
          aria-label={`Page, of ${formatNumber(props.count)}`}
          title="Go to a page  G"
          defaultValue={props.page}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          onFocus={(event) => event.target.select()}
          onBlur={(event) => {
            event.target.value = String(props.page);
          }}
        />
      </span>
      of {formatNumber(props.count)}
    </form>
  );
}
