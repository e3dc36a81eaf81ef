ALTER TABLE "users" ADD COLUMN "language_before" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language_changed_at" timestamp (3) with time zone;