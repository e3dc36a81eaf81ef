/** `ref` of a control that gets the focus when it is mounted. */
export const focusAtFirst = (control: HTMLElement | null): void => control?.focus();

/** `ref` of a field whose text is selected when it is mounted. */
export const selectAtFirst = (field: HTMLInputElement | null): void => field?.select();

/** `ref` of a button that is removed once it has worked: the nearest element around it that can be focused gets its focus. */
export const leaveFocus = (button: HTMLElement | null) => () => {
  if (!button || document.activeElement !== button) return;
  const around = button.closest<HTMLElement>('[tabindex="-1"]') ?? document.getElementById('main');
  around?.focus({ preventScroll: true });
};
