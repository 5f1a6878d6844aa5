import { storableText } from '@/foundation/database/storable';

const MAX_TITLE_CHARS = 80;

/** First line of the first question, cut between characters; never empty. */
export function titleFrom(text: string): string {
  const line = storableText(text).trim().split('\n', 1)[0]?.replace(/\s+/g, ' ').trim() ?? '';
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  if (characters.length <= MAX_TITLE_CHARS) return line || '…';
  return `${characters.slice(0, MAX_TITLE_CHARS - 1).join('')}…`;
}
