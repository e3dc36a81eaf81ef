CREATE TABLE "firebase_people" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"token_issued_at" bigint NOT NULL,
	"unproved_since" bigint,
	"browsers_known_since" timestamp (3) with time zone DEFAULT now() NOT NULL
);
