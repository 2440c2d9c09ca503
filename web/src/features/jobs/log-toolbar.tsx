import { isActive, type Job } from '@dashboard/contract/jobs'
import { ArrowDownToLine, Check, Copy, Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { tailJobId } from './job-words.ts'

interface LogToolbarProps {
  job: Job
  log: string
  isFollowing: boolean
  onFollow: () => void
}

export function LogToolbar({ job, log, isFollowing, onFollow }: LogToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="text-base font-semibold">Logs</h3>
      {isActive(job) && <p className="text-xs text-muted">Syncing with GitHub every 3s</p>}
      <div className="ml-auto flex items-center gap-1">
        <Button variant="quiet" icon={<ArrowDownToLine aria-hidden />} onClick={onFollow}>
          Auto-scroll: {isFollowing ? 'ON' : 'OFF'}
        </Button>
        <CopyLog log={log} />
        <IconButton
          label="Download log"
          icon={<Download aria-hidden />}
          disabled={log === ''}
          onClick={() =>
            saveFile(
              new Blob([log], { type: 'text/plain;charset=utf-8' }),
              `${job.type}-${tailJobId(job.id)}.log`,
            )
          }
        />
      </div>
    </div>
  )
}

function CopyLog({ log }: { log: string }) {
  const { isCopied, copy, leaving } = useCopy('Log copied')
  return (
    <IconButton
      label={isCopied ? 'Copied' : 'Copy log'}
      icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      disabled={log === ''}
      onClick={() => void copy(log)}
      {...leaving}
    />
  )
}
