import { inject, provide, type InjectionKey, type Ref } from 'vue';
import type { PolicyDocument, PolicyRule, PolicyScope, PolicyTarget } from '@contract/policy';
import type { Choice, RuleIndex } from './policy-draft';

/** What every row of the console reads and changes. */
export interface PolicyEditing {
  /** Of the document with the unsaved edits. */
  index: Readonly<Ref<RuleIndex>>;
  /** Whom the page shows the rules of. */
  scope: Readonly<Ref<PolicyScope>>;
  scopeName: Readonly<Ref<string>>;
  groupName: (groupId: string) => string;
  edit: (change: (document: PolicyDocument) => PolicyDocument) => void;
  choose: (target: PolicyTarget, choice: Choice) => void;
  /** Opens the dialog for a rule, or for a new one about the target. */
  openRule: (target: PolicyTarget, rule?: PolicyRule) => void;
}

const KEY: InjectionKey<PolicyEditing> = Symbol('policy editing');

export const providePolicyEditing = (editing: PolicyEditing): void => provide(KEY, editing);

export function usePolicyEditing(): PolicyEditing {
  const editing = inject(KEY);
  if (!editing) throw new Error('Rows of the policy stand inside a RulesPanel.');
  return editing;
}
