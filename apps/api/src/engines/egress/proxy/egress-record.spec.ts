import { EgressRecord } from './egress-record';

it('counts equal requests together and begins anew when taken', () => {
  const record = new EgressRecord();
  record.note('a.example:443', 'allowed').bytes += 5;
  record.note('a.example:443', 'allowed').bytes += 7;
  record.note('a.example:443', 'too_much_traffic');
  expect(record.take()).toEqual([
    { hostPort: 'a.example:443', decision: 'allowed', times: 2, bytes: 12 },
    { hostPort: 'a.example:443', decision: 'too_much_traffic', times: 1, bytes: 0 },
  ]);
  expect(record.take()).toEqual([]);
});

it('stays short when a script names hosts without end', () => {
  const record = new EgressRecord();
  for (let i = 0; i < 1_000; i++) record.note(`${i}.example:80`, 'host_not_allowed');
  const entries = record.take();
  expect(entries).toHaveLength(201);
  expect(entries.at(-1)).toMatchObject({ hostPort: null, times: 800 });
});
