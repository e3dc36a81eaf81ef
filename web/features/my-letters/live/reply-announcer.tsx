import { useEffect, useRef, useState } from 'react';
import { usePerson } from '../../identity/use-person.ts';
import { useLiveUpdates } from './live-updates.ts';
import { arrivalWords, useUnread } from './unread.ts';

/** Keeps every page of a signed-in person up to date, and says politely when a reply has arrived. */
export default function ReplyAnnouncer() {
  const { uid } = usePerson();
  useLiveUpdates(uid);
  const { data: unread } = useUnread();
  const last = useRef(unread);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!unread) return;
    const words = last.current ? arrivalWords(last.current, unread) : '';
    last.current = unread;
    if (words) setSaid(words);
  }, [unread]);
  return (
    <p className="vh" role="status">
      {said}
    </p>
  );
}
