import { useEffect, useRef, useState } from 'react';
import { arrivalMessage, useUnread } from '../unread/unread.ts';
import { useEvents } from './use-events.ts';

/** On every page of a signed-in person. Announces new replies to screen readers. */
export default function Events() {
  useEvents();
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
