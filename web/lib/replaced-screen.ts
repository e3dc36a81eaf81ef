/**
 * Whether a page stands in the place of a screen that went away without a navigation, as the sign-in screen does: the
 * element that had the focus is gone, so the page takes it.
 */
let replaced = false;

export function noteReplacedScreen(): void {
  replaced = true;
}

export function takeReplacedScreen(): boolean {
  const was = replaced;
  replaced = false;
  return was;
}
