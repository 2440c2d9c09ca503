import type { BrandSettings } from '@dashboard/contract/brand'
import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLeaveWarning } from '../../ui/leave-guard.tsx'
import { useSaveBrand } from './brand-changes.ts'
import {
  type BrandDraft,
  changeDraft,
  draftPalette,
  draftProblems,
  draftUpdate,
  isChanged,
  savedForm,
  withoutLogo,
} from './brand-draft.ts'
import { useBrandPreview } from './brand-preview.ts'
import { ColorCard } from './color-card.tsx'
import { LogoCard } from './logo-card.tsx'
import { UnsavedBanner } from './unsaved-banner.tsx'

const noDraft: BrandDraft = {}

/**
 * Holds what is changed and not yet saved; the screen shows it meanwhile
 * (docs/behavior.md#brand-settings).
 */
export function BrandEditor({ settings }: { settings: BrandSettings | null }) {
  const [draft, setDraft] = useState(noDraft)
  const [wasRefused, setWasRefused] = useState(false)
  const fieldsArea = useRef<HTMLDivElement>(null)
  const save = useSaveBrand(settings)

  const saved = useMemo(() => savedForm(settings), [settings])
  const palette = useMemo(() => draftPalette(saved, draft), [saved, draft])
  const problems = draftProblems(draft)
  const isUnsaved = isChanged(draft)
  useBrandPreview(isUnsaved ? palette : null)
  useLeaveWarning(isUnsaved ? 'Your changes to the logo and the colors are not saved.' : undefined)

  const reset = () => {
    setDraft(noDraft)
    setWasRefused(false)
  }
  const trySave = () => {
    if (Object.keys(problems).length === 0) {
      return save.mutate(draftUpdate(draft), { onSuccess: reset })
    }
    flushSync(() => setWasRefused(true))
    fieldsArea.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const fields = {
    form: { ...saved, ...draft },
    problems,
    showProblems: wasRefused,
    onChange: (change: BrandDraft) => setDraft((last) => changeDraft(saved, last, change)),
  }
  return (
    <>
      <UnsavedBanner
        isUnsaved={isUnsaved}
        isSaving={save.isPending}
        onCancel={reset}
        onSave={trySave}
      />
      <div ref={fieldsArea} className="grid items-start gap-4 lg:grid-cols-2">
        <LogoCard
          {...fields}
          settings={settings}
          palette={palette}
          onDeleted={() => setDraft(withoutLogo)}
        />
        <ColorCard {...fields} stored={settings?.colors ?? {}} draft={draft} palette={palette} />
      </div>
    </>
  )
}
