import { durableEvent, type NewEvent } from '#lib/core/vocabulary/events.ts';
import { createPicker } from './picker.ts';

const wordCount = 20_000;
const consonants = 'bcdfghjklmnpqrstvwz';
const vowels = 'aeiou';
const chinese = '价格上海测试失败日志文件部署数据库连接超时';

/** What a team has written: the words are few and many as in real text (Zipf), one message in 50 has Chinese. */
export function createConversationSample() {
  const pick = createPicker();
  const syllable = () =>
    `${consonants[pick(consonants.length)]}${vowels[pick(vowels.length)]}${pick(5) < 2 ? consonants[pick(consonants.length)] : ''}`;
  const words = Array.from({ length: wordCount }, () =>
    Array.from({ length: 1 + pick(4) }, syllable).join(''),
  );
  const wordAt = (rank: number): string => words[rank] ?? '';
  const word = () => wordAt(Math.floor(wordCount ** (pick(1_000_000) / 1_000_000)) - 1);
  const sentence = (count: number) => Array.from({ length: count }, word).join(' ');
  const characters = () => Array.from({ length: 12 }, () => chinese[pick(chinese.length)]).join('');
  return {
    /** The commonest word has rank 0. */
    wordAt,
    title: () => sentence(4),
    /** Some 350 characters, by the agent. */
    message(messageId: string, timestamp: string): NewEvent {
      const content = `${sentence(10 + pick(80))}${pick(50) === 0 ? ` ${characters()}` : ''}`;
      return durableEvent('assistant.message', { messageId, content }, timestamp);
    },
  };
}
