'use client';

import { Square } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { Icon } from '../ui/icon.tsx';
import { useKeys } from '../ui/use-keys.ts';
import { MentionList } from './mention-list.tsx';
import { type Mentionable, useMentions } from './use-mentions.ts';

/**
 * The message field. Enter sends (or queues), Shift+Enter inserts a line break, Ctrl or ⌘+Enter interrupts
 * the run and sends.
 */
export function Composer(props: {
  text: string;
  onChange: (text: string) => void;
  onSend: (text: string, interrupt: boolean) => void;
  isRunning: boolean;
  isBusy?: boolean;
  /** Members who can be mentioned; omitted: nobody. */
  mentionable?: Mentionable | null;
  /** The attachments of the message. */
  attachments?: ReactNode;
  onStop?: () => void;
  hint: ReactNode;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEarlyText(field, props.onChange);
  useFieldHeight(field, props.text);
  const mentions = useMentions(field, props.mentionable ?? null, props.onChange);
  useKeys({ '/': () => field.current?.focus() });

  const canSend = props.text.trim() !== '' && !props.isBusy;
  const send = (interrupt: boolean) => {
    if (canSend) props.onSend(props.text, interrupt && props.isRunning);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send(event.metaKey || event.ctrlKey);
  };
  return (
    <div className="composer">
      {mentions.list && <MentionList {...mentions.list} />}
      {props.attachments}
      <textarea
        ref={field}
        rows={1}
        aria-label="Message"
        placeholder="Ask the agent"
        value={props.text}
        onChange={(event) => {
          props.onChange(event.target.value);
          mentions.look();
        }}
        onSelect={mentions.look}
        onBlur={mentions.close}
        onKeyDown={onKeyDown}
        {...mentions.fieldProps}
      />
      <div className="composer-tools">
        <span className="hint clip grow">{props.hint}</span>
        {props.isRunning && props.onStop && (
          <button type="button" className="btn" title="Stop the run  ⇧Esc" onClick={props.onStop}>
            <Icon of={Square} isSmall />
            Stop
          </button>
        )}
        <button
          type="button"
          className="btn primary"
          aria-disabled={!canSend}
          {...(canSend || props.isBusy ? {} : { title: 'Write a message first' })}
          onClick={() => send(false)}
        >
          {props.isRunning ? 'Queue' : 'Send'} <kbd>↵</kbd>
        </button>
      </div>
    </div>
  );
}

/** Adopts text typed into the server-rendered page before hydration, which the next render would wipe. */
function useEarlyText(
  field: { current: HTMLTextAreaElement | null },
  onChange: (text: string) => void,
): void {
  const take = useEffectEvent(() => {
    const typed = field.current?.value ?? '';
    if (typed !== '') onChange(typed);
  });
  useLayoutEffect(() => take(), []);
}

/** Grows the field with its text in browsers without CSS `field-sizing`. */
function useFieldHeight(field: { current: HTMLTextAreaElement | null }, text: string): void {
  useEffect(() => {
    const element = field.current;
    if (!element || CSS.supports('field-sizing', 'content')) return;
    element.style.height = 'auto';
    if (text !== '') element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
