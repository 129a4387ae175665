// What is decided before the first paint: light or dark, and which view is fetched.
//
// The one script that is not a module: it runs before the body is there, so that a page in the
// dark never flashes white. Without a choice of the reader's own, the style sheet follows the system. An address with another view
// than the board has its part fetched at once, and the board is not laid out for nobody (`main.js` shows the view).
(() => {
  const NAME = 'piste.theme';
  const PARTS = ['learn', 'rate', 'make', 'library'];
  const root = document.documentElement;
  const view = location.hash.slice(1).split('/')[0];
  if (PARTS.includes(view)) {
    root.dataset.awaits = view;
    const part = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `app/${view}.js` });
    document.head.append(part);
  }

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
