/** A prompt is called by it: `/review`. */
export const promptName = /^[a-z][a-z0-9-]{0,39}$/;

/** A part of a prompt that is filled in before it is sent. */
export interface PromptField {
  name: string;
  start: number;
  end: number;
}

/** The fields of a prompt, `{{name}}`, in their order. */
export const fieldsIn = (text: string): PromptField[] =>
  [...text.matchAll(/\{\{([^{}\n]{1,40})\}\}/g)].map(({ 0: whole, 1: name = '', index }) => ({
    name: name.trim(),
    start: index,
    end: index + whole.length,
  }));

/** The first field after an offset; `null`: there is none. */
export const fieldAfter = (text: string, offset: number): PromptField | null =>
  fieldsIn(text).find(({ start }) => start >= offset) ?? null;
