import type { ElicitationContent, ElicitationField } from '#lib/core/vocabulary/tools/elicitation.ts';

/** The answer of a form. What was left empty, and is not needed, is not said. */
export function contentOf(
  fields: readonly ElicitationField[],
  form: Pick<FormData, 'get' | 'getAll'>,
): ElicitationContent {
  const entries = fields.flatMap((field): [string, ElicitationContent[string]][] => {
    const { kind, name, isRequired } = field;
    if (kind === 'flag') return [[name, form.get(name) !== null]];
    if (kind === 'choices') {
      const chosen = form.getAll(name).map(String);
      return chosen.length > 0 || isRequired ? [[name, chosen]] : [];
    }
    const text = String(form.get(name) ?? '');
    if (text === '') return isRequired ? [[name, '']] : [];
    if (kind === 'number') return [[name, Number(text)]];
    // Inputs give local time, without its zone.
    const isTime = kind === 'text' && field.format === 'date-time';
    return [[name, isTime ? new Date(text).toISOString() : text]];
  });
  return Object.fromEntries(entries);
}
