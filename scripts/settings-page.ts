import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listExpectations } from '@dashboard/store/settings-variables'
import { settingGroups } from './settings-meanings.ts'

/** Writes docs/settings.md from the rules by which settings are read, and from what each means. */

const pagePath = join(fileURLToPath(new URL('..', import.meta.url)), 'docs/settings.md')

/** The text of docs/settings.md. */
export function makeSettingsPage(): string {
  const expectations = listExpectations()
  const groups = settingGroups.map(({ title, settings }) => {
    const rows = Object.entries(settings).map(([name, { default: value, unset, meaning }]) => {
      const fallback = value === undefined ? (unset ?? 'unset') : `\`${value}\``
      const expected = expectations[name]
      const isTelling = expected !== 'some text' && expected !== 'a folder'
      return `| \`${name}\` | ${fallback} | ${meaning} | ${isTelling ? expected : ''} |`
    })
    return [
      `## ${title}`,
      '',
      '| Variable | Default | Meaning | What it takes |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n')
  })
  return [
    '# Settings',
    '',
    'All are environment variables, read and checked at start. A bad value stops the start with one line that',
    'names the variable and says what is expected. An empty one counts as unset.',
    '',
    'Made by `npm run settings-page` from `store/src/settings-variables.ts` and',
    '`scripts/settings-meanings.ts`.',
    '',
    ...groups,
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(pagePath, makeSettingsPage())
}
