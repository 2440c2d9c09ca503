import { Check, Copy } from 'lucide-react'
import { useCopy } from './copy-text.ts'
import { Tooltip } from './tooltip.tsx'

interface CopyableIdProps {
  id: string
  /** The text that is shown, such as the last characters; the whole id is copied. */
  short?: string
  /** The kind of thing: 'job' gives 'Copy job id'. */
  noun: string
}

export function CopyableId({ id, short = id, noun }: CopyableIdProps) {
  const { isCopied, copy, leaving } = useCopy('Copied')
  const Icon = isCopied ? Check : Copy
  return (
    <Tooltip text={isCopied ? 'Copied' : id}>
      <button
        type="button"
        aria-label={`${short}: copy ${noun} id`}
        onClick={(event) => {
          event.stopPropagation()
          void copy(id)
        }}
        {...leaving}
        className="group inline-flex min-w-0 items-center gap-1 rounded-control px-1 font-mono text-xs text-muted hover:bg-hover hover:text-text pointer-coarse:-my-3 pointer-coarse:min-h-control"
      >
        <span className="truncate">{short}</span>
        <Icon className="size-3 shrink-0 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100 pointer-coarse:opacity-100" />
      </button>
    </Tooltip>
  )
}
