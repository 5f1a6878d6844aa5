// Lets plain node start a TypeScript file of the tests: node -r ./test/support/typescript.cjs <file.ts>
const { transformFileSync } = require('@swc/core');

require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file).code, file);
