/** Roles and permissions. */
export const roles = [
  'Roles: admin and user (default user).',
  'All dashboard pages and the profile require authentication;',
  'data calls are enabled only when a token exists.',
  'Only admin sees the Settings link and can open /admin and its sub-routes; others see Access Denied.',
  'The Auto-Sync switch is shown only to admins.',
  'Users can be active or inactive; an inactive user cannot log in (as the edit switch text states).',
  'Self-service password change uses the current-password endpoint; the per-user password endpoint is used in admin mode.',
] as const
