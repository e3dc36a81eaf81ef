CREATE TABLE "letter_returns" (
	"reference" text PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"cause" text NOT NULL,
	"recipient_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letter_returns" ADD CONSTRAINT "letter_returns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_returns_user" ON "letter_returns" USING btree ("user_id");--> statement-breakpoint
-- As far as the letters tell: one that was sent again since tells of its last charge, and of bounces.
INSERT INTO "letter_returns" ("reference", "user_id", "cause", "recipient_name")
SELECT e.reference, l.user_id,
  CASE WHEN c.charge < l.charges THEN 'undelivered'
    WHEN l.status = 'unsent' AND l.status_reason = 'You took it back before it left.' THEN 'taken back'
    WHEN l.status = 'unsent' OR l.status_reason LIKE 'We stopped it before it left.%' THEN 'not sent'
    ELSE 'undelivered' END, l.recipient_name
FROM "ledger_entries" e
  CROSS JOIN LATERAL (SELECT coalesce(nullif(split_part(e.reference, ':', 2), ''), '1')::int AS charge) c
  JOIN "letters" l ON l.id = split_part(e.reference, ':', 1)::bigint
WHERE e.kind = 'letter-returned' AND (c.charge >= l.charges
  OR EXISTS (SELECT FROM "bounce_refunds" b WHERE b.letter_id = l.id AND b.charge = c.charge));
