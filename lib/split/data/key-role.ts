/** What a key says about its record, by the names most formats use. */
export type KeyRole =
  | 'name'
  | 'location'
  | 'line'
  | 'message'
  | 'code'
  | 'state'
  | 'truth'
  | 'error'
  | 'figure'
  | 'plain';

const byName = new Map<string, KeyRole>();
const say = (role: KeyRole, names: string) => {
  for (const name of names.split(' ')) byName.set(name, role);
};
say('location', 'filepath file filename path uri url location href src_path');
say('line', 'line linenumber line_number startline start_line row lineno');
say(
  'message',
  'message msg detail details description title reason summary text error_description errormessage',
);
say('code', 'code ruleid rule errorcode error_code check_id type statuscode');
say(
  'state',
  'severity level status state conclusion outcome result phase health exitcode statuscode status_code httpstatus',
);
say('truth', 'ok success passed valid isvalid iserror error failed haserror has_error errored');
say('error', 'error errors exception exceptions failure failures err fatal problems');
say(
  'name',
  'name title id iid key slug login label identifier artifactid tag sha hash number email symbol command',
);

/** Which of several names identifies a record best: the lowest rank. A key without a rank is not a name. */
const nameRanks = new Map(
  'name fullname full_name title filepath path file filename summary subject key id iid slug login label identifier artifactid uri url href tag sha hash number email symbol command'
    .split(' ')
    .map((name, rank) => [name, rank]),
);

/** Endings of keys for amounts, indexed by their last two letters, which rule out most keys. */
const figures = Map.groupBy(
  (
    'count total size bytes amount price cost duration elapsed insertions deletions additions changes ' +
    'score stars errors warnings downloads passed failed skipped quantity qty sum votes views replicas ' +
    'restarts gross budget revenue sales population comments reactions forks watchers commits lines ' +
    'tokens hits'
  ).split(' '),
  (word) => word.slice(-2),
);

const isFigure = (name: string): boolean =>
  figures.get(name.slice(-2))?.some((word) => name.endsWith(word)) === true;

/** @param around the role of the object that has the key: in `State: {Name: "stopped"}` the name is a state */
export const keyRole = (key: string, around: KeyRole): KeyRole => {
  const name = key.toLowerCase();
  if (around === 'state' && (name === 'name' || name === 'value')) return 'state';
  return byName.get(name) ?? (isFigure(name) ? 'figure' : 'plain');
};

/** @param listKey the key of the list that the record is in: `InstanceId` names one of `Instances` */
export function nameRank(key: string, listKey: string | null): number | null {
  const name = key.toLowerCase();
  const rank = nameRanks.get(name);
  if (rank !== undefined) return rank;
  const [, of, what = ''] = /^(.{2,60}?)_?(name|id|identifier)$/.exec(name) ?? [];
  const list = listKey?.toLowerCase();
  if (of === undefined || !list || (list !== `${of}s` && list !== `${of}es` && list !== `${of}list`))
    return null;
  return nameRanks.get(what) ?? null;
}

/** Keys below which values are described, not present: `error` is no error there. */
export const isSchemaKey = (key: string): boolean =>
  /^(?:properties|\$?defs|definitions|components|inputSchema|outputSchema|schema|schemas|paths|responses)$/.test(
    key,
  );

const kind =
  /(?:^|[\s_.-]|(?<=[a-z]))(?:status|state|level|severity|type|kind|conclusion|outcome|result|phase|method|rule(?:id)?|language|category|role|priority|reason|statuscode|status_code|code|action|event|genre)$/i;

/**
 * Categories that are asked for first: `itself` for `kind`, `named` for `entityKind`; `null`: another key.
 */
export const categoryRole = (key: string): 'itself' | 'named' | null => {
  const match = kind.exec(key);
  return match ? (match.index === 0 ? 'itself' : 'named') : null;
};
