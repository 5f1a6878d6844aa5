import { findSeam, isClosed } from './inline-seams';
import { renderInline } from './render-markdown';

const options = { labels: { image: 'Image', copy: 'Copy' } };

describe('isClosed', () => {
  it.each([
    'plain words, 5 * 3, snake_case and a ~ b',
    '**strong** and *soft*, _soft_ and ~~gone~~',
    '**a *b* c** and ***both***',
    '`code with * and [` and ``a ` b``',
    'a [link](https://a.b/c "t") and ![picture](x) and [ref][r]',
    String.raw`an escaped \* star, \[ bracket and \` tick`,
  ])('knows that nothing is open in %j', (text) => {
    expect(isClosed(text)).toBe(true);
  });

  it.each([
    'a **strong',
    'a *soft word',
    '`code',
    'a [link',
    '[a](https://x',
    '~~gone',
    '_a',
    '``a`',
  ])('sees what may still be ended in %j', (text) => {
    expect(isClosed(text)).toBe(false);
  });
});

describe('findSeam', () => {
  it('cuts a paragraph anywhere it finds exact so that both parts draw as the whole (fault 26)', () => {
    const text =
      'One **strong word and** more, `code *with* it` and [a link](https://a.b/c_d "the title"), ' +
      'then https://a.b/x_y_z and *soft\nwords* over\nlines, snake_case_name, 5 * 3, _so_ and ~~no more~~ of it. ' +
      '中文也一样，**重点在这里**。没有空格的句子，[链接](https://a.b/路径，后面)也要完整。结束';
    let cuts = 0;
    for (let least = 1; least < text.length; least++) {
      const seam = findSeam(text, 0, least, 10_000);
      if (!seam) continue;
      cuts += 1;
      const joint = text.slice(seam.end, seam.next);
      const space = joint.includes('\n') ? '<br>' : joint && ' ';
      const apart =
        renderInline(text.slice(0, seam.end), options) +
        space +
        renderInline(text.slice(seam.next), options);
      expect(apart.replace(/<br>\n/g, '<br>')).toBe(
        renderInline(text, options).replace(/<br>\n/g, '<br>'),
      );
    }
    expect(cuts).toBeGreaterThan(100);
  });

  it('waits while something is open, and says so when it has to cut all the same', () => {
    const text = `*never ended ${'word '.repeat(50)}`;
    expect(findSeam(text, 0, 50, 1_000)).toBeNull();
    expect(findSeam(text, 0, 50, 200)).toMatchObject({ isExact: false });
  });

  it('cuts a text without any gap between two characters, never inside one', () => {
    const text = '😀'.repeat(100);
    for (const most of [100, 101]) {
      const end = findSeam(text, 0, 10, most)?.end ?? 1;
      expect(end % 2).toBe(0);
    }
  });
});
