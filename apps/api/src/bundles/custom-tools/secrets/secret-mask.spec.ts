import fc from 'fast-check';
import { MASK, SecretMask } from './secret-mask';
import { spellingsOf } from './secret-spellings';

/** The same rule without an automaton: every unit some spelling covers is hidden. */
function slowly(values: string[], text: string): string {
  const covered = new Set<number>();
  for (const spelling of values.flatMap(spellingsOf)) {
    for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, at + 1)) {
      for (let unit = 0; unit < spelling.length; unit++) covered.add(at + unit);
    }
  }
  return [...text.split('').keys()]
    .map((at) => (covered.has(at) ? (covered.has(at - 1) ? '' : MASK) : text.charAt(at)))
    .join('');
}

/** Few letters, so that secrets overlap, repeat and nearly begin all the time. */
const aSecret = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 4, maxLength: 9 }),
  fc.string({
    unit: fc.constantFrom('密', '"', '\\', '/', ' ', '😀', 'é'),
    minLength: 4,
    maxLength: 8,
  }),
  fc.string({ unit: 'binary', minLength: 4, maxLength: 30 }),
);
const secretsAndText = fc.array(aSecret, { minLength: 1, maxLength: 3 }).chain((values) =>
  fc.record({
    values: fc.constant(values),
    pieces: fc.array(
      fc.oneof(
        fc.string({ unit: fc.constantFrom('a', 'b', '密', '😀'), maxLength: 8 }),
        fc.constantFrom(...values.flatMap(spellingsOf), ''),
      ),
      { maxLength: 8 },
    ),
    cuts: fc.array(fc.nat(60), { maxLength: 12 }),
  }),
);

function cutAt(text: string, cuts: number[]): string[] {
  const places = [...new Set([0, ...cuts, text.length])].filter((at) => at <= text.length);
  places.sort((a, b) => a - b);
  return places.slice(1).map((at, index) => text.slice(places[index], at));
}

const live = (mask: SecretMask, pieces: string[], isCut = false): string => {
  let shown = '';
  const masked = mask.pieces((_, text) => (shown += text));
  for (const piece of pieces) masked.onOutput('stdout', piece);
  masked.end(isCut);
  return shown;
};

describe('hiding secrets', () => {
  it('hides exactly what belongs to a spelling of one, wherever a stream is cut', () => {
    fc.assert(
      fc.property(secretsAndText, ({ values, pieces, cuts }) => {
        const text = pieces.join('');
        const mask = new SecretMask(values);
        const whole = mask.text(text);
        expect(whole).toBe(slowly(values, text));
        expect(live(mask, cutAt(text, cuts))).toBe(whole);
      }),
      { numRuns: 500 },
    );
  });

  it('shows no spelling whatever the pieces, not even at the end of a stream that was cut', () => {
    fc.assert(
      fc.property(secretsAndText, fc.nat(40), ({ values, pieces, cuts }, length) => {
        const mask = new SecretMask(values);
        const text = pieces.join('').slice(0, length);
        const shown = live(mask, cutAt(text, cuts), true);
        for (const spelling of values.flatMap(spellingsOf)) {
          if (!MASK.includes(spelling)) expect(shown).not.toContain(spelling);
          // The rest of a secret lies behind the cut; its beginning is hidden, too.
          if (text.endsWith(spelling.slice(0, 3))) expect(shown.endsWith(MASK)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['as it is', (text: string) => text],
    ['in base64', (text: string) => Buffer.from(text).toString('base64')],
    ['in base64 for URLs', (text: string) => Buffer.from(text).toString('base64url')],
    [
      'behind a user name in base64',
      (text: string) => Buffer.from(`me:${text}`).toString('base64'),
    ],
    [
      'in the middle of base64',
      (text: string) => Buffer.from(`{"a":"${text}"}`).toString('base64'),
    ],
    ['encoded for a URL', encodeURIComponent],
    ['as a form writes it', (text: string) => new URLSearchParams({ k: text }).toString().slice(2)],
    ['in JSON', (text: string) => JSON.stringify({ text })],
    ['in hexadecimal', (text: string) => Buffer.from(text).toString('hex')],
  ])('hides a secret %s', (_, spell) => {
    for (const secret of [
      'sk-ab12/cd+34=ef',
      '密钥 "引号" \\ 斜杠',
      'line one long\nline two long',
    ]) {
      const shown = new SecretMask([secret]).text(`before ${spell(secret)} after`);
      expect(shown).toMatch(/^before .*•••.* after$/s);
      expect(shown.length).toBeLessThan('before '.length + 26);
    }
  });

  it('hides what Python shows of a secret', () => {
    const mask = new SecretMask(["it's 密\n"]);
    expect(mask.text(String.raw`"it's 密\n"`)).toBe(`"${MASK}"`);
    expect(mask.text(String.raw`"it's \u5bc6\n"`)).toBe(`"${MASK}"`);
  });

  it('hides each line of a key that has many', () => {
    const mask = new SecretMask(['-----BEGIN-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQEF\n']);
    expect(mask.text('> kqhkiG9w0BAQEF\n> MIIEvQIBADANBg\n')).toBe(`> ${MASK}\n> ${MASK}\n`);
  });

  it('holds back no more than what may still become a secret', () => {
    const heard: string[] = [];
    const masked = new SecretMask(['hunter22']).pieces((_, text) => heard.push(text));
    masked.onOutput('stdout', 'the password is hunt');
    expect(heard).toEqual(['the password is ']);
    masked.onOutput('stderr', 'er22');
    masked.onOutput('stdout', 'er22 and more');
    expect(heard).toEqual(['the password is ', 'er22', '••• and more']);
  });

  it('leaves everything alone when there is no secret', () => {
    const send = () => undefined;
    expect(SecretMask.NONE.pieces(send).onOutput).toBe(send);
    expect(SecretMask.NONE.text('any')).toBe('any');
    expect(new SecretMask(['abc']).text('abc')).toBe('abc');
  });
});
