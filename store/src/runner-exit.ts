/**
 * The exit code of a runner that could not reach its database, or lost it for longer than it can wait: its job is as it
 * was, and nothing is wrong with it (EX_TEMPFAIL of sysexits.h).
 */
export const databaseAwayCode = 75
