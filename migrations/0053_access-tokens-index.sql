-- outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "sessions_token_hash" ON "sessions" USING btree ("token_hash");