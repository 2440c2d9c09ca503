import {
  endOtherSessions,
  endSession,
  listSessions,
  type OwnSession,
} from '@dashboard/contract/sessions'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useIsSupported } from '../../api/missing-calls.ts'
import { useChange, withMessage } from '../../api/use-change.ts'
import { formatInstant } from '../../format/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Shows where the user is signed in, with buttons to sign out there (docs/accounts.md#sessions). */
export function SessionList() {
  // Read again at every visit: other devices sign in and out, too.
  const sessions = useQuery({ ...endpointQuery(listSessions), staleTime: 0 })
  return (
    <Loaded
      query={sessions}
      loading={<Skeleton className="h-40" />}
      failed="Your sessions cannot be shown"
      isOffered={useIsSupported(listSessions)}
    >
      {(data) => <Sessions sessions={data.sessions} />}
    </Loaded>
  )
}

function Sessions({ sessions }: { sessions: readonly OwnSession[] }) {
  const [asked, setAsked] = useState<OwnSession | 'others'>()
  const close = () => setAsked(undefined)
  const session = asked === 'others' ? undefined : asked
  const end = useEndSessions()
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return (
    <div className="flex max-w-xl flex-col gap-4">
      <p className="text-muted">
        Where you are signed in. Sign out what you no longer use or do not know.
      </p>
      <ul aria-label="Sessions" className="border-y">
        {sessions.map((each) => (
          <SessionRow key={each.id} session={each} onEnd={() => setAsked(each)} />
        ))}
      </ul>
      {hasOthers ? (
        <div>
          <Button icon={<LogOut />} onClick={() => setAsked('others')}>
            Sign Out All Others
          </Button>
        </div>
      ) : (
        <p className="text-muted">You are signed in nowhere else.</p>
      )}
      {asked && (
        <ConfirmDialog
          onClose={close}
          title={session ? 'Sign out this device?' : 'Sign out all others?'}
          body={
            session
              ? `${session.device}, signed in ${formatInstant(session.createdAt)}.`
              : 'You stay signed in here only.'
          }
          confirmLabel="Sign out"
          busy={end.isPending}
          onConfirm={() => end.mutate(session?.id, { onSettled: close })}
        />
      )}
    </div>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { device, isCurrent, createdAt, lastSeenAt } = session
  return (
    <li className="flex items-center justify-between gap-3 border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{device}</span>
          {isCurrent && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-xs text-muted">
          {!isCurrent && (
            <>
              Last seen <RelativeTime at={lastSeenAt} />
              {' · '}
            </>
          )}
          Signed in <RelativeTime at={createdAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button className="shrink-0" aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign Out
        </Button>
      )}
    </li>
  )
}

/** Ends the session with this id, or without one all except the current session. */
function useEndSessions() {
  return useChange({
    send: (id: string | undefined) =>
      id === undefined ? call(endOtherSessions) : call(endSession, { params: { id } }),
    done: withMessage('Signed Out'),
    failed: ['Error', 'Failed to sign out.'],
    refreshes: ['/api/auth/sessions'],
  })
}
