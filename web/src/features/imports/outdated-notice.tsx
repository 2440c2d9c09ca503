import type { ImportDetail, ImportOutdated } from '@dashboard/contract/imports'
import { RotateCcw } from 'lucide-react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { outdatedTexts } from './import-words.ts'
import { useReview } from './imports-mutations.ts'

interface OutdatedNoticeProps {
  entry: Pick<ImportDetail, 'sourceImportId'>
  outdated: ImportOutdated
}

/** What has changed since the plan was made; the page stays readable, and a new review is offered. */
export function OutdatedNotice({ entry, outdated }: OutdatedNoticeProps) {
  const review = useReview()
  const [title, ...others] = outdatedTexts(outdated)
  return (
    <Alert tone="warning" title={title}>
      {others.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>What was reviewed can still be read, but is no longer imported.</p>
      <Button
        className="mt-2"
        icon={<RotateCcw aria-hidden />}
        loading={review.isPending}
        onClick={() => review.mutate(entry.sourceImportId ?? undefined)}
      >
        Review again
      </Button>
    </Alert>
  )
}
