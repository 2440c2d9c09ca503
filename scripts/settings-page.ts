import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { settingGroups } from '@dashboard/store/settings/settings-variables'

/** Writes docs/settings.md from the table that parses settings. */

const pagePath = join(fileURLToPath(new URL('..', import.meta.url)), 'docs/settings.md')

/** Returns the text of docs/settings.md. */
export function makeSettingsPage(): string {
  const secrets = settingGroups.flatMap(({ settings }) =>
    Object.entries(settings).flatMap(([name, { secret }]) => (secret ? [`\`${name}\``] : [])),
  )
  const groups = settingGroups.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(
      ([name, { default: value, unset, meaning, expected }]) => {
        const fallback = value === undefined ? (unset ?? '') : `\`${value}\``
        const isTelling = expected !== 'some text' && expected !== 'a folder'
        const taken = isTelling ? ` (${expected})` : ''
        return `| \`${name}\` | ${fallback} | ${meaning}${taken} |`
      },
    )
    return [
      `## ${title}`,
      '',
      '| Variable | Default | Meaning, and what it takes |',
      '|---|---|---|',
      ...rows,
      '',
    ].join('\n')
  })
  return [
    '# Settings',
    '',
    'All are environment variables, read and checked at start. A bad value stops the start with one line that',
    'says what is expected. An empty one counts as unset. `npm run settings-page` makes this page.',
    '',
    'A secret may be in a file instead, such as a secret of Compose: `SESSION_SECRET_FILE=/run/secrets/session`. So it is',
    `with ${secrets.join(', ')}.`,
    '',
    ...groups,
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(pagePath, makeSettingsPage())
}
