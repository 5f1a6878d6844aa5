// One configuration for unit specs (beside the code), laws, integration and end-to-end tests: `--selectProjects`.
// Nest is ESM only: Node 24.9 and newer load it by require(); older ones need it compiled with the tests.
const { readFileSync } = require('node:fs');

const [major, minor] = process.versions.node.split('.').map(Number);
const loadsEsm = major > 24 || (major === 24 && minor >= 9);
const ESM = ['@nestjs', 'jose', '@copilotkit', 'jsonrepair', 'file-type', 'strtok3', 'token-types'];

const api = {
  rootDir: __dirname,
  testEnvironment: 'node',
  moduleNameMapper: { '^@/(.*)$': '<rootDir>/apps/api/src/$1' },
  transformIgnorePatterns: loadsEsm
    ? ['/node_modules/']
    : [`/node_modules/(?!(${ESM.join('|')})/)`],
  transform: { '^.+\\.(ts|mjs|js)$': ['@swc/jest', { ...swcOptions(), sourceMaps: 'inline' }] },
  setupFiles: ['<rootDir>/test/support/setup.ts'],
};

/** The options of the build without its paths: jest resolves the alias itself. */
function swcOptions() {
  const { jsc, module: output } = JSON.parse(readFileSync(`${__dirname}/.swcrc`, 'utf8'));
  const { target, parser, transform, keepClassNames } = jsc;
  return { swcrc: false, jsc: { target, parser, transform, keepClassNames }, module: output };
}

const project = (displayName, testMatch) => ({ ...api, displayName, testMatch });

/** With a folder for what the run leaves on the disk, and in it a PostgreSQL server for the first spec that asks. */
const projectWithDatabase = (displayName, testMatch) => ({
  ...project(displayName, testMatch),
  globalSetup: '<rootDir>/test/support/run-folder.setup.ts',
  globalTeardown: '<rootDir>/test/support/run-folder.teardown.ts',
});

module.exports = {
  // A bound against hanging, not a measure of speed: shared machines can be several times slower than usual.
  testTimeout: 240_000,
  projects: [
    project('unit', ['<rootDir>/apps/api/src/**/*.spec.ts']),
    projectWithDatabase('laws', ['<rootDir>/test/laws/**/*.law.spec.ts']),
    projectWithDatabase('integration', ['<rootDir>/test/integration/**/*.int.spec.ts']),
    projectWithDatabase('e2e', ['<rootDir>/test/e2e/**/*.e2e.spec.ts']),
    '<rootDir>/apps/web/jest.config.cjs',
  ],
};
