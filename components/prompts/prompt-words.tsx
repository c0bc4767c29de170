import { fieldsIn } from '#lib/core/vocabulary/prompts/prompt-text.ts';

/** The text of a prompt, with its fields underlined. */
export function PromptWords({ text }: { text: string }) {
  const fields = fieldsIn(text);
  return (
    <>
      {fields.map(({ name, start, end }, index) => (
        <span key={start}>
          {text.slice(fields[index - 1]?.end ?? 0, start)}
          <u title={text.slice(start, end)}>{name}</u>
        </span>
      ))}
      {text.slice(fields.at(-1)?.end ?? 0)}
    </>
  );
}
