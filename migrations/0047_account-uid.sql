-- one stop: the version before, which has the old name, is stopped while this runs
ALTER TABLE "users" RENAME COLUMN "firebase_uid" TO "account_uid";--> statement-breakpoint
-- one stop: the version before has the old name
ALTER INDEX "users_firebase_uid" RENAME TO "users_account_uid";--> statement-breakpoint
-- one stop: the version before has the old name
ALTER TABLE "photos" RENAME COLUMN "owner_uid" TO "owner";
