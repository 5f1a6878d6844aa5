import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logins of before have no place; they show as unknown until their owner signs in again. */
export class AddSessionPlaces1764740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT ''`);
    await runner.query(`ALTER TABLE sessions ADD COLUMN address text NOT NULL DEFAULT ''`);
    await runner.query('ALTER TABLE sessions ALTER COLUMN device DROP DEFAULT');
    await runner.query('ALTER TABLE sessions ALTER COLUMN address DROP DEFAULT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN address');
    await runner.query('ALTER TABLE sessions DROP COLUMN device');
  }
}
