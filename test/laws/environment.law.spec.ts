import { readFileSync } from 'node:fs';
import path from 'node:path';
import { environmentSchema } from '@/foundation/config/config';

const lines = readFileSync(path.resolve(__dirname, '../../.env.example'), 'utf8').split('\n');
const settings = lines.flatMap((line, at) => {
  const [, key, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
  return key === undefined ? [] : [{ key, value: value ?? '', comment: lines[at - 1] ?? '' }];
});

describe('.env.example', () => {
  it('names every setting the server reads, and no other, in the same order', () => {
    expect(settings.map(({ key }) => key)).toEqual(Object.keys(environmentSchema.shape));
  });

  it('says in the line above what each is for', () => {
    const silent = settings.filter(({ comment }) => !/^# [A-Z0-9].{10,}\.$/.test(comment));
    expect(silent).toEqual([]);
  });

  it('shows the values that hold when nothing is set', () => {
    const shown = Object.fromEntries(
      settings.filter(({ value }) => value !== '').map(({ key, value }) => [key, value]),
    );
    expect(environmentSchema.parse(shown)).toEqual(environmentSchema.parse({}));
  });
});
