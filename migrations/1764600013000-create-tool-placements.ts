import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateToolPlacements1764600013000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE tool_placements (
        tool text PRIMARY KEY,
        category text NOT NULL,
        placed_by uuid NOT NULL,
        placed_at timestamptz NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE tool_placements');
  }
}
