/** How much a model thinks before it answers, where it has a choice. */
export const efforts = ['low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

export const effortLabels: Readonly<Record<Effort, string>> = { low: 'Low', medium: 'Medium', high: 'High' };
