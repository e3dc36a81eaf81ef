// The SDK reads this when it is loaded. Otherwise it looks for settings in a cookie, and the page waits for the browser.
Object.assign(globalThis, { __FIREBASE_DEFAULTS__: {} });
