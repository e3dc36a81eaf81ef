/** Whether the device is on a network at all; a server that can't be reached is something else. */
export interface Connection {
  isThere: () => boolean;
  /** Calls each time it comes back. @returns stops that */
  onBack: (listener: () => void) => () => void;
}

export const browserConnection: Connection = {
  isThere: () => navigator.onLine,
  onBack(listener) {
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  },
};
