import type { Variables } from '@dashboard/store/settings/settings-variables'

/** Meaning of a setting, as Markdown for docs/settings.md. */
export interface SettingMeaning {
  /** Default value as one would write it; equal to the schema's default. */
  default?: string
  /** Behavior without the setting, if there is no default value. */
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
      HOST: { default: '127.0.0.1', meaning: 'and on which address' },
      PUBLIC_URL: {
        meaning: 'for links in messages, [passkeys](sign-in.md#passkeys) and an OpenID provider',
      },
      TRUST_PROXY: {
        unset: '`X-Forwarded-*` is ignored',
        meaning: '[the reverse proxies](operations.md#a-proxy-with-a-certificate) in front',
      },
      METRICS_TOKEN: { meaning: 'switches on `GET /metrics`' },
      LOG_LEVEL: { default: 'info', meaning: 'the least level that is logged' },
      TIME_ZONE: {
        default: 'America/New_York',
        meaning: 'the zone of all times that are shown, and of schedules, backups and reports',
      },
      OUTSIDE_SYSTEM_NAME: {
        default: 'Locust',
        meaning: 'what screens and messages call the system that volunteers come from',
      },
      DEMO: {
        default: '0',
        meaning: '1: [a demo](operations.md#a-public-demo), emptied at each start and every night',
      },
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
        meaning: "[TLS](beyond-one-machine.md#tls): the certificate that signed the server's",
      },
      DATABASE_CERT: { meaning: 'TLS: the own certificate' },
      DATABASE_KEY: { meaning: 'TLS: the key of the own certificate' },
      DATABASE_POOL: {
        unset: '`10`',
        meaning: 'most connections of a server to PostgreSQL',
      },
      STORAGE_URL: {
        unset: 'files in `DATA_DIR`',
        meaning:
          '[object storage](beyond-one-machine.md#object-storage-s3); credentials from the usual AWS variables',
      },
    },
  },
  {
    title: 'Signing in',
    settings: {
      SESSION_SECRET: {
        unset: 'made once, kept in `DATA_DIR`',
        meaning:
          'signs sessions, encrypts keys of [authenticator apps](sign-in.md#what-is-kept); needed with `DATABASE_URL`, the same on every server',
      },
      SESSION_TTL: { default: '12h', meaning: 'how long a session lasts' },
      SESSION_IDLE: {
        meaning:
          'ends a session without a request for so long ([more](behavior.md#list-of-sessions))',
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
      ADMIN_PASSWORD: {
        unset: 'made and printed once',
        meaning: 'the password of that administrator',
      },
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
        meaning: 'the claim that decides who gets an account ([more](sign-in-openid.md#set-it-up))',
      },
      OIDC_ADMIN_VALUES: { meaning: 'its values for administrators' },
      OIDC_USER_VALUES: { meaning: 'its values for users' },
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
      LOCUST_PASSWORD: { meaning: 'basic authentication' },
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
        meaning: 'where jobs run: here or as [GitHub Actions](github-actions.md)',
      },
      GITHUB_REPOSITORY: { meaning: 'the repository whose workflow runs' },
      GITHUB_REF: { default: 'main', meaning: 'its branch or release' },
      GITHUB_TOKEN: { meaning: 'with read and write access to Actions' },
      GITHUB_APP_ID: { meaning: '[an App](github-actions.md#a-github-app) in place of the token' },
      GITHUB_APP_INSTALLATION_ID: { meaning: 'where it is installed' },
      GITHUB_APP_PRIVATE_KEY: { meaning: 'its key' },
      GITHUB_API_URL: {
        unset: "GitHub's own",
        meaning: "another root address, such as an Enterprise Server's",
      },
      JOBS_AT_ONCE: {
        unset: 'one for each core and gigabyte',
        meaning: 'most report jobs that run at a time on this machine',
      },
      RUNNER_PLACE: {
        default: 'server',
        meaning: '`github` in a run of GitHub Actions; set by its workflow',
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
      KEEP_REPORT_VERSIONS: {
        default: '5',
        meaning: 'versions of each report; the older ones are deleted',
      },
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
        meaning: 'days without an import until the data counts as old',
      },
      NOTICE_BACKUP_AGE_DAYS: {
        default: '3',
        meaning: 'days without a good backup until administrators are told',
      },
    },
  },
  {
    title: 'Backups',
    settings: {
      BACKUP_DIR: { meaning: 'makes a [backup](backup.md#schedule) there every day' },
      BACKUP_TIME: { default: '02:30', meaning: 'when backups are made' },
      BACKUP_KEPT: { default: '14', meaning: 'how many are kept' },
      BACKUP_VERSIONS: {
        default: 'current',
        meaning: '`all` keeps older versions of reports in them as well',
      },
      BACKUP_PASSPHRASE: { meaning: 'encrypts backups, and opens them' },
    },
  },
]
