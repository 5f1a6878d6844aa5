import { translate } from '@web/lib/i18n/i18n';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NAME_MAX = 80;

/** What can be said before the server is asked. */
export function nameRule(name: string): string | null {
  if (name.trim() === '') return translate('adminUsers.nameMissing');
  return name.trim().length > NAME_MAX ? translate('adminUsers.nameLong', { max: NAME_MAX }) : null;
}

export function emailRule(email: string): string | null {
  if (email.trim() === '') return translate('adminUsers.emailMissing');
  return EMAIL.test(email.trim()) ? null : translate('adminUsers.emailWrong');
}
