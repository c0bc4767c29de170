import { BrandMark } from './brand-mark.tsx';

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const first = words[0]?.[0] ?? '';
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : (words[0]?.[1] ?? '');
  return (first + last).toUpperCase();
};

export function Avatar({ name }: { name: string }) {
  return (
    <span className="avatar" aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

export function AgentAvatar() {
  return (
    <span className="avatar agent" aria-hidden="true">
      <BrandMark />
    </span>
  );
}
