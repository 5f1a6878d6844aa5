import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateConversations1764600030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE conversations (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        owner_id uuid NOT NULL,
        title text NOT NULL,
        model_id text,
        is_running boolean NOT NULL DEFAULT false,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT "PK_ee34f4f7ced4ec8681f26bf04ef" PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE INDEX "IDX_d6a2156181304e52e1e7560920" ON conversations (owner_id, updated_at, id)
    `);
    await runner.query(`
      CREATE TABLE messages (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        conversation_id uuid NOT NULL,
        position integer NOT NULL,
        role text NOT NULL,
        run_id uuid NOT NULL,
        parts jsonb NOT NULL,
        context text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT "UQ_9124f46f3d559f243f66aaf5378" UNIQUE (conversation_id, position),
        CONSTRAINT "PK_18325f38ae6de43878487eff986" PRIMARY KEY (id),
        CONSTRAINT "FK_3bc55a7c3f9ed54b520bb5cfe23" FOREIGN KEY (conversation_id)
          REFERENCES conversations (id) ON DELETE CASCADE
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE messages');
    await runner.query('DROP TABLE conversations');
  }
}
