-- {{recipientName}} is from now on what the writer calls the recipient. Letters that were sent before keep the whole name, as they were read.
UPDATE "letters" SET "email_message" = regexp_replace("email_message", '\{\{\s*recipientName\s*\}\}', replace("recipient_name", '\', '\\'), 'g')
WHERE "greeting_name" IS NOT NULL AND "status" <> 'created' AND "email_message" ~ '\{\{\s*recipientName\s*\}\}';
