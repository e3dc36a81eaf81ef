-- The ledger is append-only, whoever asks: corrections are new entries.
CREATE FUNCTION "refuse_ledger_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger_entries is append-only: add a correcting entry instead';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_ledger_change"();
--> statement-breakpoint
INSERT INTO "credit_packages" ("id", "name", "price", "credits") VALUES
  ('five', '5 credits', 500, 5),
  ('fifteen', '15 credits', 1200, 15),
  ('fifty', '50 credits', 2500, 50);
--> statement-breakpoint
INSERT INTO "coupons" ("code", "description", "discount_type", "discount_value", "free_credits") VALUES
  ('WELCOME5', '5 free credits to begin with', 'fixed', 0, 5),
  ('TEACHER20', '20% off for teachers', 'percentage', 20, 0);
