import type { Messages } from '../i18n';

export const areas = import.meta.glob<Messages>('./*.json', { eager: true, import: 'default' });
