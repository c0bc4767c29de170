import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { limits } from '#lib/core/limits.ts';
import { readTerminalTheme } from './terminal-theme.ts';

/** Initial size of every terminal of the agent; a member who takes it over fits it to their screen. */
const first = { columns: 100, rows: 30 } as const;
const minColumns = 20;
const minRows = 4;

/**
 * A terminal's screen on the page. Anybody can watch; typing is forwarded only while a member has control.
 */
export interface TerminalScreen {
  write: (bytes: Uint8Array) => Promise<void>;
  clear: () => void;
  /** `null`: key presses are ignored. */
  setTyping: (onType: ((data: string) => void) | null) => void;
  /** Fits the terminal to the available width. `null`: it already fits. */
  fit: () => { columns: number; rows: number } | null;
  focus: () => void;
  readTheme: () => void;
  close: () => void;
}

/** Ctrl+] and Ctrl+Shift+Esc; every other key goes to the program. */
const isWayOut = (event: KeyboardEvent): boolean =>
  event.ctrlKey && (event.key === ']' || (event.shiftKey && event.key === 'Escape'));

export function openTerminalScreen(element: HTMLElement, onWayOut: () => void): TerminalScreen {
  const terminal = new Terminal({
    cols: first.columns,
    rows: first.rows,
    fontFamily: getComputedStyle(element).fontFamily,
    fontSize: 12,
    lineHeight: 1.2,
    scrollback: 5_000,
    allowProposedApi: false,
    disableStdin: true,
    minimumContrastRatio: 4.5,
    theme: readTerminalTheme(element),
    // Links that a program prints are inactive: it would choose their target.
    linkHandler: { activate: () => undefined },
  });
  let shownRows = minRows;
  /** Hides unused rows at the bottom: most programs ask for one line and have thirty. */
  const showUsedRows = () => {
    const { active } = terminal.buffer;
    const isFull = active.type === 'alternate' || active.baseY > 0;
    shownRows = Math.max(shownRows, isFull ? terminal.rows : Math.min(terminal.rows, active.cursorY + 2));
    const whole = element.querySelector('.xterm-screen')?.clientHeight ?? 0;
    element.style.height = `${Math.ceil((whole * shownRows) / terminal.rows)}px`;
  };
  const fitter = new FitAddon();
  terminal.loadAddon(fitter);
  terminal.open(element);
  showUsedRows();
  // The emulator sets the row height for screen readers when this mode starts; before the first render the
  // character size is unknown, and it would be 0.
  const firstRender = terminal.onRender(() => {
    if (!element.querySelector('.xterm-screen')?.clientHeight) return;
    firstRender.dispose();
    terminal.options.screenReaderMode = true;
  });
  let onType: ((data: string) => void) | null = null;
  let isCaughtUp = false;
  const reach = () => {
    if (terminal.textarea) {
      terminal.textarea.tabIndex = onType ? 0 : -1;
      terminal.textarea.ariaLabel = 'Terminal. Press Ctrl+] to hand back';
    }
  };
  reach();
  // The emulator also answers the program's queries; those from before this page opened are skipped.
  terminal.onData((data) => isCaughtUp && onType?.(data));
  terminal.attachCustomKeyEventHandler((event) => {
    if (!onType) return false;
    if (!isWayOut(event)) return true;
    event.preventDefault();
    if (event.type === 'keydown') onWayOut();
    return false;
  });
  // While a member types here, the page handles no keys: Esc closes nothing.
  element.addEventListener('keydown', (event) => onType && event.stopPropagation());

  return {
    write: (bytes) =>
      new Promise((resolve) => {
        terminal.write(bytes, () => {
          isCaughtUp = true;
          showUsedRows();
          resolve();
        });
      }),
    clear: () => terminal.reset(),
    setTyping(next) {
      onType = next;
      terminal.options.disableStdin = next === null;
      terminal.options.cursorBlink = next !== null;
      reach();
    },
    fit() {
      const found = fitter.proposeDimensions()?.cols;
      if (found === undefined || Number.isNaN(found)) return null;
      const columns = Math.min(limits.terminalColumns, Math.max(minColumns, found));
      if (columns === terminal.cols) return null;
      terminal.resize(columns, terminal.rows);
      return { columns, rows: terminal.rows };
    },
    focus: () => terminal.focus(),
    readTheme() {
      terminal.options.theme = readTerminalTheme(element);
    },
    close: () => terminal.dispose(),
  };
}
