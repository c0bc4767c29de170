'use client';

import { useRouter } from 'next/navigation';
import { type ChangeEvent, useRef, useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { requestJson, sendJson } from '../ui/request-json.ts';

const types = 'image/png,image/jpeg,image/webp';

/** The member's picture, and its change. */
export function PictureField(props: { id: string; name: string; hasPicture: boolean }) {
  const { refresh } = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const change = async (request: () => ReturnType<typeof requestJson>) => {
    setIsBusy(true);
    const result = await request();
    setIsBusy(false);
    setError(result.ok ? null : result.error);
    if (result.ok) refresh();
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again after an error.
    target.value = '';
    if (file) void change(() => requestJson('/api/profile/picture', { method: 'PUT', body: file }));
  };
  return (
    <div className="picture-field">
      <Avatar id={props.id} name={props.name} />
      <div>
        <div className="row-buttons">
          <button
            type="button"
            className="btn"
            aria-disabled={isBusy}
            onClick={() => !isBusy && input.current?.click()}
          >
            Choose a picture
          </button>
          {props.hasPicture && (
            <button
              type="button"
              className="btn plain"
              aria-disabled={isBusy}
              onClick={() => !isBusy && void change(() => sendJson('DELETE', '/api/profile/picture'))}
            >
              Remove
            </button>
          )}
          <input
            ref={input}
            type="file"
            className="vh"
            tabIndex={-1}
            aria-label="Picture"
            accept={types}
            onChange={choose}
          />
        </div>
        <p className="dim small">PNG, JPEG or WebP. Cut to a square, stored at 256 × 256.</p>
        {error && (
          <p className="bad" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
