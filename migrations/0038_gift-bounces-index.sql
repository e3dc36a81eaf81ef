-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "inbound_messages_gift" ON "inbound_messages" USING btree ("gift_id") WHERE gift_id is not null;--> statement-breakpoint
ALTER TABLE "inbound_messages" VALIDATE CONSTRAINT "inbound_messages_gift_id_gifts_id_fk";
