import type { CustomToolFileName } from '@/contract/tools';
import type { Texts } from '@/foundation/errors/domain-error';
import { FILE_NAMES } from '../folder/tool-files';
import { ArchiveRefused } from './transfer.errors';

const LONGEST_PATH = 240;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Where a file of a tool lies in an archive; `folder` is empty at the top. */
export interface ToolPath {
  /** The whole path above the file, which tells two folders of the same name apart. */
  place: string;
  folder: string;
  name: CustomToolFileName;
}

/** Directories, too: an archive that names one bad path is not read at all. */
export function checkPath(path: string): void {
  const shown = JSON.stringify(path.slice(0, 80));
  if (path.length > LONGEST_PATH) throw refused('its path is too long', '路径过长', shown);
  const segments = path.replace(/\/$/, '').split('/');
  const isOutside = path.startsWith('/') || /^[a-z]:/i.test(path) || segments.includes('..');
  if (isOutside) throw refused('it points outside', '指向文件夹之外', shown);
  if (path.includes('\\') || UNSEEN.test(path) || !path.isWellFormed()) {
    throw refused('its name holds a character that is not allowed', '名称含有不允许的字符', shown);
  }
  if (segments.some((segment) => segment === '' || segment === '.')) {
    throw refused('its path is not a plain one', '路径不规范', shown);
  }
}

/** Null for what is no file of a tool: other files are left out, hidden folders as well. */
export function toolPathOf(path: string): ToolPath | null {
  const segments = path.split('/');
  const name = FILE_NAMES.find((one) => one === segments.at(-1));
  const above = segments.slice(0, -1);
  if (name === undefined || above.some(isHidden)) return null;
  return { place: above.join('/'), folder: above.at(-1) ?? '', name };
}

const isHidden = (segment: string): boolean => segment.startsWith('.') || segment === '__MACOSX';

/** Names that one of the common file systems takes for the same. */
export const sameName = (path: string): string =>
  path.normalize('NFC').toLowerCase().replace(/\/$/, '');

export const refused = (en: string, zh: string, shown: string): ArchiveRefused => {
  const text: Texts = { en: `${shown}: ${en}`, 'zh-CN': `${shown}：${zh}` };
  return new ArchiveRefused(text);
};
