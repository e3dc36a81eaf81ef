// Otherwise the SDK looks for settings in a cookie, for which the page waits for another process. It reads this when loaded.
Object.assign(globalThis, { __FIREBASE_DEFAULTS__: {} });
