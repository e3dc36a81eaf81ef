-- The sequence of an unlogged table is unlogged too; on a standby that takes over before its next checkpoint it is empty,
-- and then every write fails ("bad magic number in sequence", PostgreSQL 15). Anew, because such a one can't be altered.
ALTER TABLE "announcements" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "announcements" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq");--> statement-breakpoint
ALTER SEQUENCE "announcements_id_seq" SET LOGGED;--> statement-breakpoint
SELECT setval('announcements_id_seq', (SELECT coalesce(max("id"), 0) + 1 FROM "announcements"), false);
