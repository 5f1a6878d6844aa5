import type { Caller } from '@/foundation/http/caller';
import type { Tool } from './tool';

/** A family of tools. It signs in with `registry.add(this)` in `onModuleInit`; nobody above knows its name. */
export interface ToolBundle {
  /** Folder name of the bundle. */
  readonly id: string;
  /** Place in the model's tool list; the order of the list is part of the stable prompt prefix (C-003). */
  readonly order: number;
  /** The tools that exist for this caller, in a stable order. Policy comes later, in the registry. */
  listTools(caller: Caller): Promise<Tool[]>;
  /** Static lines for the system prompt; no times, ids or counts (C-007). */
  promptNotes?(caller: Caller): Promise<string | null>;
}
