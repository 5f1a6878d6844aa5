// A server of its own, to be killed without warning: node server-process.cjs; prints a line per thing done.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const root = path.resolve(__dirname, '../../..');
const fromRoot = createRequire(`${root}/package.json`);
const { transformSync } = fromRoot('@swc/core');
const { jsc, module: output } = JSON.parse(readFileSync(`${root}/.swcrc`, 'utf8'));

require.extensions['.ts'] = (module, filename) => {
  const options = { filename, swcrc: false, module: output, jsc: { ...jsc, baseUrl: root } };
  module._compile(transformSync(readFileSync(filename, 'utf8'), options).code, filename);
};

require('reflect-metadata');
const { RealContainers } = require(`${root}/test/support/real-containers.ts`);

async function serve() {
  const room = new RealContainers({ CONTAINER_STOCK: '2', CONTAINER_STOCK_MAX: '2' });
  await room.start();
  while (room.stock.idle < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  void room.run('print("running")\nwhile True: pass', { timeoutMs: 600_000 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  console.log(room.config.instanceId);
  setInterval(() => undefined, 1_000);
}

void serve();
