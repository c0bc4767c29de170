import { type Fact, ranks, type Section } from '../facts.ts';
import { figure } from '../figure.ts';
import { plural } from '../plural.ts';
import type { Reader, Summarizer } from '../summarizer.ts';
import type { Tally } from '../tally.ts';
import type { ListingEntry } from './entry.ts';
import { createListingErrors } from './listing-errors.ts';
import { createListingFigures, type Listing } from './listing-figures.ts';
import { isListing, listingFormOf } from './listing-program.ts';
import { createEntryReader } from './read-entries.ts';

const errorForm = /^(?:ls|find|tree|fd|fdfind|exa|eza|git|rg|dir)(?:\.exe)?: /;
/** Up to this many names, each is shown. */
const maxNamesShown = 60;
const maxFoldersShown = 24;
const maxSingularShown = 6;
const filesPerSingular = 20;
/** A file larger than this is not read in full. */
const largeFrom = 64 * 1024;

/**
 * Lists of files: how many, where, of which kinds, the largest and the most recent; for a short list, every
 * name.
 */
export const summarizeListing: Summarizer = {
  kind: 'listing',
  covers: 'all',
  recognise: (evidence) => (isListing(evidence) ? 'named' : null),
  read(evidence): Reader {
    const form = listingFormOf(evidence);
    const figures = createListingFigures(form.areSeveral);
    const entries = createEntryReader(form, figures.add);
    const errors = createListingErrors(errorForm);
    return {
      line(text, number) {
        if (!errors.line(text, number)) entries.read(text);
      },
      finish() {
        entries.finish();
        const listing = figures.finish();
        const count = listing.files + listing.folders;
        if (count + errors.count === 0 || entries.strangeLines > count / 4) return null;
        const { totals, hasOwnSizes } = entries;
        const folders = totals?.folders ?? listing.folders;
        // The program's own totals include links.
        const ownLinks = totals === null ? listing.links : 0;
        return {
          kind: 'listing',
          verdict: [
            `${plural((totals?.files ?? listing.files) - ownLinks, 'file')}, ${plural(folders, 'folder')}`,
            ...(ownLinks > 0 ? [plural(ownLinks, 'link')] : []),
            ...(listing.size === null || hasOwnSizes ? [] : [sizeText(listing)]),
            ...(listing.listings > 1 ? ['in several listings with the same names'] : []),
            ...(errors.count > 0 ? [plural(errors.count, 'error')] : []),
          ],
          statesSize: true,
          sections: [errors.section(), ...sectionsOf(listing, hasOwnSizes)],
          unreadLines: entries.strangeLines,
          explainsFailure: errors.count > 0,
        };
      },
    };
  },
};

/** Sizes that were not asked for are only shown for large files, where there is room. */
function sectionsOf(listing: Listing, hasOwnSizes: boolean): Section[] {
  const isShort = listing.files + listing.folders <= maxNamesShown;
  return [
    ...(listing.files > 3 ? [kinds(listing)] : []),
    ...(isShort
      ? names(listing)
      : [...folderSections(listing), singular(listing), topFiles(listing), fullest(listing)]),
    ranked(
      'largest:',
      (hasOwnSizes ? listing.largest.filter(({ size }) => (size ?? 0) >= largeFrom) : listing.largest).slice(
        0,
        3,
      ),
      hasOwnSizes ? ranks.context : ranks.lead,
      (entry) => ` ${entry.roundedSize ?? figure(entry.size ?? 0)}`,
    ),
    ...oddSizes(listing),
    ranked('newest:', listing.newest.slice(0, 2), ranks.lead + 5, (entry) => ` ${entry.date ?? ''}`),
    ranked(
      'oldest:',
      isShort || listing.oldest === null ? [] : [listing.oldest],
      ranks.lead + 6,
      (entry) => ` ${entry.date ?? ''}`,
    ),
  ];
}

/** A file so many times smaller than the average one may be cut off. */
const farSmaller = 100;
const minFiles = 5;

/** Files without content, and one far smaller than all others together let expect. */
function oddSizes({ empty, smallest, size, files }: Listing): Section[] {
  if (files < minFiles) return [];
  const isEmptyRare = empty.count > 0 && empty.count <= files / 4;
  const isSmall = smallest?.size != null && size !== null && smallest.size * farSmaller < size / files;
  return [
    ranked(
      isEmptyRare ? `empty (${figure(empty.count)}):` : '',
      isEmptyRare ? empty.entries : [],
      ranks.lead + 4,
      () => '',
    ),
    ranked(
      'smallest:',
      isSmall && smallest ? [smallest] : [],
      ranks.lead + 4,
      (entry) => ` ${entry.roundedSize ?? figure(entry.size ?? 0)}`,
    ),
  ];
}

const list = (
  heading: string,
  facts: readonly Fact[],
  noun: string | null = null,
  total = facts.length,
): Section => ({
  heading,
  noun,
  total,
  layout: 'list',
  facts,
});

function kinds({ extensions }: Listing): Section {
  const known = extensions.top(9).filter(({ name, count }) => name !== '' && count > 0);
  return list(
    'by kind:',
    known.map(({ name, count }, index) => ({
      rank: (index < 5 ? ranks.spread : ranks.sample) + index,
      text: `${name} ${figure(count)}`,
      quotes: [name],
    })),
  );
}

/** The folders with the most files first, and those in the one that has nearly all of them. */
function folderSections({ tops, inner, root, files }: Listing): Section[] {
  const outer = foldersIn(root, tops, ranks.spread);
  return [
    files === 0 ? { ...outer, noun: null } : outer,
    ...(inner === null ? [] : [foldersIn(inner.folder, inner.tops, ranks.spread + 1, root)]),
  ];
}

/** @param root what is left out of the folder's name */
function foldersIn(folder: string, tops: Tally, rank: number, root = ''): Section {
  const most = tops.top(maxFoldersShown).filter(({ count }) => count > 0);
  const nameIn = (path: string, around: string) => (around === '' ? path : path.slice(around.length + 1));
  return list(
    folder === '' ? 'by folder:' : `in ${nameIn(folder, root)}/ by folder:`,
    most.map(({ name, count }, index) => ({
      rank: (index < 10 ? rank : ranks.sample) + index / 2,
      text: `${nameIn(name, folder)}/ ${figure(count)}`,
      quotes: [nameIn(name, folder)],
    })),
    'folder',
    most.length < maxFoldersShown ? most.length : (tops.distinct ?? most.length),
  );
}

/** The folders with the most files, at any depth. */
function fullest({ fullest: found, tops, root }: Listing): Section {
  const isReported = ({ path }: { path: string }) => path === root || tops.get(path) > 0 || path === '';
  const deeper = found.filter((folder) => folder.count > 1 && !isReported(folder));
  const prefix = root === '' ? '' : `${root}/`;
  return {
    ...list(
      'most files right in:',
      deeper.map(({ path, count }, index) => ({
        rank: (index < 3 ? ranks.lead : ranks.sample) + 2 + index,
        text: `${path.startsWith(prefix) ? path.slice(prefix.length) : path} ${figure(count)}`,
        quotes: [path.slice(path.lastIndexOf('/') + 1)],
      })),
    ),
    layout: 'paths',
  };
}

const notable =
  /^(?:readme|licen[cs]e|changelog|contributing|package\.json|tsconfig\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements\.txt|cargo\.toml|go\.(?:mod|work)$|(?:gnu)?makefile|dockerfile|(?:docker-)?compose\.ya?ml|pom\.xml|build\.(?:gradle|sbt|zig|xml)|settings\.gradle|gradlew$|mvnw$|gemfile|rakefile|composer\.json|cmakelists\.txt|configure(?:\.ac)?$|meson\.build|(?:module|build|workspace)(?:\.bazel)?$|mix\.exs|package\.swift|pubspec\.yaml|pnpm-workspace|lerna\.json|nx\.json|turbo\.json|justfile|taskfile|tiltfile|procfile|flake\.nix|index\.|main\.|app\.|deno\.json)|\.(?:sln|csproj|fsproj|cabal|gemspec)$/i;

/** Files that stand out: the only one of their kind among many files of few kinds. */
function singular({ singular: paths, files }: Listing): Section {
  const isOdd = paths.length <= maxSingularShown && files >= filesPerSingular * paths.length;
  return list(
    'only one of its kind:',
    (isOdd ? paths : []).map((path, index) => ({
      rank: ranks.spread + index,
      text: path,
      quotes: [path.slice(path.lastIndexOf('/') + 1)],
    })),
  );
}

/** Files at the top level, which show what kind of project it is. */
function topFiles({ topEntries }: Listing): Section {
  const found = topEntries.filter(({ isFolder }) => isFolder !== true);
  const facts = found.map(({ path }, index): Fact => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const isNotable = notable.test(name);
    return { rank: (isNotable ? ranks.lead : ranks.sample) + index / 10, text: name, quotes: [name] };
  });
  return { ...list('top files:', facts), layout: 'words' };
}

/** Every name, folders first; nested entries follow their folder. */
function names({ entries }: Listing): Section[] {
  const folders = entries.filter(({ isFolder }) => isFolder === true);
  const files = entries.filter(({ isFolder }) => isFolder !== true);
  const fact = (entry: ListingEntry, index: number, mark: string): Fact => ({
    rank: ranks.lead + index / 10,
    text: `${entry.path}${mark}`,
    quotes: [entry.path.slice(entry.path.lastIndexOf('/') + 1)],
  });
  return [
    {
      heading: 'folders:',
      noun: 'folder',
      total: folders.length,
      layout: 'paths',
      facts: folders.map((entry, index) => fact(entry, index, '/')),
    },
    {
      heading: 'files:',
      noun: 'file',
      total: files.length,
      layout: 'paths',
      facts: files.map((entry, index) => fact(entry, index, '')),
    },
  ];
}

function ranked(
  heading: string,
  entries: readonly ListingEntry[],
  rank: number,
  report: (entry: ListingEntry) => string,
): Section {
  return list(
    heading,
    entries.map((entry, index) => ({
      rank: rank + index,
      text: `${entry.path}${report(entry)}`,
      quotes: [entry.path.slice(entry.path.lastIndexOf('/') + 1)],
    })),
  );
}

const sizeText = ({ size, isRounded }: Listing): string => {
  const bytes = size ?? 0;
  if (!isRounded) return `${figure(bytes)} bytes`;
  const unit = bytes < 1_048_576 ? 'K' : bytes < 1_073_741_824 ? 'M' : 'G';
  const divisor = { K: 1_024, M: 1_048_576, G: 1_073_741_824 }[unit];
  return `about ${(bytes / divisor).toFixed(1)}${unit}`;
};
