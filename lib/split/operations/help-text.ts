import type { Program } from '../command-line.ts';
import { copyString } from '../copy-string.ts';
import { type Fact, ranks, type Section } from '../facts.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Reader, Summarizer } from '../summarizer.ts';

const usage = /^\s*usage:\s*(.*)$/i;
/** `Main operation mode:`, `OPTIONS`, `Commands:`. */
const heading = /^ ?([A-Z][^\n:]{1,60}):\s*$|^([A-Z][A-Z ]{3,40})$/;
/** `  -c, --create   create a new archive`, `      --warning=KEYWORD`. */
const option = /^\s{1,12}(-{1,2}[A-Za-z0-9?@#][\w-]*)(?:\[?[= ]\S+?\]?)?(?:,? {1,2}(--[a-z][\w-]*))?/;
/** Under a heading of commands: `  build     Compile the package`. */
const command = /^\s{1,8}([a-z][\w:-]{1,30})(?:, \w{1,3})?(?: {2,}\S| *$)/;
const ofCommands = /command|subcommand/i;
/** Files that are searched for `usage:` may have it further down. */
const usageWithin = 1_000;
const maxGroups = 60;
const maxNames = 200;

interface Group {
  heading: string;
  names: string[];
  line: number;
}

/** A program's help text: its usage, and the names of its commands and options by group. */
export const helpText: Summarizer = {
  kind: 'help',
  covers: 'all',
  recognise: ({ programs, head, type }) =>
    (type === 'terminal' || type === 'text') &&
    programs.length === 1 &&
    programs.some(asksForHelp) &&
    /^\s*usage:/im.test(head.slice(0, usageWithin))
      ? 'named'
      : null,
  read: readHelp,
};

/** `-h` in the middle is another option: grep's, du's. */
const asksForHelp = ({ args }: Program): boolean =>
  args.includes('--help') || args[0] === 'help' || /^(?:-h|help|-\?)$/.test(args.at(-1) ?? '');

function readHelp(): Reader {
  const usages: { text: string; line: number }[] = [];
  const groups: Group[] = [];
  let isInUsage = false;
  let optionCount = 0;
  let commandCount = 0;
  const groupAt = (line: number): Group => {
    if (groups.length === 0) groups.push({ heading: '', names: [], line });
    return groups.at(-1) as Group;
  };
  const add = (name: string, line: number) => {
    const { names } = groupAt(line);
    if (names.length < maxNames) names.push(copyString(name));
  };
  return {
    line(text, line) {
      const used = usage.exec(text)?.[1];
      if (used !== undefined) {
        isInUsage = used === '';
        if (used !== '' && usages.length < 4) usages.push({ text: used, line });
        return;
      }
      if (isInUsage && text.trim() !== '' && usages.length < 4) usages.push({ text: text.trim(), line });
      isInUsage &&= text.trim() !== '';
      const [, titled, capitals] = heading.exec(text) ?? [];
      const title = titled ?? capitals;
      if (title !== undefined && groups.length < maxGroups) groups.push({ heading: title, names: [], line });
      const [, short, long] = option.exec(text) ?? [];
      if (short !== undefined) {
        optionCount += 1;
        add(long === undefined ? short : `${short} ${long}`, line);
        return;
      }
      const name = ofCommands.test(groups.at(-1)?.heading ?? '') ? command.exec(text)?.[1] : undefined;
      if (name === undefined) return;
      commandCount += 1;
      add(name, line);
    },
    finish() {
      const filled = groups.filter(({ names }) => names.length > 0);
      if (optionCount + commandCount === 0) return null;
      return {
        kind: 'help',
        verdict: [
          ...(commandCount > 0 ? [plural(commandCount, 'command')] : []),
          ...(optionCount > 0 ? [plural(optionCount, 'option')] : []),
          ...(filled.length > 1 ? [plural(filled.length, 'group')] : []),
        ],
        explainsFailure: false,
        sections: [usageSection(usages), ...filled.map(groupSection)],
      };
    },
  };
}

function usageSection(usages: readonly { text: string; line: number }[]): Section {
  const facts = usages.map(
    ({ text, line }, index): Fact => ({
      rank: ranks.cause + index,
      line,
      text: `usage: ${quote(text, 120)}`,
      quotes: [quote(text, 120)],
      isProblem: false,
    }),
  );
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

/** This many names of each group come before the rest of any group. */
const leadingNames = 6;

function groupSection({ heading: title, names, line }: Group, index: number): Section {
  const facts = names.map(
    (name, at): Fact => ({
      rank: (at < leadingNames ? ranks.spread : ranks.sample) + index / 10 + at / 1_000,
      line,
      text: name,
      isProblem: false,
    }),
  );
  return {
    heading: title === '' ? null : `${quote(title, 60)}:`,
    noun: 'name',
    total: names.length,
    layout: 'list',
    facts,
  };
}
