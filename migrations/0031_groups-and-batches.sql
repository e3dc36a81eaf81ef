CREATE TABLE "recipient_group_members" (
	"group_id" bigint NOT NULL,
	"recipient_id" bigint NOT NULL,
	CONSTRAINT "recipient_group_members_group_id_recipient_id_pk" PRIMARY KEY("group_id","recipient_id")
);
--> statement-breakpoint
CREATE TABLE "recipient_groups" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "recipient_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner_uid" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "recipient_group_members" ADD CONSTRAINT "recipient_group_members_group_id_recipient_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."recipient_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recipient_group_members" ADD CONSTRAINT "recipient_group_members_recipient_id_recipients_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."recipients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recipient_group_members_recipient" ON "recipient_group_members" USING btree ("recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recipient_groups_owner_name" ON "recipient_groups" USING btree ("owner_uid",lower("name"));