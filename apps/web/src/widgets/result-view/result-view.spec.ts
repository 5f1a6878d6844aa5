import { mount } from '@vue/test-utils';
import { createI18n } from 'vue-i18n';
import type { ResultFile, ResultView as View } from '@contract/tools';
import english from '@web/lib/i18n/en/resultView.json';
import words from '@web/lib/i18n/en/words.json';
import ResultView from './ResultView.vue';

const i18n = createI18n({
  legacy: false,
  locale: 'en',
  messages: { en: { resultView: english, words } },
});
const show = (view?: View, files?: ResultFile[]) =>
  mount(ResultView, {
    props: { message: 'the message', ...(view && { view }), ...(files && { files }) },
    global: { plugins: [i18n] },
  });

const file: ResultFile = { id: 'f1', name: 'plot.png', mediaType: 'image/png', bytes: 2048 };
const chart = (kind: 'bar' | 'line' | 'pie'): View => ({
  type: 'chart',
  chart: kind,
  title: 'Sales',
  labels: ['Jan', 'Feb'],
  series: [{ name: 'North', values: [3, 5] }],
});

describe('a view of a result', () => {
  it('is the message where no view came', () => {
    expect(show().get('pre').text()).toBe('the message');
  });

  it('shows Markdown as the app does, and nothing of its HTML', () => {
    const view = show({
      type: 'markdown',
      text: '**bold** <img src=x onerror=alert(1)> ![p](https://e.org/p.png) [x](javascript:alert(1))',
    });
    expect(view.get('strong').text()).toBe('bold');
    expect(view.find('img').exists()).toBe(false);
    expect(view.html()).not.toContain('href="javascript:');
  });

  it('shows a table with its head, and how much of it', () => {
    const rows = [
      ['<b>a</b>', '1'],
      ['b', '2'],
    ];
    const view = show({ type: 'table', columns: ['name', 'count'], rows, total: 1200 });
    expect(view.findAll('th').map((cell) => cell.text())).toEqual(['name', 'count']);
    expect(view.findAll('td')[0]!.text()).toBe('<b>a</b>');
    expect(view.findAll('td.number')).toHaveLength(2);
    expect(view.text()).toContain('First 2 of 1,200 rows');
  });

  it('shows a picture from this server, with words, opening in a new tab', async () => {
    const view = show({ type: 'image', file });
    expect(view.get('img').attributes()).toMatchObject({ src: '/api/result-files/f1' });
    expect(view.get('img').attributes('alt')).toContain('plot.png');
    expect(view.get('a').attributes()).toMatchObject({ target: '_blank', rel: 'noopener' });
    await view.get('img').trigger('error');
    expect(view.find('img').exists()).toBe(false);
    expect(view.text()).toContain('cannot be shown');
  });

  it.each(['bar', 'line', 'pie'] as const)(
    'draws a %s chart, and gives it as a table',
    async (kind) => {
      const view = show(chart(kind));
      const drawing = view.get('svg[role=img]');
      expect(drawing.attributes('aria-label')).toContain('Sales');
      expect(view.get('.chart-legend').text()).toContain(kind === 'pie' ? 'Jan' : 'North');
      await view.get('[label="As a table"]').trigger('click');
      expect(view.find('svg').exists()).toBe(false);
      expect(view.findAll('td').map((cell) => cell.text())).toEqual(['Jan', '3', 'Feb', '5']);
    },
  );

  it('draws bars where a pie would lie', () => {
    const lying = { ...chart('pie'), series: [{ name: 'North', values: [3, -5] }] } as View;
    expect(show(lying).findAll('rect')).toHaveLength(2);
  });

  it('lists files to be saved, with name and size', () => {
    const link = show(undefined, [file]).get('a');
    expect(link.attributes()).toMatchObject({ href: '/api/result-files/f1', download: 'plot.png' });
    expect(link.text()).toContain('2 kB');
  });
});
