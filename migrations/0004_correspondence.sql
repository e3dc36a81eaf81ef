CREATE TABLE "blocks" (
	"user_id" bigint NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blocks_user_id_email_pk" PRIMARY KEY("user_id","email")
);
--> statement-breakpoint
CREATE TABLE "imap_mailboxes" (
	"name" text PRIMARY KEY NOT NULL,
	"uid_validity" text NOT NULL,
	"last_uid" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reply_photos" (
	"reply_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"photo_id" uuid NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	CONSTRAINT "reply_photos_reply_id_position_pk" PRIMARY KEY("reply_id","position")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"user_id" bigint NOT NULL,
	"email" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_user_id_email_pk" PRIMARY KEY("user_id","email")
);
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "sender_muted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "recipient_muted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "charges" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "web_token" text;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "web_revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "origin" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "dmarc" text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "relay_message_id" text;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "relay_status" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "relay_reason" text;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "relay_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "relay_lease_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "replies" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_photos" ADD CONSTRAINT "reply_photos_reply_id_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_photos" ADD CONSTRAINT "reply_photos_photo_id_photos_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."photos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reply_photos_photo" ON "reply_photos" USING btree ("photo_id");--> statement-breakpoint
CREATE UNIQUE INDEX "letters_web_token" ON "letters" USING btree ("web_token");--> statement-breakpoint
CREATE UNIQUE INDEX "replies_relay_message_id" ON "replies" USING btree ("relay_message_id");