CREATE TABLE "security_events" (
	"uid" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "security_events_uid_kind_day_pk" PRIMARY KEY("uid","kind","day")
);
--> statement-breakpoint
CREATE INDEX "security_events_last" ON "security_events" USING btree ("last_at");