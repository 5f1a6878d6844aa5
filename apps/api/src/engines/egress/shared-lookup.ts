import type { LookupAddress } from 'node:dns';
import type { ResolveHost } from '@/engines/outbound/dialler';

type Answer = Parameters<ResolveHost>[2];

interface Question {
  hostname: string;
  options: Parameters<ResolveHost>[1];
  waiting: Answer[];
}

/**
 * The system's resolver works in the few threads that also read our files: a script that asks for a slow name a
 * hundred times may wait, everybody else may not. Equal questions share an answer, and few are asked at once.
 */
export function sharedLookup(resolve: ResolveHost, atOnce: number): ResolveHost {
  const open = new Map<string, Question>();
  const line: Question[] = [];
  let asking = 0;

  const next = (): void => {
    const question = asking < atOnce ? line.shift() : undefined;
    if (!question) return;
    asking++;
    resolve(question.hostname, question.options, (error, addresses: LookupAddress[]) => {
      asking--;
      open.delete(keyOf(question));
      for (const answer of question.waiting) answer(error, addresses);
      next();
    });
  };

  return (hostname, options, answer) => {
    const known = open.get(keyOf({ hostname, options }));
    if (known) return void known.waiting.push(answer);
    const question = { hostname, options, waiting: [answer] };
    open.set(keyOf(question), question);
    line.push(question);
    next();
  };
}

const keyOf = ({ hostname, options }: Pick<Question, 'hostname' | 'options'>): string =>
  JSON.stringify([hostname, options.family, options.hints]);
