/** In place of what went wrong with a sync, which may name circuits of others (docs/behavior.md#limited-users). */
export const withheldReason =
  'It failed. Who looks after all circuits sees why on the Monitor page.'
