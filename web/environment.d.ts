interface ImportMetaEnv {
  /** in the names of the catalogues' files: a hash of them all */
  readonly WORDS_VERSION: string;
}
