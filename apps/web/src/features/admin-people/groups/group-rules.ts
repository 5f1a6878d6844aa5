import { translate } from '@web/lib/i18n/i18n';

const NAME_MAX = 80;
const DESCRIPTION_MAX = 500;

/** What can be said before the server is asked. */
export function nameRule(name: string): string | null {
  if (name.trim() === '') return translate('adminGroups.nameMissing');
  return name.trim().length > NAME_MAX ? translate('adminGroups.tooLong', { max: NAME_MAX }) : null;
}

export const descriptionRule = (description: string): string | null =>
  description.trim().length > DESCRIPTION_MAX
    ? translate('adminGroups.tooLong', { max: DESCRIPTION_MAX })
    : null;
