'use client';

import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { WorkspaceRules } from '#lib/core/api/workspace-view.ts';
import { Icon } from '../ui/icon.tsx';
import { TitledDialog } from '../ui/titled-dialog.tsx';
import { AddWorkspaceForm } from './add-workspace-form.tsx';

export function AddWorkspaceDialog(props: { rules: WorkspaceRules; isTeam: boolean; onAdded: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const added = () => {
    setIsOpen(false);
    props.onAdded();
  };
  return (
    <>
      <button type="button" className="btn primary" onClick={() => setIsOpen(true)}>
        <Icon of={FolderPlus} isSmall />
        Add
      </button>
      <TitledDialog title="Add a workspace" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <AddWorkspaceForm
          rules={props.rules}
          isTeam={props.isTeam}
          onAdded={added}
          onClose={() => setIsOpen(false)}
        />
      </TitledDialog>
    </>
  );
}
