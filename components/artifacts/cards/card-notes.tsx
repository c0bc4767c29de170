import { TriangleAlert } from 'lucide-react';
import { Icon } from '#components/ui/icon.tsx';

/** Short facts about a result, above its label. */
export function CardNotes({ notes }: { notes: readonly string[] }) {
  return notes.map((note) => (
    <div key={note} className="card-more card-note">
      <Icon of={TriangleAlert} isSmall />
      <span className="clip" title={note}>
        {note}
      </span>
    </div>
  ));
}
