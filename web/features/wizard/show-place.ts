/** Leads to what is missing: it comes into the middle of the window and gets the focus. */
export function showPlace(place: HTMLElement | null | undefined): void {
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}
