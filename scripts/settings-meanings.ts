import type { Variables } from '@dashboard/store/settings-variables'

/** What a setting means, for docs/settings.md, whose text is Markdown. */
export interface SettingMeaning {
  /** The value when it is unset, as one would write it; the schema has the same one. */
  default?: string
  /** What happens while it is unset, where there is no default value. */
  unset?: string
  meaning: string
}

type Meanings = Partial<Record<keyof Variables, SettingMeaning>>

/** Every setting once, in the order of the page. */
export const settingGroups: readonly { title: string; settings: Meanings }[] = [
  {
    title: 'Server',
    settings: {
      PORT: { default: '3000', meaning: 'where the server listens' },
      HOST: { default: '127.0.0.1', meaning: 'the same' },
      PUBLIC_URL: {
        meaning:
          'needed by links in messages, [passkeys](sign-in.md#passkeys) and an OpenID provider',
      },
      TRUST_PROXY: {
        unset: '`X-Forwarded-*` is ignored',
        meaning: '[the reverse proxies](operations.md#a-proxy-with-a-certificate) in front',
      },
      METRICS_TOKEN: { meaning: 'switches on `GET /metrics`' },
      LOG_LEVEL: { default: 'info', meaning: 'the least level that is logged' },
    },
  },
  {
    title: 'Database and files',
    settings: {
      DATA_DIR: { default: './data', meaning: 'everything that the embedded default keeps' },
      DATABASE_URL: {
        unset: 'SQLite in `DATA_DIR`',
        meaning: 'PostgreSQL 14 or newer ([more](beyond-one-machine.md))',
      },
      DATABASE_CA: {
        meaning:
          "[TLS to PostgreSQL](beyond-one-machine.md#tls): the certificate that signed the server's",
      },
      DATABASE_CERT: { meaning: 'the same: the own certificate' },
      DATABASE_KEY: { meaning: 'the same: the key of the own certificate' },
      DATABASE_POOL: {
        unset: '`10`',
        meaning: 'connections to PostgreSQL that a server holds at most',
      },
      STORAGE_URL: {
        unset: 'files in `DATA_DIR`',
        meaning:
          'object storage, `s3://bucket/prefix?endpoint=…&region=…&forcePathStyle=true`; credentials from the usual AWS variables',
      },
    },
  },
  {
    title: 'Signing in',
    settings: {
      SESSION_SECRET: {
        unset: 'made once, kept in `DATA_DIR`',
        meaning:
          'signs sessions and upload tickets, encrypts the keys of [authenticator apps](sign-in.md#what-is-kept); needed with `DATABASE_URL`, the same on every server',
      },
      SESSION_TTL: { default: '12h', meaning: 'how long a session lasts' },
      SESSION_IDLE: {
        meaning:
          'ends a session that has made no request for so long ([more](behavior.md#list-of-sessions))',
      },
      PASSWORD_RULES: {
        default: 'plain',
        meaning: '`strict` refuses the 10,000 most used passwords as new ones',
      },
      SECOND_FACTOR: {
        default: 'optional',
        meaning: 'who has to set up a [second step](sign-in.md#required-of-administrators)',
      },
      ADMIN_USERNAME: {
        default: 'admin',
        meaning: 'the first administrator, made only while there is no user',
      },
      ADMIN_PASSWORD: { unset: 'made and printed once', meaning: 'the password of the same' },
      PASSWORD_SIGN_IN: {
        default: 'on',
        meaning: 'with `off` only `RESCUE_ADMIN` may sign in with a password',
      },
      RESCUE_ADMIN: { meaning: 'needed with `PASSWORD_SIGN_IN=off`' },
    },
  },
  {
    title: 'OpenID provider',
    settings: {
      OIDC_ISSUER: {
        meaning: 'signing in with [an OpenID provider](sign-in-openid.md); needs `PUBLIC_URL`',
      },
      OIDC_CLIENT_ID: { meaning: "the dashboard's id there" },
      OIDC_CLIENT_SECRET: { meaning: "the dashboard's secret there" },
      OIDC_NAME: { unset: "the issuer's host", meaning: 'what the button calls it' },
      OIDC_SCOPE: { default: 'openid profile email', meaning: 'what it is asked for' },
      OIDC_SIGN_UP: { default: 'off', meaning: '`on` makes an account at the first sign-in' },
      OIDC_ROLE_CLAIM: {
        meaning: 'the claim by which that is done ([more](sign-in-openid.md#set-it-up))',
      },
      OIDC_ADMIN_VALUES: { meaning: 'its values of administrators' },
      OIDC_USER_VALUES: { meaning: 'its values of users' },
    },
  },
  {
    title: 'Locust and the sheet',
    settings: {
      LOCUST_URL: {
        unset: 'sample data',
        meaning: 'from where Locust is exported, as CSV, JSON or XLSX',
      },
      LOCUST_TOKEN: { meaning: 'bearer authentication' },
      LOCUST_USERNAME: { meaning: 'basic authentication' },
      LOCUST_PASSWORD: { meaning: 'the same' },
      SAMPLE_DATA: {
        default: 'protect',
        meaning: '`replace` lets sample data replace a sheet that holds other rows',
      },
      SPREADSHEET: {
        default: 'file',
        meaning: 'the sheet between export and import, with `file` a workbook in `DATA_DIR`',
      },
      SHEET_NAME: {
        unset: '`Data_Import`',
        meaning: 'the sheet that an export writes and an import reads',
      },
      GOOGLE_SERVICE_ACCOUNT: { meaning: 'for a `google:` sheet' },
      GOOGLE_SHEETS_API_URL: { unset: "Google's own", meaning: 'another root address' },
      IMPORT_MAX_REMOVAL: {
        default: '0.5',
        meaning: 'the share of the volunteers that one import may remove',
      },
    },
  },
  {
    title: 'Jobs and reports',
    settings: {
      REPORT_PAPER: { default: 'letter', meaning: 'the paper of the PDFs' },
      WORKFLOW_ENGINE: {
        default: 'local',
        meaning: 'where jobs run, on this machine or as [GitHub Actions](github-actions.md)',
      },
      GITHUB_REPOSITORY: { meaning: 'the repository whose workflow runs' },
      GITHUB_REF: { default: 'main', meaning: 'of which branch or release' },
      GITHUB_TOKEN: { meaning: 'with read and write access to Actions' },
      GITHUB_API_URL: {
        unset: "GitHub's own",
        meaning: "another root address, such as an Enterprise Server's",
      },
      GITHUB_WEBHOOK_SECRET: { meaning: 'switches on `POST /api/webhooks/github`' },
      RUNNER_PLACE: {
        default: 'server',
        meaning: '`github` in a run of GitHub Actions, where no setting has an embedded default',
      },
    },
  },
  {
    title: 'How long things are kept',
    settings: {
      KEEP_JOBS_DAYS: {
        default: '400',
        meaning: 'jobs that have ended ([more](behavior.md#how-long-things-are-kept))',
      },
      KEEP_LOGS_DAYS: { default: '90', meaning: 'logs of jobs' },
      KEEP_REPORTS_DAYS: { default: '400', meaning: 'reports' },
      KEEP_IMPORTS_DAYS: { default: '90', meaning: 'what imports changed' },
      KEEP_CALLS_DAYS: { default: '730', meaning: 'calls to volunteers' },
      KEEP_NOTICES_DAYS: { default: '90', meaning: 'notices' },
      KEEP_AUDIT_DAYS: { default: '400', meaning: 'the audit log' },
      IMPORT_HISTORY: {
        default: '20',
        meaning: 'how many imports one can go back to ([what is kept](imports.md#what-is-kept))',
      },
    },
  },
  {
    title: 'Notices',
    settings: {
      SMTP_URL: { meaning: 'sends [notices](notices.md) by e-mail; port 587 uses STARTTLS' },
      SMTP_FROM: { meaning: "the sender's address" },
      NOTICE_WEBHOOK_URL: { meaning: 'sends notices to a webhook' },
      NOTICE_WEBHOOK_FORMAT: { default: 'json', meaning: 'the format of its messages' },
      NOTICE_WEBHOOK_SECRET: { meaning: 'signs messages in the format `json`' },
      HEARTBEAT_URL: { meaning: 'is called after each scheduled sync that succeeded' },
      NOTICE_DATA_AGE_DAYS: {
        default: '7',
        meaning: 'days without an import after which the data counts as old',
      },
      NOTICE_BACKUP_AGE_DAYS: {
        default: '3',
        meaning: 'days without a good backup after which administrators are told',
      },
    },
  },
  {
    title: 'Backups',
    settings: {
      BACKUP_DIR: { meaning: 'makes a [backup](backup.md#schedule) there every day' },
      BACKUP_TIME: { default: '02:30', meaning: 'when' },
      BACKUP_KEPT: { default: '14', meaning: 'how many are kept' },
      BACKUP_PASSPHRASE: { meaning: 'encrypts backups, and opens them' },
    },
  },
]
