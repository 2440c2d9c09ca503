import type { JobStatus } from '@dashboard/contract/jobs'
import { Ban, CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import { SpinnerIcon } from '../../ui/spinner.tsx'

interface StepIconProps {
  status: JobStatus | 'cancelled'
}

/** The words beside it say the same. */
export function StepIcon({ status }: StepIconProps) {
  return <span className="mt-0.5 size-4 shrink-0 [&_svg]:size-4">{iconOf(status)}</span>
}

function iconOf(status: StepIconProps['status']) {
  if (status === 'completed') return <CircleCheck aria-hidden className="text-success-text" />
  if (status === 'failed') return <CircleX aria-hidden className="text-danger-text" />
  if (status === 'cancelled') return <Ban aria-hidden className="text-muted" />
  if (status === 'running') return <SpinnerIcon />
  return <CircleDashed aria-hidden className="text-muted" />
}
