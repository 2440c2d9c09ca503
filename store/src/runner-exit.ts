/**
 * Exit code of a runner that could not reach its database, or lost it for longer than it can wait: the job is unchanged
 * and has not failed (EX_TEMPFAIL of sysexits.h).
 */
export const databaseUnavailableExitCode = 75
