// A single-file component for Jest: @vue/compiler-sfc makes TypeScript of it, swc makes CommonJS; styles are dropped.
const { createHash } = require('node:crypto');
const { compileScript, compileTemplate, parse } = require('@vue/compiler-sfc');
const swc = require('@swc/core');

const hash = (...texts) =>
  texts.reduce((sum, text) => sum.update(text), createHash('sha1')).digest('hex');

const toCommonJs = (code, filename) =>
  swc.transformSync(code, {
    filename: `${filename}.ts`,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'commonjs' },
  }).code;

function componentCode(descriptor, filename, id) {
  if (descriptor.scriptSetup)
    return compileScript(descriptor, { id, inlineTemplate: true }).content;
  const render = compileTemplate({ source: descriptor.template.content, filename, id }).code;
  return `${render}\nexport default { render };`;
}

module.exports = {
  getCacheKey: (source, filename) => hash(source, filename, 'vue-transform-1'),
  process(source, filename) {
    const { descriptor, errors } = parse(source, { filename });
    if (errors.length > 0) throw errors[0];
    return {
      code: toCommonJs(componentCode(descriptor, filename, hash(filename).slice(0, 8)), filename),
    };
  },
};
