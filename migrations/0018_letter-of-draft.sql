ALTER TABLE "letters" ADD COLUMN "draft_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "letters_left_of_draft" ON "letters" USING btree ("user_id","draft_id") WHERE charges > 0;