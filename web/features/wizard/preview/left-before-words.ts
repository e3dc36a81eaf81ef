const TITLES = new Map([
  ['scheduled', 'This letter waits for its day already'],
  ['sealed', 'This letter is sealed already'],
  ['held', 'This letter is on hold already'],
  ['unsent', 'This letter was taken back'],
]);

/**
 * What is said of a letter that was sent before, from another tab or device.
 * @param changed what stands here is another letter than that one
 */
export function leftBeforeWords(status: string, changed: boolean) {
  const isBack = status === 'unsent';
  return {
    title: TITLES.get(status) ?? 'This letter has left already',
    meaning: isBack
      ? 'Its credit is yours again; a new letter costs one.'
      : changed
        ? 'What stands here was changed since; a new letter costs another credit.'
        : 'Nothing was sent or charged a second time.',
    /** it may be sent as a new letter */
    mayRepeat: changed || isBack,
  };
}
