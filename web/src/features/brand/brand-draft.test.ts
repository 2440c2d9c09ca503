import type { BrandSettings } from '@dashboard/contract/brand'
import { defaultColors } from '@dashboard/contract/brand-palette'
import { describe, expect, it } from 'vitest'
import {
  changeDraft,
  draftAfterSave,
  draftPalette,
  draftProblems,
  draftUpdate,
  isChanged,
  savedForm,
  withoutLogo,
} from './brand-draft.ts'

function settings(changes: Partial<BrandSettings> = {}): BrandSettings {
  return {
    id: 'a',
    logoUrl: null,
    logoFileName: null,
    logoFileSize: null,
    logoMimeType: null,
    colors: {},
    logoZoom: 1,
    logoBackgroundColor: null,
    logoBackgroundTransparent: false,
    isActive: true,
    uploadedBy: null,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...changes,
  }
}

describe('savedForm', () => {
  it('has the defaults when nothing was saved', () => {
    expect(savedForm(null)).toEqual({
      ...defaultColors,
      logoZoom: 1,
      logoBackgroundColor: null,
      logoBackgroundTransparent: false,
    })
  })
  it('skips invalid stored values, key by key', () => {
    const form = savedForm(
      settings({
        colors: { primaryActions: 'url(x)', primaryText: 'AABBCC', backgrounds: 7, black: '#000' },
        logoZoom: 99,
        logoBackgroundColor: 'red',
      }),
    )
    expect(form).toMatchObject({
      primaryActions: '#1d489a',
      primaryText: '#aabbcc',
      backgrounds: '#ffffff',
      logoZoom: 1.5,
      logoBackgroundColor: null,
    })
  })
})

describe('changeDraft', () => {
  const saved = savedForm(null)

  it('collects changes and drops those that were reverted', () => {
    const once = changeDraft(saved, {}, { primaryText: '#111111' })
    const twice = changeDraft(saved, once, { logoZoom: 1.2 })
    expect(twice).toEqual({ primaryText: '#111111', logoZoom: 1.2 })
    const back = changeDraft(saved, twice, { primaryText: '#000000', logoZoom: 1 })
    expect(isChanged(back)).toBe(false)
  })
  it('sees no change in upper case', () => {
    expect(isChanged(changeDraft(saved, {}, { backgrounds: '#FFFFFF' }))).toBe(false)
  })
  it('preserves an unreadable value, which is a change too', () => {
    expect(isChanged(changeDraft(saved, {}, { backgrounds: '#FF' }))).toBe(true)
  })
})

it('draftProblems names every field that is not #RRGGBB', () => {
  const message = 'Invalid hex color format (use #RRGGBB)'
  expect(draftProblems({ primaryText: '#12', logoBackgroundColor: 'red' })).toEqual({
    primaryText: message,
    logoBackgroundColor: message,
  })
  expect(draftProblems({ primaryText: '#12AbEf', logoBackgroundColor: null })).toEqual({})
  expect(draftProblems({ primaryText: '12abef' })).toEqual({ primaryText: message })
})

it('draftPalette keeps the saved color while the typed one is incomplete', () => {
  const saved = savedForm(settings({ colors: { primaryText: '#222222' } }))
  const palette = draftPalette(saved, { primaryText: '#1', backgrounds: '#FFFF00' })
  expect(palette).toMatchObject({ primaryText: '#222222', backgrounds: '#ffff00' })
})

it('draftUpdate sends what was changed and nothing else', () => {
  expect(draftUpdate({ primaryText: '#111111', logoBackgroundColor: null })).toEqual({
    colors: { primaryText: '#111111' },
    logoBackgroundColor: null,
  })
  expect(draftUpdate({ logoBackgroundTransparent: true })).toEqual({
    logoBackgroundTransparent: true,
  })
})

it('withoutLogo preserves the colors', () => {
  expect(withoutLogo({ primaryText: '#111111', logoZoom: 1.2 })).toEqual({
    primaryText: '#111111',
  })
})

it('draftAfterSave preserves what was changed while it was saved, also back to the old value', () => {
  const saved = savedForm(null)
  const sent = { primaryText: '#AB1111', backgrounds: '#222222', mutedElements: '#444444' }
  const { mutedElements: _, ...since } = { ...sent, backgrounds: '#333333', logoZoom: 1.5 }
  expect(draftAfterSave(saved, sent, since)).toEqual({
    backgrounds: '#333333',
    logoZoom: 1.5,
    mutedElements: saved.mutedElements,
  })
  expect(draftAfterSave(saved, sent, sent)).toEqual({})
})
