import { credentialsOf } from './credentials';

const of = (headersDistinct: Record<string, string[]>) =>
  credentialsOf({ headers: { cookie: 'c' }, headersDistinct });

it.each([
  [{}, []],
  [{ authorization: ['Bearer k'] }, ['k']],
  [{ authorization: ['bearer   k '] }, ['k']],
  [{ 'x-api-key': ['k'] }, ['k']],
])('reads %p as %p', (headers, keys) => {
  expect(of(headers)).toEqual({ cookie: 'c', keys });
});

it.each([
  [{ authorization: ['Bearer'] }, ['']],
  [{ authorization: ['Bearer '] }, ['']],
  [{ 'x-api-key': [' '] }, ['']],
  [{ 'x-api-key': ['a', 'b'] }, ['a', 'b']],
  [{ authorization: ['Bearer a', 'Bearer a'] }, ['a', 'a']],
  [{ authorization: ['Bearer a'], 'x-api-key': ['a'] }, ['a', 'a']],
])('keeps what is blank or twice in %p for the judge (S-05)', (headers, keys) => {
  expect(of(headers).keys).toEqual(keys);
});

it('leaves the password of a proxy in front of us alone', () => {
  expect(of({ authorization: ['Basic YTpi'] }).keys).toEqual([]);
});
