import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves of tools between categories become part of the first version. */
export class CreatePolicyVersions1764760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE policy_versions (
        version integer PRIMARY KEY,
        at timestamptz NOT NULL,
        by_user_id uuid,
        note text NOT NULL,
        rules integer NOT NULL,
        document jsonb NOT NULL
      )`);
    await runner.query(`
      INSERT INTO policy_versions (version, at, by_user_id, note, rules, document)
      SELECT 1, now(), NULL, '', 0, jsonb_build_object(
        'rules', '[]'::jsonb,
        'defaults', jsonb_build_object('dangerous', 'ask', 'safe', 'allow'),
        'placements', coalesce((SELECT jsonb_object_agg(tool, category) FROM tool_placements), '{}'))`);
    await runner.query('DROP TABLE tool_placements');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tool_placements (
        tool text PRIMARY KEY,
        category text NOT NULL,
        placed_by uuid NOT NULL,
        placed_at timestamptz NOT NULL
      )`);
    await runner.query(`
      INSERT INTO tool_placements (tool, category, placed_by, placed_at)
      SELECT p.key, p.value, coalesce(v.by_user_id, '00000000-0000-0000-0000-000000000000'), v.at
        FROM (SELECT * FROM policy_versions ORDER BY version DESC LIMIT 1) v,
             jsonb_each_text(v.document->'placements') p`);
    await runner.query('DROP TABLE policy_versions');
  }
}
