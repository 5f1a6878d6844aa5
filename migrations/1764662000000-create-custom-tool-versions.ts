import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCustomToolVersions1764662000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE custom_tool_versions (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        tool_id text NOT NULL,
        number integer NOT NULL,
        files json NOT NULL,
        hash text NOT NULL,
        source text NOT NULL,
        author_id uuid,
        author_name text,
        note text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        published_at timestamptz(3),
        removed_at timestamptz(3),
        CONSTRAINT "UQ_26c0c9d5277424d83f2e9342ff6" UNIQUE (tool_id, number),
        CONSTRAINT "PK_1f0448feb60daf5347db0a2ec84" PRIMARY KEY (id)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE custom_tool_versions');
  }
}
