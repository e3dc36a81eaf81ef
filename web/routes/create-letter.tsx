import { usePerson } from '../features/identity/use-person.ts';
import { CreateLetter } from '../features/wizard/create-letter.tsx';

/** Keyed by person, so that nobody sees another's draft. */
export default function CreateLetterPage() {
  const { uid } = usePerson();
  return uid ? <CreateLetter key={uid} uid={uid} /> : null;
}
