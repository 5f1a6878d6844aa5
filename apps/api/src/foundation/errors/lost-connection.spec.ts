import { Client } from 'pg';
import { statusOf, toErrorBody } from './domain-error';
import { isLostConnection } from './lost-connection';

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error('x'), { code, ...more });

it.each([
  ['a refused connection', withCode('ECONNREFUSED')],
  ['a socket that is not there', withCode('ENOENT', { syscall: 'connect' })],
  ['a server shutting down', Object.assign(new Error('q'), { driverError: withCode('57P01') })],
  ['a pool that waited too long', new Error('timeout exceeded when trying to connect')],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['several addresses that all refused', new AggregateError([withCode('ECONNREFUSED')])],
  ['a wrapped cause', new Error('outer', { cause: withCode('ECONNRESET') })],
])('is told apart: %s (R-03)', (_, thrown) => {
  expect(isLostConnection(thrown)).toBe(true);
  expect(statusOf(thrown)).toBe(503);
  expect(toErrorBody(thrown, 'en')).toMatchObject({
    code: 'temporarily_unavailable',
    canRetry: true,
  });
});

it.each([
  ['a missing file', withCode('ENOENT', { syscall: 'open' })],
  [
    'a broken rule of the database',
    Object.assign(new Error('q'), { driverError: withCode('23505') }),
  ],
  ['a mistake of ours', new TypeError('x is undefined')],
  ['text', 'ECONNREFUSED'],
  ['nothing', undefined],
])('is not: %s', (_, thrown) => {
  expect(isLostConnection(thrown)).toBe(false);
  expect(statusOf(thrown)).toBe(500);
});

it('ends on an error that is its own cause', () => {
  const thrown = new Error('round');
  thrown.cause = thrown;
  expect(isLostConnection(thrown)).toBe(false);
});

it('knows what the real driver throws when nobody listens', async () => {
  const client = new Client({ host: '/nowhere/at/all', database: 'x' });
  const thrown: unknown = await client.connect().catch((error: unknown) => error);
  expect(isLostConnection(thrown)).toBe(true);
});
