'use client';

import { CopyWord } from '../ui/copy-word.tsx';
import type { NewToken } from './new-token-dialog.tsx';

/** Shows a token, only this once, and what a program needs besides. */
export function NewTokenNote({ token: { name, token }, siteUrl }: { token: NewToken; siteUrl: string }) {
  const settings = JSON.stringify(
    {
      mcpServers: {
        vitrine: {
          type: 'http',
          url: `${siteUrl}/mcp`,
          headers: { Authorization: `Bearer ${token}` },
        },
      },
    },
    null,
    2,
  );
  return (
    <section className="new-token" aria-label="The new token">
      <p role="status">
        <b>{name} is ready.</b> Copy the token now; it is not shown again.
      </p>
      <div className="new-token-line">
        <span className="field grow">
          <input readOnly aria-label="Token" className="mono" value={token} />
        </span>
        <CopyWord label="Copy" read={() => token} isPrimary />
      </div>
      <details>
        <summary>Settings for an MCP client</summary>
        <div className="new-token-line">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key. */}
          <pre className="grow" tabIndex={0}>
            {settings}
          </pre>
          <CopyWord label="Copy settings" read={() => settings} />
        </div>
      </details>
    </section>
  );
}
