CREATE TABLE "reply_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reply_id" bigint NOT NULL,
	"conversation_id" uuid NOT NULL,
	"name" text NOT NULL,
	"storage_key" text NOT NULL,
	"size" integer NOT NULL,
	"scan" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reply_files" ADD CONSTRAINT "reply_files_reply_id_replies_id_fk" FOREIGN KEY ("reply_id") REFERENCES "public"."replies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reply_files" ADD CONSTRAINT "reply_files_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reply_files_reply" ON "reply_files" USING btree ("reply_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reply_files_key" ON "reply_files" USING btree ("storage_key");--> statement-breakpoint
CREATE INDEX "reply_files_conversation" ON "reply_files" USING btree ("conversation_id","created_at");