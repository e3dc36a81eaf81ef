export interface Drill {
  /** what fails in it, and what holds nevertheless */
  what: string;
  /** files for Vitest, with as many rounds as `test/support/rounds.ts` allows */
  tests?: string[];
  /** CI runs it where a path that begins so was changed: its tests, and with `numbers` the script `drills/<name>.ts` as well */
  ci?: { paths: string[]; numbers?: string[] };
}

/** Each has tests, a script of its name, or both. All of them are run before a release. */
export const DRILLS: Record<string, Drill> = {
  letters: {
    what: 'a worker is killed again and again while it sends: no letter is lost or charged twice',
    ci: {
      paths: ['server/letters/deliver/', 'server/core/jobs/', 'drills/letters', 'test/faults/'],
      numbers: ['5', '8'],
    },
  },
  credits: {
    what: 'many sends at once with credits for some; a server is killed while people buy: each credit is spent and granted once',
    ci: {
      paths: [
        'server/money/',
        'server/letters/send/',
        'server/core/idempotency.ts',
        'drills/credits',
        'test/faults/',
      ],
      numbers: ['200', '20', '3'],
    },
  },
  scheduled: {
    what: 'many letters of one minute, killed workers, clocks that jump, a restored backup',
    ci: { paths: ['server/letters/wait/release-letters.ts', 'drills/scheduled'], numbers: ['20'] },
  },
  silence: {
    what: 'connections to the database are dropped without a word: letters and news go on',
    tests: ['drills/silence/silent-network.test.ts'],
    ci: { paths: ['server/core/db/', 'server/core/events/', 'drills/silence/'] },
  },
  storage: {
    what: 'a bucket takes connections and answers nothing: pages go on, letters leave afterwards',
    ci: { paths: ['server/core/storage/', 'drills/storage'], numbers: [] },
  },
  alerts: {
    what: 'each trouble that an operator is told of is caused: told within a minute, once, and its end (Debian’s packages, as root)',
  },
  restores: {
    what: 'a database is set back without a word: what may have left is held',
    tests: ['drills/restores/short-restore.test.ts'],
    ci: {
      paths: [
        'server/operator/backup/',
        'server/core/set-back.ts',
        'server/operator/hold-restored.ts',
        'server/core/holds.ts',
        'drills/restores/',
      ],
    },
  },
  restarts: {
    what: 'web processes are restarted one after the other, and beside newer tables: no request fails',
    tests: ['drills/restarts/rolling-restart.test.ts'],
    ci: {
      paths: ['server/main.ts', 'server/app.ts', 'server/core/http/', 'server/core/db/', 'drills/restarts/'],
    },
  },
  starts: {
    what: 'npm, the product and its database are started, shared, killed and starved of rights: nothing is left behind',
    tests: [
      'drills/starts/npm-start.test.ts',
      'drills/starts/one-process.test.ts',
      'drills/starts/database-processes.test.ts',
    ],
    ci: {
      paths: [
        'packages/embedded-postgres/',
        'scripts/start.ts',
        'scripts/dev.ts',
        'scripts/watch-npm.ts',
        'test/faults/server-process.ts',
        'drills/starts/',
      ],
    },
  },
  patterns: {
    what: 'every regular expression of the product is run on a megabyte of adversarial text, a check of mail on ten',
    tests: ['drills/patterns/run-patterns.test.ts', 'drills/patterns/large-mail.test.ts'],
    ci: {
      paths: ['packages/mail-reader/', 'packages/address-files/', 'server/core/log.ts', 'drills/patterns/'],
    },
  },
  pages: {
    what: 'drawn pages on all kinds of tables and under all kinds of light: corners are found, or nothing is offered',
    tests: ['drills/pages/drawn-scenes.test.ts'],
    ci: { paths: ['packages/page-finder/', 'drills/pages/'] },
  },
  photos: {
    what: 'damaged photos of every kind: each becomes a right photo or is refused, without a crash, a hang or a leak',
    ci: {
      paths: ['server/letters/photos/convert/', 'packages/heif/', 'drills/photos'],
      numbers: ['--files', '1000'],
    },
  },
  rounds: {
    what: 'tests of `npm test` that draw at random, with many more rounds',
    tests: [
      'server/pages/account/lock-order.scenario.test.ts',
      'server/people/identity/protocol/bad-input.scenario.test.ts',
      'server/money/gifts/gift-histories.scenario.test.ts',
      'server/money/payments/interleavings.scenario.test.ts',
      'server/letters/photos/convert/fuzz.scenario.test.ts',
      'server/letters/photos/upload/hostile.scenario.test.ts',
    ],
  },
  upgrade: {
    what: 'the version before the newest migration and this one side by side, while the tables are migrated',
    ci: { paths: ['migrations/'], numbers: [] },
  },
  soak: {
    what: 'half an hour of what people do: nothing keeps growing',
    tests: ['drills/soak/find-growth.test.ts'],
  },
  chaos: { what: 'four processes, and each round one thing fails: nothing acknowledged is lost' },
  cluster: { what: 'a cluster of databases behind proxies, whose parts fail one by one (Debian’s packages)' },
  'point-in-time': {
    what: 'a database is set back by an archive of its log (PostgreSQL and pgBackRest of Debian)',
  },
  image: {
    what: 'the image is built and run in folders, read-only and as its user (as root, with debootstrap)',
  },
  'power-cut': { what: 'the disk loses its power under load (as root on Linux)' },
};
