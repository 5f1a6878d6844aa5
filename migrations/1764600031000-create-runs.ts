import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRuns1764600031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE runs (
        id uuid NOT NULL,
        conversation_id uuid NOT NULL,
        owner_id uuid NOT NULL,
        client_request_id text NOT NULL,
        trigger text NOT NULL,
        status text NOT NULL,
        model_id text,
        assistant_message_id uuid NOT NULL,
        error jsonb,
        can_continue boolean NOT NULL DEFAULT false,
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        ended_at timestamptz(3),
        heartbeat_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT "UQ_7b59bc4c0b05518c6f796903e00" UNIQUE (owner_id, client_request_id),
        CONSTRAINT "PK_46d6a1e257c38ba58f1a3c30836" PRIMARY KEY (id)
      )
    `);
    await runner.query(`
      CREATE UNIQUE INDEX runs_one_running_per_conversation ON runs (conversation_id)
      WHERE status = 'running'
    `);
    await runner.query(`
      CREATE INDEX "IDX_003109aeb2fb58655083aa857e" ON runs (conversation_id, started_at)
    `);
    await runner.query(`
      CREATE TABLE run_event_chunks (
        conversation_id uuid NOT NULL,
        first_seq integer NOT NULL,
        last_seq integer NOT NULL,
        run_id uuid NOT NULL,
        events jsonb NOT NULL,
        CONSTRAINT "PK_644e31e4182751f41a6d585c734" PRIMARY KEY (conversation_id, first_seq)
      )
    `);
    await runner.query(`
      CREATE INDEX "IDX_dca6dfc9d80fc2325a3b632fdb" ON run_event_chunks (run_id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE run_event_chunks');
    await runner.query('DROP TABLE runs');
  }
}
