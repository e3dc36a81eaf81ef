ALTER TABLE "replies" ADD COLUMN "folded" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "folded" text;