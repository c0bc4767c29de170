import { Unplug } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** Says plainly that nobody thinks here: the offline model is a script. */
export function OfflineNote() {
  return (
    <div className="note">
      <Icon of={Unplug} />
      <div className="grow">
        <b>Offline model.</b> It is no language model: it follows a script, so that you can try tools, cards
        and sharing without a key. For real answers set <span className="mono">OPENAI_API_KEY</span> and{' '}
        <span className="mono">VITRINE_MODEL</span> and start again.
      </div>
    </div>
  );
}
