-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "inbound_messages_key" ON "inbound_messages" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "photos_created" ON "photos" USING btree ("created_at");
