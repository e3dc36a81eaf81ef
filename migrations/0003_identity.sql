CREATE TABLE "ended_sign_ins" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ended_sign_ins_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"uid" text NOT NULL,
	"since" bigint NOT NULL,
	"until" bigint NOT NULL,
	"kept" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_sign_ins" (
	"credential_hash" text PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"subject" text NOT NULL,
	"email" text,
	"email_verified" boolean NOT NULL,
	"display_name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "action_codes" ADD COLUMN "new_email" text;--> statement-breakpoint
-- Sessions from before stand on no known sign-in: a page that had one shows its ID token again and gets a new one.
DELETE FROM "sessions";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "sign_in_id" text NOT NULL;--> statement-breakpoint
CREATE INDEX "ended_sign_ins_uid" ON "ended_sign_ins" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "provider_sign_ins_subject" ON "provider_sign_ins" USING btree ("provider_id","subject");