// Stands for any Nuxt UI component: shows its slots and passes attributes on.
const { defineComponent, h } = require('vue');

const Stub = defineComponent({
  name: 'NuxtUiStub',
  setup:
    (_, { slots, attrs }) =>
    () =>
      h('div', attrs, [attrs.label ?? '', ...Object.values(slots).map((slot) => slot({}))]),
});

module.exports = { __esModule: true, default: Stub };
