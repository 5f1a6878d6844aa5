import { Entity, PrimaryColumn } from 'typeorm';

/** An administrator whose own chats use the draft of a tool instead of what is published. */
@Entity()
export class CustomToolDraftUse {
  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('text')
  toolId!: string;
}
