CREATE TABLE "letter_totals" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"letters" integer NOT NULL,
	"sent" integer NOT NULL,
	"recipients" integer NOT NULL,
	"photos" integer NOT NULL,
	"answers" integer NOT NULL,
	"counted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letter_totals" ADD CONSTRAINT "letter_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "unread" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE FUNCTION count_letter() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  more_listed integer;
  more_sent integer;
  earlier boolean := false;
  later boolean := false;
BEGIN
  IF tg_op = 'UPDATE' AND lower(new.recipient_email) = lower(old.recipient_email) THEN
    more_listed := (new.status <> 'created')::int - (old.status <> 'created')::int;
    more_sent := (new.status IN ('queued', 'sending', 'sent'))::int - (old.status IN ('queued', 'sending', 'sent'))::int;
    IF more_listed = 0 AND more_sent = 0 THEN RETURN NULL; END IF;
    IF more_listed = 1 THEN
      earlier := EXISTS (SELECT FROM letters WHERE user_id = new.user_id
        AND lower(recipient_email) = lower(new.recipient_email) AND status <> 'created' AND id < new.id);
      later := EXISTS (SELECT FROM letters WHERE user_id = new.user_id
        AND lower(recipient_email) = lower(new.recipient_email) AND status <> 'created' AND id > new.id);
    END IF;
    -- One that the same statement sent to the address may be the first there as well.
    IF more_listed >= 0 AND more_sent >= 0 AND (earlier OR NOT later) THEN
      UPDATE letter_totals t SET letters = t.letters + more_listed, sent = t.sent + more_sent,
        recipients = t.recipients + CASE WHEN more_listed = 1 AND NOT earlier THEN 1 ELSE 0 END,
        photos = t.photos + CASE WHEN more_sent = 1
          THEN (SELECT count(*) FROM letter_photos WHERE letter_id = new.id) ELSE 0 END
      WHERE t.user_id = new.user_id;
      RETURN NULL;
    END IF;
  END IF;
  DELETE FROM letter_totals WHERE user_id = old.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER letters_counted AFTER UPDATE OF status, recipient_email ON letters FOR EACH ROW
  WHEN (old.status <> new.status OR old.recipient_email <> new.recipient_email) EXECUTE FUNCTION count_letter();--> statement-breakpoint
CREATE TRIGGER letters_uncounted AFTER DELETE ON letters FOR EACH ROW
  WHEN (old.status <> 'created') EXECUTE FUNCTION count_letter();--> statement-breakpoint
CREATE FUNCTION count_answer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE letter_totals SET answers = answers + 1
  WHERE user_id = (SELECT user_id FROM conversations WHERE id = new.conversation_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A restore brings the rows as they were.
CREATE TRIGGER replies_counted AFTER INSERT ON replies FOR EACH ROW WHEN (to_regnamespace('filling') IS NULL) EXECUTE FUNCTION count_answer();
