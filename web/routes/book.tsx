import { useSearchParams } from 'react-router';
import { BookPage } from '../features/my-letters/book/book-page.tsx';
import { CardPage } from '../features/my-letters/book/card-page.tsx';

/** `/my-letters/book?to=<conversation>`: a book of all letters with one person; `?letter=<conversation>`: one as a card. */
export default function BookRoute() {
  const [params] = useSearchParams();
  const conversation = params.get('letter');
  return conversation !== null ? (
    <CardPage conversationId={conversation} />
  ) : (
    <BookPage conversationId={params.get('to')?.trim() ?? ''} />
  );
}
