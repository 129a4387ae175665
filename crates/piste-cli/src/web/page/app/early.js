// What is decided before the first paint: light or dark, which view is fetched, and what the first frame has.
//
// The one script that is not a module: it runs before the body is there, so that a page in the
// dark never flashes white. Without a choice of the reader's own, the style sheet follows the system. An address with another view
// than the board has its part fetched at once, and the board is not laid out for nobody (`main.js` shows the view).
//
// The first frame is the header and an empty board (`data-first`; `views.css` says what is left out), for a slow phone takes long to lay
// out the rest and to run the modules. They are run when that frame is painted; what they do and the rest of the page are the frame
// after it. Another view has nothing to show in between, so there nothing waits for a frame.
(() => {
  const NAME = 'piste.theme';
  const PATIENCE = 300;
  const PARTS = ['learn', 'rate', 'make', 'library'];
  const root = document.documentElement;
  const view = location.hash.slice(1).split('/')[0];
  if (PARTS.includes(view)) {
    root.dataset.awaits = view;
    const part = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `app/${view}.js` });
    document.head.append(part);
  }

  root.dataset.first = '';
  const showAll = () => delete root.dataset.first;
  const begin = () => {
    const script = Object.assign(document.createElement('script'), { type: 'module', src: 'app/main.js' });
    script.addEventListener('load', showAll);
    script.addEventListener('error', showAll);
    document.head.append(script);
    setTimeout(showAll, PATIENCE);
  };
  const painted = new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go));
    // Where nobody looks there are no frames.
    addEventListener('load', () => setTimeout(go, PATIENCE));
  });
  const parsed = new Promise((go) => document.addEventListener('DOMContentLoaded', go));
  (root.dataset.awaits ? parsed : Promise.all([painted, parsed])).then(begin);

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
