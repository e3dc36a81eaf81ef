CREATE TABLE "job_starts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "job_starts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "set_aside_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"deaths" integer NOT NULL,
	"set_aside_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "job_starts_subject" ON "job_starts" USING btree ("name","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "set_aside_jobs_subject" ON "set_aside_jobs" USING btree ("name","subject");