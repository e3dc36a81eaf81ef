interface Person {
  name: string;
  email: string;
  greetingName?: string;
}

/** Those whose name, address or what they are called contains the text, ignoring case; all of them for a blank text. */
export function searchRecipients<Found extends Person>(people: readonly Found[], text: string): Found[] {
  const wanted = text.trim().toLowerCase();
  return people.filter(({ name, email, greetingName = '' }) =>
    [name, email, greetingName].some((words) => words.toLowerCase().includes(wanted)),
  );
}
