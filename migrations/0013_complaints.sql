CREATE TABLE "bounce_refunds" (
	"letter_id" bigint NOT NULL,
	"charge" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"state" text NOT NULL,
	"cause" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "bounce_refunds_letter_id_charge_pk" PRIMARY KEY("letter_id","charge")
);
--> statement-breakpoint
CREATE TABLE "letter_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"letter_id" bigint,
	"sender_hash" text NOT NULL,
	"recipient_hash" text NOT NULL,
	"origin" text NOT NULL,
	"reason" text NOT NULL,
	"source" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sender_pauses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sender_pauses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"sender_hash" text NOT NULL,
	"cause" text NOT NULL,
	"paused_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"released_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "bounce_refunds" ADD CONSTRAINT "bounce_refunds_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bounce_refunds" ADD CONSTRAINT "bounce_refunds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_reports" ADD CONSTRAINT "letter_reports_letter_id_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."letters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_pauses" ADD CONSTRAINT "sender_pauses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bounce_refunds_user" ON "bounce_refunds" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "bounce_refunds_waiting" ON "bounce_refunds" USING btree ("created_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "letter_reports_letter" ON "letter_reports" USING btree ("letter_id");--> statement-breakpoint
CREATE INDEX "letter_reports_sender" ON "letter_reports" USING btree ("sender_hash","created_at");--> statement-breakpoint
CREATE INDEX "letter_reports_open" ON "letter_reports" USING btree ("created_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "sender_pauses_user" ON "sender_pauses" USING btree ("user_id") WHERE released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sender_pauses_hash" ON "sender_pauses" USING btree ("sender_hash") WHERE released_at is null;