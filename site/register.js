// The folder's own memory: after the first visit everything is there without a network.
//
// The page plays without it, too. Where a browser keeps nothing, or the page was opened from a disk, there is
// nothing to do and nothing to say.
if ('serviceWorker' in navigator)
  addEventListener('load', () => navigator.serviceWorker.register('service-worker.js').catch(() => {}));
