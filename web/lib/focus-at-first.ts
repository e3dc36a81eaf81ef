/** As the `ref` of a control: it has the focus as it appears. */
export function focusAtFirst(control: HTMLElement | null): void {
  control?.focus();
}

/** As the `ref` of a field that may hold a text already, which is selected. */
export function selectAtFirst(field: HTMLInputElement | null): void {
  field?.select();
}
