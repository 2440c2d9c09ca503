import { getOpenIdLink, removeOpenIdLink, startOpenIdLink } from '@dashboard/contract/openid'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { formatInstant } from '../../format/time.ts'
import { goToProvider } from '../../session/openid-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { type AskProof, useFactorChange } from './factors-queries.ts'

const linkQuery = endpointQuery(getOpenIdLink)

/** Links the account to the OpenID provider; shows nothing where there is none. */
export function OpenIdLink({ ask }: { ask: AskProof }) {
  const { data } = useQuery({ ...linkQuery, staleTime: 0 })
  const start = useFactorChange(ask, {
    send: () => call(startOpenIdLink),
    onDone: (begun) => goToProvider('link', begun),
  })
  if (!data?.provider) return null
  const { provider, link } = data
  return (
    <section
      aria-labelledby="openid-link"
      className="flex max-w-xl flex-col items-start gap-3 border-t pt-5"
    >
      <h3 id="openid-link" className="font-semibold">
        Sign in with {provider}
      </h3>
      {link ? (
        <>
          <p className="text-muted">
            Linked {link.email === null ? '' : `to ${link.email} `}since{' '}
            {formatInstant(link.linkedAt)}.
          </p>
          <UnlinkButton provider={provider} ask={ask} />
        </>
      ) : (
        <>
          <p className="text-muted">
            Link your account once, and sign in with {provider} from then on.
          </p>
          <Button
            icon={<Link2 />}
            loading={start.isPending || start.isSuccess}
            onClick={() => start.mutate(undefined)}
          >
            Link to {provider}
          </Button>
        </>
      )}
    </section>
  )
}

function UnlinkButton({ provider, ask }: { provider: string; ask: AskProof }) {
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setIsAsked(false)
  const queryClient = useQueryClient()
  const unlink = useFactorChange(ask, {
    send: () => call(removeOpenIdLink),
    title: 'Account Unlinked',
    onDone: () => void queryClient.invalidateQueries({ queryKey: linkQuery.queryKey }),
  })
  return (
    <>
      <Button icon={<Unlink />} onClick={() => setIsAsked(true)}>
        Unlink
      </Button>
      {isAsked && (
        <ConfirmDialog
          onClose={close}
          title={`Unlink from ${provider}?`}
          body={`You can then no longer sign in with ${provider}.`}
          confirmLabel="Unlink"
          busy={unlink.isPending}
          onConfirm={() => unlink.mutate(undefined, { onSettled: close })}
        />
      )}
    </>
  )
}
