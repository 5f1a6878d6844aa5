import { ApiError } from './api-error';
import { useForm } from './use-form';

const nameRule = ({ name }: { name: string }) => (name === '' ? 'Enter a name.' : null);

describe('useForm', () => {
  it('stays quiet until the first try, then follows every change', async () => {
    const form = useForm({
      values: { name: '' },
      rules: { name: nameRule },
      submit: async () => undefined,
    });
    expect(form.errors.value).toEqual({});
    expect(await form.submit()).toBe(false);
    expect(form.errors.value).toEqual({ name: 'Enter a name.' });
    form.values.name = 'x';
    expect(form.errors.value).toEqual({});
  });

  it('keeps what was typed when the server refuses', async () => {
    const refused = new ApiError({ error: 'No.', code: 'conflict', canRetry: false });
    const form = useForm({ values: { name: 'x' }, submit: () => Promise.reject(refused) });
    expect(await form.submit()).toBe(false);
    expect(form.failure.value).toBe(refused);
    expect(form.values.name).toBe('x');
    expect(form.isBusy.value).toBe(false);
  });

  it('sends once for two clicks', async () => {
    let sent = 0;
    const form = useForm({ values: {}, submit: async () => void (sent += 1) });
    await Promise.all([form.submit(), form.submit()]);
    expect(sent).toBe(1);
  });
});
