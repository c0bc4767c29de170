'use client';

import '@xterm/xterm/css/xterm.css';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useWork } from '../artifacts/context/work-context.tsx';
import type { RequestFailure } from '../ui/request-json.ts';
import { type ActOnTerminal, terminalActions } from './terminal-api.ts';
import { createTerminalInput, type TerminalInput } from './terminal-input.ts';
import type { TerminalScreen } from './terminal-screen.ts';
import { useTerminalScreen } from './use-terminal-screen.ts';

/** A running terminal. Anybody can watch; a member who takes it over can type until they hand it back. */
export function LiveTerminal(props: {
  toolCallId: string;
  artifactId: string;
  byteLength: number;
  holder: { id: string; name: string } | null;
}) {
  'use memo';
  const { conversationId, memberId } = useWork();
  const box = useRef<HTMLDivElement>(null);
  const takeButton = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const act = terminalActions(conversationId, props.toolCallId);
  const input = useMemo(
    () =>
      createTerminalInput(
        (data) => act({ kind: 'input', data }),
        (failure) => setRefusal(wordsOf(failure)),
      ),
    [act],
  );
  const isMine = props.holder?.id === memberId;
  const control = async (kind: 'take' | 'handBack') => {
    setRefusal(null);
    await input.sent();
    const result = await act({ kind });
    if (!result.ok) setRefusal(wordsOf(result));
  };
  const handBack = () => void control('handBack');
  const screen = useTerminalScreen(box, props.artifactId, props.byteLength, handBack);
  useTyping(screen, isMine, input);
  useFitting(screen, box, isMine, act);
  useFocusBack(takeButton, isMine);

  return (
    <>
      <div className="card-body term-box">
        <div ref={box} className="term-screen" />
      </div>
      <div className="card-more term-bar">
        <span className="grow clip" role="status">
          {refusal ?? <Holder name={props.holder?.name ?? null} isMine={isMine} />}
        </span>
        {isMine ? (
          <button
            type="button"
            className="btn is-small"
            title="Hand back  Ctrl+] or Ctrl+Shift+Esc"
            onClick={handBack}
          >
            Hand back <kbd>Ctrl ]</kbd>
          </button>
        ) : (
          <button
            ref={takeButton}
            type="button"
            className="btn is-small"
            onClick={() => void control('take')}
          >
            Take over
          </button>
        )}
      </div>
    </>
  );
}

function Holder({ name, isMine }: { name: string | null; isMine: boolean }) {
  if (isMine) return 'You are typing here';
  return name === null ? 'Nobody is typing here' : `${name.split(' ')[0]} is typing here`;
}

const wordsOf = (failure: RequestFailure): string =>
  failure.code === 'not_found' ? 'This terminal has ended.' : failure.error;

/** Forwards key presses while this member has control of the terminal. */
function useTyping(screen: TerminalScreen | null, isMine: boolean, input: TerminalInput): void {
  useEffect(() => {
    if (!screen || !isMine) return;
    screen.setTyping(input.type);
    screen.focus();
    return () => screen.setTyping(null);
  }, [screen, isMine, input]);
  useEffect(() => input.close, [input]);
}

const restMs = 150;

/** The member in control sets the terminal's width to that of their card. */
function useFitting(
  screen: TerminalScreen | null,
  box: { current: HTMLElement | null },
  isMine: boolean,
  act: ActOnTerminal,
): void {
  useEffect(() => {
    if (!screen || !isMine || !box.current?.parentElement) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fitNow = () => {
      const size = screen.fit();
      if (size) void act({ kind: 'resize', ...size });
    };
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(fitNow, restMs);
    });
    observer.observe(box.current.parentElement);
    fitNow();
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [screen, box, isMine, act]);
}

/** After handing it back, the focus returns to the take-over button. */
function useFocusBack(button: { current: HTMLElement | null }, isMine: boolean): void {
  const wasMine = useRef(isMine);
  useEffect(() => {
    if (wasMine.current && !isMine) button.current?.focus();
    wasMine.current = isMine;
  }, [button, isMine]);
}
