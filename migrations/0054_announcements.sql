CREATE UNLOGGED TABLE "announcements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message" json NOT NULL
);--> statement-breakpoint
CREATE FUNCTION "announce"(json) RETURNS void LANGUAGE sql AS 'insert into announcements (message) values ($1)';
