import { useI18n } from 'vue-i18n';
import type { TimelineEntry } from './timeline';

/** The id names the provider first; that part says nothing to a reader. */
const PROVIDER = /^[^/]*\//;

const MAX_SAID_CHARS = 300;

/** How an entry of the timeline is put into words. */
export function useTimelineWords() {
  const { t, n } = useI18n();

  function titleOf(entry: TimelineEntry): string {
    switch (entry.kind) {
      case 'run':
        return t(`chat.timeline.run.${entry.trigger}`);
      case 'step':
        return t('chat.timeline.step', { step: entry.step });
      case 'call':
        return entry.tool;
      case 'end':
        return t(`chat.timeline.end.${entry.status}`);
      default:
        return t(`chat.timeline.${entry.kind}`);
    }
  }

  function detailOf(entry: TimelineEntry): string | null {
    switch (entry.kind) {
      case 'run':
        return entry.modelId?.replace(PROVIDER, '') ?? null;
      case 'step':
        return tokensOf(entry);
      case 'notice':
        return entry.text;
      case 'end':
        return entry.error?.error ?? null;
      case 'call':
        return callWords(entry);
      default:
        return t('chat.timeline.chars', { chars: n(entry.chars) });
    }
  }

  /** What the call said, and before it what a person had to say to it. */
  function callWords({ outcome, approval }: Extract<TimelineEntry, { kind: 'call' }>) {
    const said = outcome?.message.slice(0, MAX_SAID_CHARS) ?? null;
    if (!approval) return said;
    const { status, decidedByName: name } = approval;
    if (status === 'pending') return t('chat.timeline.asked');
    return status === 'approved' && name !== null
      ? [t('approvals.by.approved', { name }), said].filter(Boolean).join(' · ')
      : said;
  }

  function tokensOf(step: Extract<TimelineEntry, { kind: 'step' }>): string | null {
    const { inputTokens, outputTokens, cachedTokens } = step;
    if (inputTokens === null) return null;
    const counts = {
      input: n(inputTokens),
      output: n(outputTokens ?? 0),
      cached: n(cachedTokens ?? 0),
    };
    return t('chat.timeline.tokens', counts);
  }

  return { titleOf, detailOf, durationOf };
}

function durationOf(entry: TimelineEntry): number | null {
  if (entry.kind === 'call' || entry.kind === 'end') return entry.durationMs;
  if (entry.kind === 'step' || entry.kind === 'text' || entry.kind === 'thinking') {
    return entry.endedAt ? Date.parse(entry.endedAt) - Date.parse(entry.at) : null;
  }
  return null;
}
