// Runs before the first paint, so that a dark page never flashes white. Same keys as stores/theme.ts and lib/i18n.
(function () {
  var theme = 'system';
  var locale = null;
  try {
    theme = localStorage.getItem('toolyard.theme') || 'system';
    locale = localStorage.getItem('toolyard.locale');
  } catch {
    // Storage can be forbidden; the system's theme is a good answer then.
  }
  var isDark =
    theme === 'dark' ||
    (theme !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  var root = document.documentElement;
  root.classList.add(isDark ? 'dark' : 'light');
  root.style.colorScheme = isDark ? 'dark' : 'light';
  if (locale) root.lang = locale;
})();
