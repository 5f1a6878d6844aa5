import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateResultFiles1764663000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE result_files (
        id uuid NOT NULL,
        owner_id uuid NOT NULL,
        conversation_id uuid,
        name text NOT NULL,
        media_type text NOT NULL,
        content bytea NOT NULL,
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT "PK_24a7c8144a20728177f06f885c8" PRIMARY KEY (id)
      )
    `);
    await runner.query(
      'CREATE INDEX "IDX_cc53a5d6c6cadd8420b55005c4" ON result_files (conversation_id)',
    );
    await runner.query(
      'CREATE INDEX "IDX_2cf16cae31b6a039a32b204a1c" ON result_files (created_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE result_files');
  }
}
