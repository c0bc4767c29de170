import { type SubmitEvent, useState } from 'react';
import type { RequestResult } from './request-json.ts';

/** A form that sends one request at a time, and says why the last one failed. */
export function useFormRequest<T>(
  send: (form: FormData) => Promise<RequestResult<T>>,
  onDone: (value: T) => void,
): { submit: (event: SubmitEvent<HTMLFormElement>) => void; isBusy: boolean; error: string | null } {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const request = async (form: FormData) => {
    setIsBusy(true);
    const result = await send(form);
    setIsBusy(false);
    setError(result.ok ? null : result.error);
    if (result.ok) onDone(result.value);
  };
  return {
    submit(event) {
      event.preventDefault();
      if (!isBusy) void request(new FormData(event.currentTarget));
    },
    isBusy,
    error,
  };
}
