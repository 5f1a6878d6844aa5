import { domainToASCII } from 'node:url';
import type { Texts } from '@/foundation/errors/domain-error';
import type { JsonValue } from '../json-text';

const MOST_HOSTS = 50;
const HTTPS_PORT = 443;
const ENTRY = /^([^:/\s@*?#%]+)(?::(\d{1,5}))?$/;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const EXAMPLE = 'api.example.org:443';

/**
 * `host:port` pairs a tool may reach, nothing by default. Names only, each meant exactly: no addresses (what a name
 * stands for is decided at connect time, S-24), no patterns, no schemes. A name without a port means 443.
 */
export function readNetwork(value: JsonValue, warnings: Texts[]): string[] {
  if (value === null || value === false || value === 'none') return [];
  if (value === true) {
    warnings.push({
      en: `network: true is not enough, name the hosts, e.g. ["${EXAMPLE}"]; the tool runs without a network`,
      'zh-CN': `network 不能只写 true，请列出主机，例如 ["${EXAMPLE}"]；工具在无网络环境中运行`,
    });
    return [];
  }
  if (!Array.isArray(value)) {
    warnings.push({
      en: `network must be "none" or a list like ["${EXAMPLE}"]; the tool runs without a network`,
      'zh-CN': `network 必须为 "none" 或形如 ["${EXAMPLE}"] 的列表；工具在无网络环境中运行`,
    });
    return [];
  }
  const hosts = value.flatMap((entry, index) => {
    const host = typeof entry === 'string' ? hostAndPort(entry) : null;
    if (host !== null) return [host];
    warnings.push({
      en: `network[${index}] must be a host name with a port, e.g. "${EXAMPLE}"; it is ignored`,
      'zh-CN': `network[${index}] 必须为主机名加端口，例如 "${EXAMPLE}"，已忽略`,
    });
    return [];
  });
  if (hosts.length > MOST_HOSTS) {
    warnings.push({
      en: `network may name at most ${MOST_HOSTS} hosts; the rest is ignored`,
      'zh-CN': `network 最多 ${MOST_HOSTS} 个主机，其余已忽略`,
    });
  }
  return [...new Set(hosts)].slice(0, MOST_HOSTS);
}

function hostAndPort(entry: string): string | null {
  const [, name = '', digits = String(HTTPS_PORT)] = ENTRY.exec(entry.trim()) ?? [];
  const port = Number(digits);
  const host = domainToASCII(name.replace(/\.$/, '')).toLowerCase();
  const labels = host.split('.');
  const isName = host.length <= 253 && labels.every((label) => LABEL.test(label));
  // The last label of a name is never a number, that of an address always is (0x7f and 127.1, too).
  const isAddress = /^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
  return isName && !isAddress && port > 0 && port < 65_536 ? `${host}:${port}` : null;
}
