/** What is said of a letter that leaves only after something else has happened; null for any other. */
export function waitingToast(status: string | null): { title: string; description: string } | null {
  if (status === 'sealed')
    return {
      title: 'Your letter is sealed',
      description: 'It leaves as soon as you open the link mailed to you',
    };
  if (status === 'held')
    return { title: 'Your letter is on hold', description: 'It leaves when we have had a look' };
  return null;
}
