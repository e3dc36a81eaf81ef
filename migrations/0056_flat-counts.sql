-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "conversations_unread" ON "conversations" USING btree ("user_id") WHERE unread;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "letters_under_way" ON "letters" USING btree ("user_id","waiting_since") WHERE status in ('sealed', 'scheduled', 'held', 'queued', 'sending');--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "letters_waiting";
