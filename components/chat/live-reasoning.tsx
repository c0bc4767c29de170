'use client';

/** What a model thinks while it has not answered yet; folded, since few want to read it. */
export const LiveReasoning = ({ text }: { text: string }) => (
  <details className="live-reasoning">
    <summary>Reasoning</summary>
    <p>{text}</p>
  </details>
);
