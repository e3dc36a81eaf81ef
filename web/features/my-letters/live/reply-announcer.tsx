import { useEffect, useRef, useState } from 'react';
import { usePerson } from '../../identity/use-person.ts';
import { useLiveUpdates } from './live-updates.ts';
import { arrivalMessage, useUnread } from './unread.ts';

/** On every page of a signed-in person: applies live updates and announces new replies to screen readers. */
export default function ReplyAnnouncer() {
  const { uid } = usePerson();
  useLiveUpdates(uid);
  const { data: unread } = useUnread();
  const last = useRef(unread);
  const [message, setMessage] = useState('');
  useEffect(() => {
    if (!unread) return;
    const arrived = last.current ? arrivalMessage(last.current, unread) : '';
    last.current = unread;
    if (arrived) setMessage(arrived);
  }, [unread]);
  return (
    <p className="vh" role="status">
      {message}
    </p>
  );
}
