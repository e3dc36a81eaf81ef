CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"livemode" boolean NOT NULL,
	"session_id" text,
	"url" text,
	"package_id" text NOT NULL,
	"package_name" text NOT NULL,
	"credits" integer NOT NULL,
	"list_price" integer NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"coupon_code" text,
	"status" text DEFAULT 'open' NOT NULL,
	"payment_id" text,
	"withdrawn" integer DEFAULT 0 NOT NULL,
	"taken_back" integer DEFAULT 0 NOT NULL,
	"shortfall" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone,
	CONSTRAINT "checkouts_sane" CHECK ("checkouts"."credits" > 0 and "checkouts"."amount" >= 0 and "checkouts"."amount" <= "checkouts"."list_price"
        and "checkouts"."withdrawn" between 0 and "checkouts"."amount" and "checkouts"."taken_back" >= 0 and "checkouts"."shortfall" >= 0
        and "checkouts"."taken_back" + "checkouts"."shortfall" <= "checkouts"."credits")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_findings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_findings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"detail" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolution" text
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"compared" integer DEFAULT 0 NOT NULL,
	"findings" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" uuid NOT NULL,
	"description" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"success_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"payment_id" text NOT NULL,
	"paid_from" timestamp (3) with time zone,
	"refunded" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credit_packages" DROP CONSTRAINT "credit_packages_sane";--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD COLUMN "checkout_id" uuid;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "packages" text[];--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_package_id_credit_packages_id_fk" FOREIGN KEY ("package_id") REFERENCES "public"."credit_packages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_coupon_code_coupons_code_fk" FOREIGN KEY ("coupon_code") REFERENCES "public"."coupons"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_session" ON "checkouts" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_payment" ON "checkouts" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "checkouts" USING btree ("user_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "checkouts_user" ON "checkouts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "checkouts_unfinished" ON "checkouts" USING btree ("checked_at") WHERE status in ('open', 'expiring', 'processing');--> statement-breakpoint
CREATE INDEX "checkouts_coupon" ON "checkouts" USING btree ("coupon_code") WHERE status in ('open', 'expiring', 'processing');--> statement-breakpoint
CREATE INDEX "payment_events_handled" ON "payment_events" USING btree ("handled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_findings_fact" ON "payment_findings" USING btree ("kind","reference");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_sessions_checkout" ON "sandbox_sessions" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_sessions_payment" ON "sandbox_sessions" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "coupon_redemptions" ADD CONSTRAINT "coupon_redemptions_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_redemptions_checkout" ON "coupon_redemptions" USING btree ("checkout_id");--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_sane" CHECK ("coupons"."discount_type" in ('percentage', 'fixed') and "coupons"."discount_value" >= 0 and "coupons"."free_credits" >= 0
        and "coupons"."per_user_limit" > 0 and ("coupons"."discount_type" = 'fixed' or "coupons"."discount_value" <= 100));--> statement-breakpoint
ALTER TABLE "credit_packages" ADD CONSTRAINT "credit_packages_sane" CHECK ("credit_packages"."price" between 0 and 99999999 and "credit_packages"."credits" > 0);