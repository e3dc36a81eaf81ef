-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "photos_source" ON "photos" USING btree ("source_id") WHERE source_id is not null;
