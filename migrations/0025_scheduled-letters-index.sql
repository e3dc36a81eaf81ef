-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "letters_scheduled" ON "letters" USING btree ("arrive_at") WHERE status = 'scheduled';--> statement-breakpoint
ALTER TABLE "letters" VALIDATE CONSTRAINT "letters_arrival_whole";--> statement-breakpoint
ALTER TABLE "letters" VALIDATE CONSTRAINT "letters_scheduled_arrival";
