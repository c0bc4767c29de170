'use client';

import { Fragment, useState } from 'react';
import { DialogPopup } from '../ui/dialog-popup.tsx';
import { areSingleKeysOn, setSingleKeys } from '../ui/single-keys.ts';
import type { SidebarDialogProps } from './sidebar-dialog.tsx';

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
export function KeysPopup(props: SidebarDialogProps) {
  return (
    <DialogPopup {...props} title="Keys">
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
        <SingleKeysSwitch />
      </div>
    </DialogPopup>
  );
}

function SingleKeysSwitch() {
  const [isOn, setIsOn] = useState(areSingleKeysOn);
  return (
    <label className="choice">
      <input
        type="checkbox"
        className="check"
        checked={isOn}
        onChange={(event) => {
          setSingleKeys(event.target.checked);
          setIsOn(event.target.checked);
        }}
      />
      <span>Single-letter shortcuts, outside text fields</span>
    </label>
  );
}
