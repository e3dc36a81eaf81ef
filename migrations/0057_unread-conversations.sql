UPDATE "conversations" SET "unread" = true
WHERE "id" IN (SELECT "conversation_id" FROM "replies" WHERE "side" = 'recipient' AND "read_at" IS NULL);
