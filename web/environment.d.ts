interface ImportMetaEnv {
  /** in the names of the catalogues' files: a hash of them all */
  readonly WORDS_VERSION: string;
  /** percent of texts that a language has, of those that lack some */
  readonly WORDS_SHARES?: Partial<Record<string, number>>;
}
