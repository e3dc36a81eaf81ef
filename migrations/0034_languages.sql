ALTER TABLE "letters" ADD COLUMN "status_said" jsonb;--> statement-breakpoint
ALTER TABLE "suppressions" ADD COLUMN "reason_said" jsonb;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "relay_said" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "browser_language" text;