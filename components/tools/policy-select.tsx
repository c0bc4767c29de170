'use client';

import type { ApprovalPolicy } from '#lib/core/vocabulary/tools/approval.ts';
import { toolLabel } from '#lib/core/vocabulary/tools/mcp-name.ts';
import { SelectBox } from '../ui/select-box.tsx';
import { choiceOf, policyChoices } from './policy-words.ts';
import { usePolicyChange } from './use-policy-change.ts';

/** An admin's choice of the approval policy for one tool. */
export function PolicySelect(props: { tool: string; policy: ApprovalPolicy; isTeam: boolean }) {
  const { tool, isTeam } = props;
  const { shown, outcome, change } = usePolicyChange(tool, props.policy);
  return (
    <>
      <span className="policy">
        <SelectBox
          aria-label={`Policy of ${toolLabel(tool)}`}
          value={choiceOf(shown, isTeam)}
          onChange={({ target }) => change(target.value as ApprovalPolicy)}
          choices={policyChoices(isTeam)}
        />
        <span className="dim small" role="status">
          {outcome?.isSaved && 'Saved'}
        </span>
      </span>
      {outcome?.isSaved === false && (
        <p className="bad" role="alert">
          {outcome.error}
        </p>
      )}
    </>
  );
}
