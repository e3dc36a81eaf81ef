ALTER TABLE "letter_reports" ADD COLUMN "gift_id" uuid;--> statement-breakpoint
ALTER TABLE "letter_reports" ADD COLUMN "answers_to" bigint;--> statement-breakpoint
ALTER TABLE "letter_reports" ADD COLUMN "words" text;--> statement-breakpoint
ALTER TABLE "stop_links" ADD COLUMN "gift_id" uuid;