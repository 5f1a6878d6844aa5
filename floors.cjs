// The house, ground floor first. A floor may import any floor named before it, never one after it.
exports.API_FLOORS = [
  'contract',
  'foundation',
  'people',
  'engines',
  'tools',
  'bundles',
  'agent',
  'chat',
  'endpoints',
];
exports.WEB_FLOORS = ['lib', 'ui', 'stores', 'widgets', 'features', 'app'];
