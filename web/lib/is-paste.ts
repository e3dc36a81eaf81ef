/** Whether an input event inserted text that may be more than an address: a paste, a drop, an autofill. */
export function isPaste({ nativeEvent }: { nativeEvent: Event }): boolean {
  return nativeEvent instanceof InputEvent && /^insertFrom(Paste|Drop)/.test(nativeEvent.inputType);
}
