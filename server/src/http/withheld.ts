/**
 * Shown to limited users in place of why a sync failed, which may name circuits of others
 * (docs/behavior.md#limited-users).
 */
export const withheldReason =
  'It failed. Users with all circuits see the reason on the Monitor page.'
