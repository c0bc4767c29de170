'use client';

import { Fragment } from 'react';
import { DialogPopup } from '../ui/dialog-popup.tsx';
import { SwitchRow } from '../ui/switch-row.tsx';
import { setReading, useReading } from '../ui/use-reading.ts';

const keys: readonly { title: string; rows: readonly [keys: string, does: string][] }[] = [
  {
    title: 'Anywhere',
    rows: [
      ['⌘K CtrlK', 'search, and commands'],
      ['N', 'new conversation'],
      ['/', 'write a message'],
      ['J K', 'next, previous card'],
      ['F S P O', 'flip, share, keep, open the card'],
      ['R', 'run the card’s call again'],
      ['⇧Esc', 'stop the run'],
    ],
  },
  {
    title: 'In the message field',
    rows: [
      ['↵', 'send or queue'],
      ['⇧↵', 'new line'],
      ['⌘↵ Ctrl↵', 'stop and do this'],
      ['↑', 'in an empty field: edit your last message'],
    ],
  },
  {
    title: 'On a message that has the focus',
    rows: [
      ['C E Q', 'copy, edit, reply'],
      ['[ ]', 'earlier, later version'],
      ['.', 'more'],
    ],
  },
  {
    title: 'In the panel',
    rows: [
      ['⌘F CtrlF', 'search'],
      ['↵ ⇧↵', 'next, previous hit'],
      ['G', 'go to line'],
      ['W', 'wrap lines'],
      ['+ - 0 1', 'in an image: larger, smaller, fit, actual size'],
      ['B', 'both views'],
      ['[ ]', 'previous, next problem'],
      ['Y', 'copy link to the lines'],
      ['C', 'comment on the lines of a diff'],
      ['M', 'give the lines, or all of it, to the model'],
      ['Esc', 'close, back to its card'],
    ],
  },
];

/** Lists all keyboard shortcuts, with a switch for single-character ones. */
export function KeysPopup(props: { isOpen: boolean; onClose: () => void }) {
  const reading = useReading();
  return (
    <DialogPopup {...props} title="Keyboard shortcuts">
      <div className="in">
        {keys.map(({ title, rows }) => (
          <section key={title}>
            <h3 className="lab">{title}</h3>
            <dl className="keys">
              {rows.map(([names, does]) => (
                <Fragment key={names}>
                  <dt>
                    {names.split(' ').map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </Fragment>
              ))}
            </dl>
          </section>
        ))}
        <SwitchRow
          isOn={!reading.isKeyless}
          label="Single-letter shortcuts, outside text fields"
          onChange={(isOn) => void setReading({ isKeyless: !isOn })}
        />
      </div>
    </DialogPopup>
  );
}
