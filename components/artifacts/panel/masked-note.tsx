import { EyeOff } from 'lucide-react';
import { formatNumber } from '#components/ui/format-number.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { ToolTelemetry } from '#lib/core/vocabulary/events.ts';
import { secretLabel } from '../sharing/secret-label.ts';

/** On the display view: says what was masked in the assistant view. */
export function MaskedNote({ masked }: { masked: NonNullable<ToolTelemetry['masked']> }) {
  const { length } = masked;
  const they = length === 1 ? 'it' : 'them';
  return (
    <div className="masked-note">
      <div className="note warn">
        <Icon of={EyeOff} />
        <div className="grow">
          <b>
            {formatNumber(length)} {length === 1 ? 'secret' : 'secrets'} in this view{' '}
            {length === 1 ? 'was' : 'were'} masked for the model.
          </b>
          <br />
          <span className="mid">
            {masked.map(({ name }) => secretLabel(name)).join(', ')}. You see {they} because you may read this
            conversation.
          </span>
        </div>
      </div>
    </div>
  );
}
