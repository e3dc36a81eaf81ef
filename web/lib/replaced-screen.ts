/** Whether a screen went away without a navigation, as the sign-in screen does: the page takes the focus it had. */
let replaced = false;

export function noteReplacedScreen(): void {
  replaced = true;
}

export function takeReplacedScreen(): boolean {
  const was = replaced;
  replaced = false;
  return was;
}
