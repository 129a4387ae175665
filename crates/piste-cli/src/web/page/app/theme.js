// Light or dark, before the first paint.
//
// The one script that is not a module: it runs before the body is there, so that a page in the
// dark never flashes white. Without a choice of the reader's own, the style sheet follows the system.
(() => {
  const NAME = 'piste.theme';
  const root = document.documentElement;
  const chosen = () => {
    try {
      return localStorage.getItem(NAME);
    } catch {
      return null;
    }
  };
  if (['light', 'dark'].includes(chosen())) root.dataset.theme = chosen();

  const isDark = () =>
    root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;

  document.addEventListener('DOMContentLoaded', () => {
    document.getElementById('theme').addEventListener('click', () => {
      root.dataset.theme = isDark() ? 'light' : 'dark';
      try {
        localStorage.setItem(NAME, root.dataset.theme);
      } catch {
        // The choice holds until the page is closed.
      }
    });
  });
})();
