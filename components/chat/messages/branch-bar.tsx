'use client';

import { GitBranch } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { isSelected, pathTo, type ThreadTree, versionsOf } from '#lib/core/conversation/thread-tree.ts';
import { selectBranch } from './message-api.ts';

/** Under the head, while the member looks at a version that is not everybody's. */
export function BranchBar(props: {
  conversationId: string;
  tree: ThreadTree;
  lookedAtId: string;
  isTeam: boolean;
  onBack: () => void;
}) {
  const { tree, lookedAtId, onBack } = props;
  const [error, setError] = useState<string | null>(null);
  const fork = pathTo(tree, lookedAtId).find(({ id }) => !isSelected(tree, id));
  if (!fork) return null;
  const versions = versionsOf(tree, fork.id);
  const shown = versions.indexOf(fork.id) + 1;
  const selected = versions.findIndex((id) => isSelected(tree, id)) + 1;
  const select = async () => {
    const result = await selectBranch(props.conversationId, lookedAtId);
    setError(result.ok ? null : result.error);
  };
  return (
    <div className="branch-bar" role="status">
      <Icon of={GitBranch} isSmall />
      <span className="grow">
        {error ??
          `You are looking at version ${shown} of ${versions.length}. ${props.isTeam ? 'Everyone else, and the model, are' : 'The model is'} at ${selected}.`}
      </span>
      <button type="button" className="btn plain slim" onClick={onBack}>
        Back to {selected}
      </button>
      <button type="button" className="btn slim" onClick={() => void select()}>
        Make this the one
      </button>
    </div>
  );
}
