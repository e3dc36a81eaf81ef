CREATE TABLE "fleet_state" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operator_holds" ADD COLUMN "moment" timestamp (3) with time zone;