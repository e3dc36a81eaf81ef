/** Interval at which the popup is checked, ms. */
const LOOK_EVERY_MS = 1000;
/** Wait after the popup closed, because its message may still be on the way (spec section 9), ms. */
const CLOSED_FOR_MS = 8000;

/** Resolves once a popup has been closed for 8 s. @param signal stops the watch; the promise then stays pending */
export function popupClosed(popup: Pick<Window, 'closed'>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let wait: ReturnType<typeof setTimeout> | undefined;
    const look = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(look);
      wait = setTimeout(resolve, CLOSED_FOR_MS);
    }, LOOK_EVERY_MS);
    signal.addEventListener('abort', () => {
      clearInterval(look);
      clearTimeout(wait);
    });
  });
}
