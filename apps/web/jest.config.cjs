// Specs of the browser app. Nuxt UI's components need its Vite plugin, so they are stubs here; pages are checked in a browser.
const ESM = [
  '@vueuse',
  'shiki',
  '@shikijs',
  'oniguruma-to-es',
  'oniguruma-parser',
  'regex',
  'regex-recursion',
  'regex-utilities',
  'markdown-it',
  'linkify-it',
  'mdurl',
  'uc.micro',
  'entities',
  '@tanstack',
  'vue-router',
  'pinia',
];

module.exports = {
  displayName: 'web',
  rootDir: __dirname,
  testEnvironment: 'jsdom',
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'vue', 'json'],
  moduleNameMapper: {
    '^@web/(.*)$': '<rootDir>/src/$1',
    '^@contract/(.*)$': '<rootDir>/../api/src/contract/$1',
    '^@nuxt/ui/components/(.*)$': '<rootDir>/jest/nuxt-ui-stub.cjs',
    '\\.css$': '<rootDir>/jest/nuxt-ui-stub.cjs',
  },
  transform: {
    '^.+\\.vue$': '<rootDir>/jest/vue-transform.cjs',
    '^.+\\.(ts|js|mjs)$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(${ESM.join('|')})/)`],
};
