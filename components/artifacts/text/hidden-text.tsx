import { textNodes } from '#components/ui/text-pieces.ts';
import { splitHidden } from './hidden-characters.ts';

/** Text with its hidden characters shown by name. Parts never move, so the index is the key. */
export function HiddenText({ text }: { text: string }) {
  const parts = splitHidden(text);
  if (parts.length === 1 && typeof parts[0] === 'string') return textNodes(text);
  return parts.map((part, index) => {
    const key = `${index}`;
    if (typeof part === 'string') return textNodes(part);
    return (
      <span key={key} className="zw" title="An invisible character">
        {part.name}
      </span>
    );
  });
}
