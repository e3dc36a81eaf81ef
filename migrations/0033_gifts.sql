CREATE TABLE "gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"giver_id" bigint NOT NULL,
	"credits" integer NOT NULL,
	"email" text NOT NULL,
	"recipient_name" text NOT NULL,
	"from_name" text NOT NULL,
	"note" text,
	"letter_id" bigint,
	"status" text DEFAULT 'waiting' NOT NULL,
	"returned_for" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claimable_at" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone,
	"claimed_by" bigint,
	"claimed_at" timestamp (3) with time zone,
	"returned_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone,
	CONSTRAINT "gifts_sane" CHECK ("gifts"."credits" between 1 and 50),
	CONSTRAINT "gifts_claimed_by_somebody" CHECK (("gifts"."status" = 'claimed') = ("gifts"."claimed_by" is not null)),
	CONSTRAINT "gifts_returned_for_something" CHECK (("gifts"."status" = 'returned') = ("gifts"."returned_for" is not null))
);
--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_giver_id_users_id_fk" FOREIGN KEY ("giver_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gifts_giver" ON "gifts" USING btree ("giver_id","created_at");--> statement-breakpoint
CREATE INDEX "gifts_waiting" ON "gifts" USING btree ("email") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "gifts_claimed" ON "gifts" USING btree ("claimed_by") WHERE claimed_by is not null;--> statement-breakpoint
CREATE INDEX "gifts_letter" ON "gifts" USING btree ("letter_id") WHERE letter_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_one_of_letter" ON "gifts" USING btree ("letter_id") WHERE status = 'waiting' and letter_id is not null;