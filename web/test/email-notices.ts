import { readSettings } from '@dashboard/store/settings/settings'

/** Settings of notices that are sent by e-mail; nothing listens at the port. */
export const emailNotices = readSettings({
  PUBLIC_URL: 'https://dashboard.example.org',
  SMTP_URL: 'smtp://127.0.0.1:59998',
  SMTP_FROM: 'dashboard@example.org',
}).notices
