-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "letters_batch" ON "letters" USING btree ("batch_id") WHERE batch_id is not null;
