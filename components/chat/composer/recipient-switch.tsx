import type { Recipient } from './use-recipient.ts';

/** Whom the message is for: the agent, or people only. */
export const RecipientSwitch = ({ isTeam, choose }: Recipient) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  <span className="recipient" role="group" aria-label="To">
    <span className="wide-only">To</span>
    <span className="seg">
      <button type="button" aria-pressed={!isTeam} onClick={() => choose(false)}>
        Agent
      </button>
      <button type="button" aria-pressed={isTeam} onClick={() => choose(true)}>
        Team
      </button>
    </span>
  </span>
);
