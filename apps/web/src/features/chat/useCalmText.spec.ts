import { effectScope, nextTick, ref } from 'vue';
import { useCalmText } from './useCalmText';

describe('a text that grows', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function grow() {
    const text = ref('');
    const isGrowing = ref(true);
    const scope = effectScope();
    const shown = scope.run(() => useCalmText(text, isGrowing));
    return { text, isGrowing, scope, shown: () => shown?.value };
  }

  it('is drawn a few times a second, not once a word (fault 26)', async () => {
    const { text, shown } = grow();
    let draws = 0;
    let last = shown();
    for (let word = 0; word < 1_000; word++) {
      text.value += `word${word} `;
      await nextTick();
      jest.advanceTimersByTime(5);
      if (shown() !== last) draws += 1;
      last = shown();
    }
    expect(draws).toBeGreaterThan(50);
    expect(draws).toBeLessThan(150);
  });

  it('is whole at once when it no longer grows', async () => {
    const { text, isGrowing, shown } = grow();
    text.value = 'the end';
    isGrowing.value = false;
    await nextTick();
    expect(shown()).toBe('the end');
  });

  it('leaves no clock running', async () => {
    const { text, scope } = grow();
    text.value = 'more';
    await nextTick();
    scope.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});
