import { useI18n } from 'vue-i18n';
import type { Locale } from '@contract/errors';
import type { PolicyCondition, PolicyRule, PolicyStep } from '@contract/policy';
import { exactTime } from '@web/lib/dates';

/** A rule as a person would say it. */
export function useRuleWords(groupName: (id: string) => string) {
  const { t, locale } = useI18n();

  function conditionWords(condition: PolicyCondition): string {
    if (condition.type === 'after_untrusted') return t('adminPolicy.when.afterUntrusted');
    const { pointer, operator, value } = condition;
    const shown = Array.isArray(value) ? value.map(literal).join(', ') : literal(value);
    return t(`adminPolicy.when.${operator}`, { pointer, value: shown });
  }

  /** Everything about a rule beyond its effect. */
  function detailsOf({ conditions, expiresAt, approverGroupId, note }: PolicyRule): string[] {
    const until = expiresAt && exactTime(expiresAt, locale.value as Locale);
    return [
      ...conditions.map(conditionWords),
      ...(approverGroupId
        ? [t('adminPolicy.approvedBy', { group: groupName(approverGroupId) })]
        : []),
      ...(until ? [t('adminPolicy.until', { time: until })] : []),
      ...(note ? [`“${note}”`] : []),
    ];
  }

  const reasonWords = (reason: PolicyStep['reason']): string => t(`adminPolicy.reasons.${reason}`);

  return { conditionWords, detailsOf, reasonWords };
}

const literal = (value: unknown): string => JSON.stringify(value);
