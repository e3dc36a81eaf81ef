/** Whose the database is: existing clusters have it in the names of their settings, sockets, folders, role and database. */
export const PROGRAM = 'slow-letters';

/** The role that owns the database and may create others (for tests), no more; and the database of that name. */
export const ROLE = 'slow_letters';
