/** Whether a screen was replaced without a navigation, as the sign-in screen is: then the new page gets the focus. */
let replaced = false;

export function noteReplacedScreen(): void {
  replaced = true;
}

export function takeReplacedScreen(): boolean {
  const was = replaced;
  replaced = false;
  return was;
}
