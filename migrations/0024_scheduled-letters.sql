CREATE TABLE "occasions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "occasions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_uid" text NOT NULL,
	"recipient_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"month" integer NOT NULL,
	"day" integer NOT NULL,
	"year" integer,
	"remind_days" integer DEFAULT 7,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "occasions_date" CHECK ("occasions"."month" between 1 and 12 and "occasions"."day" between 1 and 31)
);--> statement-breakpoint
CREATE TABLE "reminder_settings" (
	"owner_uid" text PRIMARY KEY NOT NULL,
	"days" boolean DEFAULT true NOT NULL,
	"silence" boolean DEFAULT false NOT NULL,
	"stop_token" text NOT NULL,
	"feed_token" text,
	"last_mail_on" date,
	"silence_mentioned_at" timestamp (3) with time zone
);--> statement-breakpoint
CREATE TABLE "reminders" (
	"occasion_id" bigint NOT NULL,
	"year" integer NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_occasion_id_year_pk" PRIMARY KEY("occasion_id","year")
);--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "arrive_local" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "arrive_zone" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "arrive_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "occasions" ADD CONSTRAINT "occasions_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_occasion_id_occasions_id_fk" FOREIGN KEY ("occasion_id") REFERENCES "public"."occasions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "occasions_owner" ON "occasions" USING btree ("owner_uid","recipient_id");--> statement-breakpoint
CREATE INDEX "occasions_recipient" ON "occasions" USING btree ("recipient_id");--> statement-breakpoint
CREATE INDEX "occasions_day" ON "occasions" USING btree ("month","day");--> statement-breakpoint
CREATE UNIQUE INDEX "occasions_birthday" ON "occasions" USING btree ("recipient_id") WHERE kind = 'birthday';--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_settings_stop" ON "reminder_settings" USING btree ("stop_token");--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_settings_feed" ON "reminder_settings" USING btree ("feed_token");--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_arrival_whole" CHECK (num_nulls("letters"."arrive_local", "letters"."arrive_zone", "letters"."arrive_at") in (0, 3)) NOT VALID;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_scheduled_arrival" CHECK ("letters"."status" <> 'scheduled' or "letters"."arrive_at" is not null) NOT VALID;