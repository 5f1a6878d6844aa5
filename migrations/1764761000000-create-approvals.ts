import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Questions to people, and runs that wait for the answer: such a run keeps other questions out of its conversation. */
export class CreateApprovals1764761000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE approvals (
        id uuid PRIMARY KEY,
        conversation_id uuid NOT NULL,
        run_id uuid NOT NULL,
        call_id text NOT NULL,
        owner_id uuid NOT NULL,
        locale text NOT NULL,
        tool text NOT NULL,
        icon text,
        arguments text NOT NULL,
        reason text NOT NULL,
        fingerprint text NOT NULL,
        kind_fingerprint text NOT NULL,
        approver_group_id uuid,
        can_allow_for_conversation boolean NOT NULL,
        status text NOT NULL,
        answer text,
        requested_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        decided_at timestamptz(3),
        decided_by uuid,
        note text NOT NULL,
        edited_arguments text,
        used_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX approvals_run_id_call_id_idx ON approvals (run_id, call_id)');
    await runner.query(
      'CREATE INDEX approvals_owner_id_requested_at_idx ON approvals (owner_id, requested_at)',
    );
    await runner.query(`
      CREATE INDEX approvals_approver_group_id_requested_at_idx
        ON approvals (approver_group_id, requested_at)`);
    await runner.query(
      'CREATE INDEX approvals_conversation_id_tool_idx ON approvals (conversation_id, tool)',
    );
    await runner.query('DROP INDEX runs_one_running_per_conversation');
    await runner.query(`
      CREATE UNIQUE INDEX runs_one_open_per_conversation ON runs (conversation_id)
        WHERE status IN ('running', 'waiting')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE runs SET status = 'interrupted', ended_at = now() WHERE status = 'waiting'`,
    );
    await runner.query('DROP INDEX runs_one_open_per_conversation');
    await runner.query(`
      CREATE UNIQUE INDEX runs_one_running_per_conversation ON runs (conversation_id)
        WHERE status = 'running'`);
    await runner.query('DROP TABLE approvals');
  }
}
