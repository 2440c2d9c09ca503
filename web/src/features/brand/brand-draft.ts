import { type BrandSettings, colorKeys } from '@dashboard/contract/brand'
import type { BrandUpdate } from '@dashboard/contract/brand-inputs'
import { type BrandPalette, type ColorKey, readPalette } from '@dashboard/contract/brand-palette'
import { hexColorMessage, hexColorPattern, parseHex } from '@dashboard/contract/colors'
import { readLogoZoom } from './logo-appearance-values.ts'

interface LogoForm {
  logoZoom: number
  /** The text as typed; `null` for the primary color. */
  logoBackgroundColor: string | null
  logoBackgroundTransparent: boolean
}

/** All values that the brand page edits; colors as typed. */
type BrandForm = Record<ColorKey, string> & LogoForm

/** Changes that are not saved yet. */
export type BrandDraft = Readonly<Partial<BrandForm>>

type DraftProblems = Partial<Record<keyof BrandForm, string>>

/** The part of the draft that a card of fields gets. */
export interface BrandFieldsProps {
  /** The values of the fields: saved values, overridden by unsaved ones. */
  form: BrandForm
  problems: DraftProblems
  showProblems: boolean
  onChange: (change: BrandDraft) => void
}

/** Returns the saved values as the form shows them, with fallbacks for missing or unreadable ones. */
export function savedForm(settings: BrandSettings | null): BrandForm {
  return {
    ...readPalette(settings?.colors),
    logoZoom: readLogoZoom(settings?.logoZoom),
    logoBackgroundColor: parseHex(settings?.logoBackgroundColor) ?? null,
    logoBackgroundTransparent: settings?.logoBackgroundTransparent ?? false,
  }
}

/** Returns the draft with a change; a value that equals the saved one is removed from the draft. */
export function changeDraft(saved: BrandForm, draft: BrandDraft, change: BrandDraft): BrandDraft {
  const entries = Object.entries({ ...draft, ...change })
  return Object.fromEntries(
    entries.filter(([name, value]) => !isSame(value, saved[name as keyof BrandForm])),
  )
}

function isSame(first: unknown, second: unknown): boolean {
  return first === second || (typeof first === 'string' && first.toLowerCase() === second)
}

export function isChanged(draft: BrandDraft): boolean {
  return Object.keys(draft).length > 0
}

/** Returns the message for each field that cannot be saved. */
export function draftProblems(draft: BrandDraft): DraftProblems {
  const colors = [...colorKeys, 'logoBackgroundColor'] as const
  const bad = colors.filter((name) => draft[name] != null && !isColor(draft[name]))
  return Object.fromEntries(bad.map((name) => [name, hexColorMessage]))
}

function isColor(value: unknown): value is string {
  return typeof value === 'string' && hexColorPattern.test(value)
}

/** Returns the colors to show while somebody types: a value that is not a color yet is replaced with the saved one. */
export function draftPalette(saved: BrandForm, draft: BrandDraft): BrandPalette {
  const colors = colorKeys.map((key) => {
    const value = draft[key]
    return [key, isColor(value) ? value.toLowerCase() : saved[key]]
  })
  return Object.fromEntries(colors)
}

/** Returns the draft after `sent` was saved: what was changed meanwhile stays unsaved. */
export function draftAfterSave(saved: BrandForm, sent: BrandDraft, draft: BrandDraft): BrandDraft {
  return changeDraft({ ...saved, ...sent }, {}, { ...saved, ...draft })
}

/**
 * Returns the draft after the logo was deleted, without its size and background, which are no longer visible and could
 * not be reset.
 */
export function withoutLogo(draft: BrandDraft): BrandDraft {
  return Object.fromEntries(Object.entries(draft).filter(([name]) => isColorKey(name)))
}

function isColorKey(name: string): boolean {
  return colorKeys.some((key) => key === name)
}

/** Returns only the changed values, so that values which somebody else saved meanwhile stay. */
export function draftUpdate(draft: BrandDraft): BrandUpdate {
  const colors = withoutLogo(draft)
  const logo = Object.fromEntries(Object.entries(draft).filter(([name]) => !isColorKey(name)))
  return { ...(Object.keys(colors).length > 0 && { colors }), ...logo }
}
