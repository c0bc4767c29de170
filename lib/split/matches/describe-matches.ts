import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import { quote } from '../quote.ts';
import type { Ending } from '../summarizer.ts';
import type { Summary } from '../summary.ts';
import { createMatchFinder } from './find-match.ts';
import { foldersOfMatches } from './folders-of-matches.ts';
import type { MatchLayout } from './match-layout.ts';
import type { FileTally, Match, MatchTally } from './match-tally.ts';
import type { SearchRequest } from './search-request.ts';

const definitionsShown = 3;
const samplesShown = 12;
const filesNeeded = 6;
const foldersShown = 6;
const textCharacters = 160;
/** With fewer files than this, the file names already show the folders. */
const foldersFromFiles = 15;

/**
 * Describes matches: how many in how many files; the first, and definitions of the name; files and folders
 * with counts; some further lines.
 */
export function describeMatches(
  tally: MatchTally,
  layout: MatchLayout,
  request: SearchRequest,
  { counts }: Ending,
): Summary {
  const files = tally.files();
  const sections =
    layout === 'paths'
      ? [pathSection(tally, files), folderSection(tally, files, 'file')]
      : [
          locationSection(tally, files, request),
          repeatSection(tally, request),
          fileSection(tally, files),
          folderSection(tally, files, 'match'),
        ];
  return {
    kind: 'matches',
    verdict: [...amountOf(tally, layout), ...(counts?.endsWith('then stopped') ? ['then stopped'] : [])],
    statesSize: true,
    sections,
    explainsFailure: false,
  };
}

function amountOf({ matchCount, fileCount, emptyCount }: MatchTally, layout: MatchLayout): string[] {
  if (layout === 'paths') return [plural(matchCount, 'file')];
  const matches = plural(matchCount, 'match');
  const files = `${plural(fileCount, 'file')}${emptyCount === 0 ? '' : ` of ${figure(fileCount + emptyCount)}`}`;
  return [fileCount === 0 ? matches : `${matches} in ${files}`];
}

/** Shows the first match, all definitions, then one match of each further file. */
function locationSection(
  tally: MatchTally,
  files: readonly FileTally[],
  { pattern }: SearchRequest,
): Section {
  const find = createMatchFinder(pattern);
  const { first } = tally;
  const classes = new Map(files.map((file) => [file.path, file.class]));
  const source = files.find((file) => file.class === 'source')?.first ?? null;
  const isSource = (match: Match | null) => match?.path == null || classes.get(match.path) === 'source';
  const definitions = tally
    .definitions()
    .filter((match) => source === null || isSource(match))
    .slice(0, definitionsShown);
  const [defined] = definitions;
  const leads = distinct([defined ?? first, first, ...definitions.slice(1), isSource(first) ? null : source]);
  const samples = files.map((file) => file.first).slice(0, samplesShown);
  const facts = distinct([...leads, ...samples, tally.last])
    .filter(({ text }) => text !== '')
    .map((match, index) => {
      const isLead = index < leads.length;
      const text = excerpt(match.text, find(match.text), isLead ? textCharacters : textCharacters / 2);
      return factOf(match, (isLead ? ranks.lead : ranks.sample) + index, text, match.line === defined?.line);
    });
  return { heading: null, noun: null, total: facts.length, layout: 'lines', facts };
}

/** Removes matches of the same line. */
const distinct = (matches: readonly (Match | null)[]): Match[] => [
  ...new Map(matches.flatMap((match) => (match ? [[match.line, match] as const] : []))).values(),
];

/** The part of a very long line around the match. */
function excerpt(text: string, index: number, characters: number): { text: string; isCut: boolean } {
  const from = Math.floor(index - characters / 4);
  const isCut = from >= characters / 4;
  return { text: quote(isCut ? text.slice(from) : text, characters), isCut };
}

function factOf(
  match: Match,
  rank: number,
  { text, isCut }: { text: string; isCut: boolean },
  isDefinition: boolean,
): Fact {
  const location = [match.path, match.number].filter((part) => part !== null).join(':');
  return {
    rank,
    line: match.line,
    text: `${location === '' ? `line ${match.line}` : location}: ${isCut ? '…' : ''}${text}${isDefinition ? ' (definition)' : ''}`,
    quotes: [text],
  };
}

/**
 * For output of the matched text only (`-o`), or lines that are mostly the same: which texts, and how often.
 */
function repeatSection(tally: MatchTally, { gives }: SearchRequest): Section {
  const { textCount, matchCount } = tally;
  const isRepetitive = gives === 'parts' || (textCount !== null && textCount < matchCount / 4);
  const repeated = isRepetitive ? (tally.repeated() ?? []) : [];
  const facts = repeated
    .filter(({ text, count }) => text !== '' && count > 2)
    .slice(0, 6)
    .map(({ text, count, line }, index) => ({
      rank: (gives === 'parts' ? ranks.lead : ranks.sample) + index,
      line,
      text: `${quote(text, 80)} ×${figure(count)}`,
      quotes: [quote(text, 80)],
    }));
  const heading = textCount === null ? 'most:' : `${plural(textCount, 'different text')}:`;
  return { heading, noun: null, total: facts.length, layout: 'list', facts };
}

function fileSection(tally: MatchTally, files: readonly FileTally[]): Section {
  // With a single file, the first match already names it.
  const facts =
    files.length < 2 && tally.first?.text !== ''
      ? []
      : files.slice(0, 60).map(({ path, count }, index) => ({
          rank: index < filesNeeded ? ranks.lead + 2 + index : ranks.sample + 4 + index,
          text: `${path} ${figure(count)}`,
        }));
  return {
    heading: tally.holdsAllFiles ? 'by file:' : `by file, of the first ${figure(files.length)}:`,
    noun: facts.length === 0 ? null : 'file',
    total: tally.fileCount,
    layout: 'paths',
    facts,
  };
}

function pathSection(tally: MatchTally, files: readonly FileTally[]): Section {
  const facts = files.map(({ path, first }, index) => ({
    rank: index < 12 ? ranks.lead + index : ranks.sample + index,
    ...(first ? { line: first.line } : {}),
    text: path,
  }));
  return { heading: null, noun: 'file', total: tally.fileCount, layout: 'paths', facts };
}

function folderSection(tally: MatchTally, files: readonly FileTally[], noun: string): Section {
  const folders = tally.fileCount >= foldersFromFiles && tally.holdsAllFiles ? foldersOfMatches(files) : [];
  const facts = folders.slice(0, foldersShown).map(({ folder, count }, index) => ({
    rank: ranks.lead + 12 + index,
    text: `${folder} ${figure(count)}`,
  }));
  const heading = noun === 'file' ? 'files by folder:' : 'by folder:';
  return {
    heading,
    noun: facts.length === 0 ? null : 'folder',
    total: folders.length,
    layout: 'list',
    facts,
  };
}
