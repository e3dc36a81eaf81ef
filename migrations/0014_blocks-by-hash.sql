ALTER TABLE "address_blocks" ADD COLUMN "user_id" bigint;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "copied_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "address_blocks" ADD CONSTRAINT "address_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "address_blocks_user" ON "address_blocks" USING btree ("user_id");