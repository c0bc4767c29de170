'use client';

import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { signOut } from './sign-out.ts';

export function SignedInRow({ name }: { name: string }) {
  const [error, setError] = useState<string | null>(null);
  const leave = async () => {
    const failure = await signOut();
    if (failure === null) window.location.assign('/sign-in');
    else setError(failure);
  };
  return (
    <li className="signed-in">
      <Avatar name={name} />
      <span className="clip grow" title={`Signed in as ${name}`}>
        <span className="vh">Signed in as </span>
        {name}
      </span>
      <IconButton icon={LogOut} label="Sign out" onClick={() => void leave()} />
      {error && (
        <p className="bad small" role="alert">
          {error}
        </p>
      )}
    </li>
  );
}
