import { z } from 'zod'

/**
 * A setting is wrong. The message is one line that names the variable, its value (never a secret) and what is expected.
 */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

interface SettingDetail {
  /** What is accepted, in words. */
  expected: string
  /** As Markdown, for docs/settings.md. */
  meaning: string
  /** What happens without it, if there is no default. */
  unset?: string
  /** Its value is never shown, and may be in a file that `NAME_FILE` names. */
  secret?: true
  /** Runners on the server's own machine are given it. */
  forRunners?: true
}

export interface Setting<T> extends SettingDetail {
  schema: z.ZodType<T>
  /** As one would write it. */
  default?: string
}

export function setting<T>(
  schema: z.ZodType<T>,
  detail: SettingDetail & { default: string },
): Setting<T> & { default: string }
export function setting<T>(schema: z.ZodType<T>, detail: SettingDetail): Setting<T>
export function setting<T>(schema: z.ZodType<T>, detail: SettingDetail & { default?: string }) {
  return { schema, ...detail }
}

type ValueOf<Row> = Row extends Setting<infer T> & { default: string }
  ? T
  : Row extends Setting<infer T>
    ? T | undefined
    : never

/** What the variables of some settings hold, once parsed. */
export type ValuesOf<Rows> = { [Name in keyof Rows]: ValueOf<Rows[Name]> }

export const text = z.string().min(1)

/** A secret that is sent in a header: with another character, the failure of each request would reveal it. */
export const headerSecret = text.regex(/^[\x20-\x7e]*$/)

/** Later checks can rely on an address. */
export const webAddress = z.url({ protocol: /^https?$/, abort: true })

/**
 * An address that may hold a password. Unescaped, a `#` or `/` in one ends the host: what follows is no path of ours.
 */
export const addressWithPassword = (protocol: RegExp) =>
  z.url({ protocol, abort: true }).refine((address) => {
    const { hash, pathname } = new URL(address)
    return hash === '' && !pathname.includes('@')
  })

/** What to do about such a password, at the end of what is expected. */
export const howToEscape = 'write # as %23, / as %2F, ? as %3F and @ as %40 in its password'

/** A whole number in its usual digits. */
export const numberFrom = (least: number, most: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${String(most).length}}$`))
    .transform(Number)
    .pipe(z.number().min(least).max(most))
