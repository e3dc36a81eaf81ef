import { Client } from 'pg';

interface Share {
  uid: string;
  letters: number;
}

const RECIPIENTS = 2_000;

/**
 * Most of other people, each with a photo and a charge, one in three answered, the latest ten of each person
 * to `friend-1`.
 */
export async function seedLetters(
  url: string,
  { total, others }: { total: number; others: number },
  shares: Share[],
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      'create temporary table shares (user_id bigint, uid text, letters int) on commit drop',
    );
    for (const { uid, letters } of shares) {
      await client.query(
        'insert into shares select id, account_uid, $2::int from users where account_uid = $1',
        [uid, letters],
      );
    }
    const rest = total - shares.reduce((sum, { letters }) => sum + letters, 0);
    await client.query(
      `with others as (
         insert into users (account_uid, email, display_name, email_verified)
         select 'other-' || n, 'other-' || n || '@example.com', 'Other ' || n, true
         from generate_series(1, ceil($1::float8 / $2)::int) n returning id, account_uid)
       insert into shares select id, account_uid, $2 from others`,
      [rest, others],
    );
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const statements = [
  `create temporary table seed on commit drop as
   select s.user_id, s.uid, n, gen_random_uuid() as conversation, gen_random_uuid() as photo,
     'friend-' || case when n <= 10 then 1 else 2 + n % ${RECIPIENTS} end || '@example.org' as friend,
     n % 3 = 0 or n <= 10 as answered, now() - interval '2 days' - make_interval(mins => n) as at
   from shares s cross join lateral generate_series(1, s.letters) n`,
  `insert into conversations (id, user_id, recipient_email, recipient_token, sender_token, created_at, last_message_at)
   select conversation, user_id, friend, left(md5('r' || conversation), 26), left(md5('s' || conversation), 26), at, at
   from seed order by at`,
  `insert into letters (user_id, conversation_id, recipient_name, recipient_email, sender_name, sender_email,
     email_message, template, status, message_id, envelope_token, web_token, charges, attempts, created_at, queued_at, sent_at)
   select user_id, conversation, split_part(friend, '@', 1), friend, 'Maren Oakes', 'maren@example.com',
     repeat('The plum tree has flowered at last. ', 20), 'vintage', 'sent', '<' || conversation || '@example.org>',
     left(md5('e' || conversation), 26), left(md5('w' || conversation), 26), 1, 1, at, at, at from seed order by at`,
  `insert into photos (id, owner, original_name, width, height, display_bytes, mail_bytes, thumbnail_bytes,
     content_hash, created_at)
   select photo, uid, 'page.jpg', 2400, 1800, 700000, 500000, 30000, md5(photo::text), at from seed order by at`,
  `insert into letter_photos (letter_id, position, photo_id)
   select l.id, 0, s.photo from seed s join letters l on l.conversation_id = s.conversation order by l.id`,
  `insert into inbound_messages (id, envelope_sender, envelope_recipient, conversation_id, side, storage_key, size,
     received_at, read_at, outcome)
   select gen_random_uuid(), friend, 'reply@example.org', conversation, 'recipient', 'none', 3000, at, at, 'reply'
   from seed where answered order by at`,
  `insert into replies (conversation_id, side, from_email, subject, body, full_text, email_provider, message_id,
     created_at, read_at, relay_status)
   select conversation, 'recipient', friend, 'Re: A letter', 'So lovely.', repeat('So lovely. ', 50), 'Gmail',
     '<' || gen_random_uuid() || '@example.org>', at, case when n > 5 then at end, 'sent'
   from seed where answered order by at`,
  `update conversations set unread = true where id in (
     select conversation_id from replies where side = 'recipient' and read_at is null)`,
  `insert into ledger_entries (user_id, delta, kind, reference, created_at)
   select user_id, letters + 10000, 'grant', user_id || ':a seed', now() - interval '60 days' from shares`,
  `insert into ledger_entries (user_id, delta, kind, reference, created_at)
   select s.user_id, -1, 'letter', l.id, s.at from seed s join letters l on l.conversation_id = s.conversation order by s.at`,
  `update users u set credits = (select sum(delta) from ledger_entries e where e.user_id = u.id)`,
  `insert into recipients (owner_uid, name, email, created_at, last_used_at)
   select distinct on (uid, friend) uid, split_part(friend, '@', 1), friend, at, at from seed where n <= 60`,
];
