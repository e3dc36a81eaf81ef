ALTER TABLE "letters" ADD COLUMN "greeting_name" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "heading" text;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "greeting_name" text;