'use client';

import { isValidElement, type ReactNode } from 'react';
import { CopyButton } from '../ui/copy-button.tsx';
import { lazyComponent, lazyExtra } from '../ui/lazy-component.tsx';
import { useReading } from '../ui/use-reading.ts';
import { SetFormula } from './prose/set-formula.tsx';

const CodeText = lazyComponent(
  async () => (await import('../artifacts/text/code-text.tsx')).CodeText,
  ({ text }) => <code>{text}</code>,
);
const Diagram = lazyExtra(
  async () => (await import('./prose/diagram.tsx')).Diagram,
  ({ source }) => <PlainFence language="mermaid" text={source} />,
);

/** A fenced block of markdown: code, with a way to copy it; a diagram; or a formula. */
export function CodeFence({ children }: { children: ReactNode }) {
  const { isRaw } = useReading();
  const { language, text } = readCode(children);
  if (language === 'math') return <SetFormula source={text} isDisplay />;
  if (language === 'mermaid' && !isRaw) return <Diagram source={text} />;
  return <PlainFence language={language} text={text} />;
}

/** Of what is too long for one part of the answer. */
const partNames: Readonly<Record<string, string>> = {
  'mermaid-part': 'Part of a diagram that is too long to be drawn',
  'math-part': 'Part of a formula that is too long to be set',
};

function PlainFence({ language, text }: { language: string | null; text: string }) {
  return (
    <div className="fence">
      <div className="fence-head">
        <span className="grow">{partNames[language ?? ''] ?? language ?? 'text'}</span>
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
