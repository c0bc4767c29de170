import { plainTerminalText } from '#lib/core/algorithms/terminal/terminal-text.ts';
import type { CorpusCase, CorpusQuestion } from './corpus.ts';

/**
 * An output of at most this many tokens that a view shows whole also answers questions that need counting.
 */
const countableTokens = 1_500;

export interface Score {
  musts: number;
  mustsAnswered: number;
  recallables: number;
  recalled: number;
  /** Tokens of the recalls that were needed. */
  recallTokens: number;
}

/** How many of a case's questions are answered by a view, or by one recall after it. */
export async function scoreView(
  { questions, bytes }: CorpusCase,
  view: string,
  fullTokens: number,
  recall: (query: string) => Promise<{ text: string; tokens: number }>,
): Promise<Score> {
  const full = plainTerminalText(Buffer.from(bytes).toString('utf8'));
  const text = plainTerminalText(view);
  const whole = full.trim();
  const isWhole = whole !== '' && fullTokens <= countableTokens && text.includes(whole);
  const answers = (question: CorpusQuestion, read: string) => new RegExp(question.answer, 'im').test(read);
  const isAnswered = (question: CorpusQuestion) =>
    answers(question, text) || (isWhole && (question.derived || answers(question, whole)));

  const score: Score = { musts: 0, mustsAnswered: 0, recallables: 0, recalled: 0, recallTokens: 0 };
  for (const question of questions) {
    if (question.kind === 'must-in-summary') {
      score.musts += 1;
      if (isAnswered(question)) score.mustsAnswered += 1;
      continue;
    }
    score.recallables += 1;
    if (isAnswered(question)) {
      score.recalled += 1;
      continue;
    }
    const found = await recall(question.recallQuery ?? question.ask);
    score.recallTokens += found.tokens;
    if (answers(question, plainTerminalText(found.text))) score.recalled += 1;
  }
  return score;
}
