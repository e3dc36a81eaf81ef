-- Room on each page for new versions of its rows, so that an update that touches no index writes none (PostgreSQL, 73.7: HOT).
ALTER TABLE "letters" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "replies" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "users" SET (fillfactor = 85);--> statement-breakpoint
ALTER TABLE "drafts" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "fleet_state" SET (fillfactor = 50);--> statement-breakpoint
-- Rows that live for seconds: cleaned up by number and not by a share of what the table once held.
ALTER TABLE "job_starts" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);--> statement-breakpoint
ALTER TABLE "rate_counters" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);--> statement-breakpoint
ALTER TABLE "idempotency_keys" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000);
