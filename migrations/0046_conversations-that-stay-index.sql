-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "conversations_recipient_id" ON "conversations" USING btree ("recipient_id") WHERE recipient_id is not null;