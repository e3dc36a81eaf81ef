ALTER TABLE "photos" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "edit" jsonb;