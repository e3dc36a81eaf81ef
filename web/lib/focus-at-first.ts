/** As the `ref` of a control: it has the focus as it appears. */
export const focusAtFirst = (control: HTMLElement | null): void => control?.focus();

/** As the `ref` of a field that may hold a text already, which is selected. */
export const selectAtFirst = (field: HTMLInputElement | null): void => field?.select();

/** As the `ref` of a button that goes once it has worked: what is around it and can have it gets the focus. */
export const leaveFocus = (button: HTMLElement | null) => () => {
  if (!button || document.activeElement !== button) return;
  const around = button.closest<HTMLElement>('[tabindex="-1"]') ?? document.getElementById('main');
  around?.focus({ preventScroll: true });
};
