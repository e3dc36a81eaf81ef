export function showPlace(place: HTMLElement | null | undefined): void {
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}
