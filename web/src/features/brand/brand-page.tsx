import type { BrandSettings } from '@dashboard/contract/brand'
import type { BrandPalette } from '@dashboard/contract/brand-palette'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ErrorText } from '../../api/error-alert.tsx'
import { settingsPage } from '../../session/page-names.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLeaveWarning } from '../../ui/unsaved-changes.tsx'
import { useSaveBrand } from './brand-changes.ts'
import {
  type BrandDraft,
  changeDraft,
  draftAfterSave,
  draftPalette,
  draftProblems,
  draftUpdate,
  isChanged,
  savedForm,
  withoutLogo,
} from './brand-draft.ts'
import { BrandPreview } from './brand-preview.tsx'
import { brandQuery } from './brand-queries.ts'
import { applyBrandColors } from './brand-theme.ts'
import { ColorCard } from './color-card.tsx'
import { LogoCard } from './logo-card.tsx'

/** Shows the form with the defaults, too, where the saved settings cannot be read. */
export function BrandPage() {
  const { data, error, errorUpdateCount, isFetching, refetch } = useQuery(brandQuery)
  const hasFailed = data === undefined && errorUpdateCount > 0
  return (
    <Page {...settingsPage('Brand Settings')}>
      {hasFailed && (
        <Alert
          tone="warning"
          title="The saved settings could not be read. The form shows the defaults, and saves only what you change."
        >
          {error && <ErrorText error={error} fallback="Failed to fetch brand settings" />}
          <Button className="mt-2" loading={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      {data || hasFailed ? (
        <BrandEditor settings={data?.brandSettings ?? null} />
      ) : (
        <div role="status" className="grid gap-4 lg:grid-cols-2">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-96" />
          <Skeleton className="h-96" />
        </div>
      )}
    </Page>
  )
}

/** Holds the changes that are not saved yet; the app shows them meanwhile. */
function BrandEditor({ settings }: { settings: BrandSettings | null }) {
  const [draft, setDraft] = useState<BrandDraft>({})
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
    setDraft({})
    setWasRefused(false)
  }
  const trySave = () => {
    if (Object.keys(problems).length === 0) {
      const onSuccess = () => {
        setDraft((last) => draftAfterSave(saved, draft, last))
        setWasRefused(false)
      }
      return save.mutate(draftUpdate(draft), { onSuccess })
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
      <div
        ref={fieldsArea}
        className="grid items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:*:nth-2:row-span-2"
      >
        <LogoCard
          {...fields}
          settings={settings}
          palette={palette}
          onDeleted={() => setDraft(withoutLogo)}
        />
        <ColorCard {...fields} palette={palette} />
        <BrandPreview palette={palette} />
      </div>
    </>
  )
}

interface UnsavedBannerProps {
  isUnsaved: boolean
  isSaving: boolean
  onCancel: () => void
  onSave: () => void
}

/** Shows that changes are unsaved. Its room stays when there are none, so that no field moves under the pointer. */
function UnsavedBanner({ isUnsaved, isSaving, onCancel, onSave }: UnsavedBannerProps) {
  const Icon = isUnsaved ? TriangleAlert : CircleCheck
  return (
    <div
      className={classNames(
        'sticky top-[calc(var(--spacing-header)+8px)] z-10 flex min-h-14 items-center justify-between gap-3 rounded-card border px-4 py-1.5',
        isUnsaved
          ? 'border-waiting bg-waiting-soft text-waiting-text shadow-float'
          : 'bg-background text-muted',
      )}
    >
      <p role="status" className="flex min-w-0 items-center gap-2.5 font-medium">
        <Icon className="size-4 shrink-0" />
        {isUnsaved ? 'Unsaved changes' : 'All changes are saved'}
      </p>
      {isUnsaved && (
        <div className="flex shrink-0 gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" loading={isSaving} onClick={onSave}>
            {isSaving ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Shows the whole app in colors that are not saved; `null` and leaving the page restore the saved ones. */
function useBrandPreview(palette: BrandPalette | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (palette === null) return
    applyBrandColors(palette)
    return () => {
      const saved = queryClient.getQueryData(brandQuery.queryKey)
      applyBrandColors(saved?.brandSettings?.colors ?? null)
    }
  }, [palette, queryClient])
}
