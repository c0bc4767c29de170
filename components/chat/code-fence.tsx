'use client';

import { isValidElement, type ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';

const CodeText = lazyComponent(
  async () => (await import('../artifacts/text/code-text.tsx')).CodeText,
  ({ text }) => <code>{text}</code>,
);

/** A fenced block of the agent's markdown: its language, its text, and a way to copy it. */
export function CodeFence({ children }: { children: ReactNode }) {
  const { language, text } = readCode(children);
  return (
    <div className="fence">
      <div className="fence-head">
        <span className="grow">{language ?? 'text'}</span>
        <CopyButton label="Copy this block" read={() => text} />
      </div>
      <pre>
        <CodeText text={text} language={language} />
      </pre>
    </div>
  );
}

/** react-markdown passes the `<code class="language-x">` inside the `<pre>`. */
function readCode(children: ReactNode): { language: string | null; text: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(children))
    return { language: null, text: '' };
  const { className, children: content } = children.props;
  const language = /language-(\S+)/.exec(className ?? '')?.[1] ?? null;
  return { language, text: String(content ?? '').replace(/\n$/, '') };
}
