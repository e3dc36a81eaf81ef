-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "replies_unfolded" ON "replies" USING btree ("id") WHERE folded is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "letters_unfolded" ON "letters" USING btree ("id") WHERE folded is null;