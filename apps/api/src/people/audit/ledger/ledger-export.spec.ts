import { csvLine, type ExportedRow } from './ledger-export';

const row = (change: Partial<ExportedRow>): ExportedRow => ({
  seq: 1,
  at: '2026-01-02T03:04:05.678Z',
  kind: 'admin_act',
  actorId: null,
  actorName: 'Ann',
  action: 'thing.change',
  subject: 's',
  subjectName: null,
  outcome: 'ok',
  call: null,
  arguments: null,
  facts: {},
  previousHash: '0',
  hash: '1',
  ...change,
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '|calc', '\r=1'])(
  'writes %j so that no spreadsheet takes it for a formula',
  (text) => {
    expect(csvLine(row({ subject: text }))).toContain(`"'${text}"`);
    expect(csvLine(row({ actorName: text }))).toContain(`"'${text}"`);
  },
);

it('quotes commas, quotes and line ends', () => {
  expect(csvLine(row({ subject: 'a,"b"\nc' }))).toContain('"a,""b""\nc"');
  expect(csvLine(row({ subject: 'plain words' }))).toContain(',plain words,');
});
