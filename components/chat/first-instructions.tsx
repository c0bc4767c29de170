import { useId } from 'react';
import { pageLimits } from '#lib/core/page-limits.ts';

/** What a new conversation tells the model besides its first message, if anything. */
export function FirstInstructions(props: { text: string; onChange: (text: string) => void }) {
  const id = useId();
  return (
    <details className="first-instructions">
      <summary>{props.text.trim() === '' ? 'Add instructions' : 'Instructions'}</summary>
      <label className="dim small" htmlFor={id}>
        For all of this conversation, besides those of the team and of the workspace’s AGENTS.md.
      </label>
      <textarea
        id={id}
        className="text-area"
        rows={4}
        maxLength={pageLimits.instructionCharacters}
        placeholder="Answer in French. Change nothing under migrations/."
        value={props.text}
        onChange={({ target }) => props.onChange(target.value)}
      />
    </details>
  );
}
