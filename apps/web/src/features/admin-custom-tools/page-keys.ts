export type PageCommand = 'save' | 'run' | 'side';

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** What a key means anywhere on a tool's page: Ctrl S saves, Ctrl Enter runs, F6 goes to the other side. */
export function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Keys): PageCommand | null {
  if (altKey || shiftKey) return null;
  const isCommand = ctrlKey || metaKey;
  if (!isCommand) return key === 'F6' ? 'side' : null;
  if (key === 'Enter') return 'run';
  return key.toLowerCase() === 's' ? 'save' : null;
}
