CREATE TABLE "coupon_mailboxes" (
	"code" text NOT NULL,
	"address_hash" text NOT NULL,
	"user_id" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupon_mailboxes_code_address_hash_pk" PRIMARY KEY("code","address_hash")
);
--> statement-breakpoint
ALTER TABLE "coupon_mailboxes" ADD CONSTRAINT "coupon_mailboxes_code_coupons_code_fk" FOREIGN KEY ("code") REFERENCES "public"."coupons"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_mailboxes" ADD CONSTRAINT "coupon_mailboxes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_mailboxes_user" ON "coupon_mailboxes" USING btree ("user_id");