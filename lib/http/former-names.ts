/** The version that no longer has the names of before. */
export const formerNamesEnd = '0.2';

/**
 * Adds to an answer the names that some fields had before, at any depth of its objects and lists: programs
 * that know them go on to work for one version. The reference lists them by route.
 * @param names the former name of each field, by its name now
 */
export function withFormerNames<T>(value: T, names: Readonly<Record<string, string>>): T {
  if (Array.isArray(value)) return value.map((item) => withFormerNames(item, names)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const named = Object.entries(value).flatMap(([name, field]) => {
    const answer = withFormerNames(field, names);
    const former = Object.hasOwn(names, name) ? names[name] : undefined;
    return former === undefined
      ? [[name, answer]]
      : [
          [name, answer],
          [former, answer],
        ];
  });
  return Object.fromEntries(named) as T;
}

/** The former names of an attachment's fields. */
export const formerAttachment = { textArtifactId: 'givenId' } as const;

/** The former names of a problem's fields. */
export const formerProblem = { location: 'place' } as const;
