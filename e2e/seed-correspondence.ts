import type { Client } from 'pg';

/**
 * Letters and answers straight into the tables, for pages that hold many: one to each recipient, `Friend 1` the
 * latest, and some more to `Friend 1`, each of them answered. `Page number 1.` is the latest of those.
 * @param uid of somebody who has signed up
 */
export async function seedCorrespondence(
  client: Client,
  uid: string,
  { recipients, toOne }: { recipients: number; toOne: number },
): Promise<void> {
  await client.query('begin');
  await client.query(
    `create temporary table seed on commit drop as
     select n, gen_random_uuid() as conversation, greatest(1, n - $1::int) as friend, greatest(0, $1::int - n + 1) as page,
       now() - make_interval(hours => n) as at
     from generate_series(1, $2::int) n`,
    [toOne, recipients + toOne],
  );
  await client.query('update seed set page = n where n <= $1', [toOne]);
  const me = '(select id from users where firebase_uid = $1)';
  await client.query(
    `insert into conversations (id, user_id, recipient_email, recipient_token, sender_token, created_at, last_message_at)
     select conversation, ${me}, 'friend-' || friend || '@example.org', gen_random_uuid()::text,
       gen_random_uuid()::text, at, at from seed`,
    [uid],
  );
  await client.query(
    `insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
       email_message, template, status, message_id, envelope_token, created_at, sent_at)
     select ${me}, conversation, 'Friend ' || friend, 'friend-' || friend || '@example.org', 'Maren Oakes',
       'maren@example.com', 'Page number ' || page || '.', 'vintage', 'sent', gen_random_uuid()::text,
       gen_random_uuid()::text, at, at from seed order by n desc`,
    [uid],
  );
  await client.query(
    `insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id,
       created_at, read_at, relay_status)
     select conversation, 'recipient', 'friend-' || friend || '@example.org', 'Re: A letter', 'So lovely.',
       'So lovely.', 'Gmail', gen_random_uuid()::text, at + interval '10 minutes', now(), 'sent'
     from seed where n <= $1`,
    [toOne],
  );
  await client.query('commit');
  await client.query('analyze');
}
