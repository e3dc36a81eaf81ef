/** Characters of an address at most: of a path, without its brackets (RFC 5321, 4.5.3.1.3). */
export const EMAIL_MAX_CHARACTERS = 254;
export const NAME_MAX_CHARACTERS = 200;
