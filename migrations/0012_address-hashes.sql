CREATE TABLE "address_blocks" (
	"recipient_hash" text NOT NULL,
	"sender_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_blocks_recipient_hash_sender_hash_pk" PRIMARY KEY("recipient_hash","sender_hash")
);
--> statement-breakpoint
CREATE TABLE "address_hash_check" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "address_hash_check_one_row" CHECK ("address_hash_check"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "stop_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"recipient_hash" text NOT NULL,
	"sender_hashes" text[] NOT NULL,
	"may_allow" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "mailed_token" text;--> statement-breakpoint
CREATE UNIQUE INDEX "letters_mailed_token" ON "letters" USING btree ("mailed_token");