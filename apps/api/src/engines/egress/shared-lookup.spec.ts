import type { LookupAddress } from 'node:dns';
import { sharedLookup } from './shared-lookup';

type Done = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** Answers when told to. */
class SlowResolver {
  readonly asked: string[] = [];
  private readonly open: Done[] = [];

  readonly resolve = (hostname: string, _options: object, done: Done): void => {
    this.asked.push(hostname);
    this.open.push(done);
  };

  answer(address: string): void {
    this.open.shift()!(null, [{ address, family: 4 }]);
  }

  fail(): void {
    this.open.shift()!(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);
  }
}

function aLookup(atOnce = 2) {
  const resolver = new SlowResolver();
  const lookup = sharedLookup(resolver.resolve, atOnce);
  const answers: string[] = [];
  const ask = (hostname: string) =>
    lookup(hostname, { all: true }, (error, found) =>
      answers.push(`${hostname} ${error?.code ?? found[0]?.address}`),
    );
  return { resolver, ask, answers };
}

it('asks once for questions that are open at the same time, and anew afterwards', () => {
  const { resolver, ask, answers } = aLookup();
  ask('a.example');
  ask('a.example');
  resolver.answer('203.0.113.1');
  ask('a.example');
  resolver.answer('203.0.113.2');
  expect(resolver.asked).toEqual(['a.example', 'a.example']);
  expect(answers).toEqual([
    'a.example 203.0.113.1',
    'a.example 203.0.113.1',
    'a.example 203.0.113.2',
  ]);
});

it('asks few questions at once, in order, also after a failure', () => {
  const { resolver, ask, answers } = aLookup(1);
  ask('a.example');
  ask('b.example');
  ask('c.example');
  expect(resolver.asked).toEqual(['a.example']);
  resolver.fail();
  resolver.answer('203.0.113.1');
  resolver.answer('203.0.113.2');
  expect(answers).toEqual([
    'a.example ENOTFOUND',
    'b.example 203.0.113.1',
    'c.example 203.0.113.2',
  ]);
});
