/** The content security policy is that of the path the document was loaded at; navigating within the app keeps it. */
export function isLoadedAt(path: RegExp): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return !loaded || path.test(new URL(loaded.name).pathname);
}
