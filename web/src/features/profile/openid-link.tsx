import { getOpenIdLink, removeOpenIdLink, startOpenIdLink } from '@dashboard/contract/openid'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { endpointQuery } from '../../api/endpoint-query.ts'
import { useErrorToast } from '../../api/error-toast.ts'
import { formatInstant } from '../../format/time.ts'
import { goToProvider } from '../../session/openid-attempt.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toaster.tsx'

const linkQuery = endpointQuery(getOpenIdLink)

/** Linking one's account to the OpenID provider; nothing where there is none. */
export function OpenIdLink() {
  const { data } = useQuery({ ...linkQuery, staleTime: 0 })
  const showError = useErrorToast()
  const start = useMutation({
    mutationFn: () => call(startOpenIdLink),
    onSuccess: (begun) => goToProvider('link', begun),
    onError: showError('Error', 'The account could not be linked.'),
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
      {start.isError && <Alert>{errorMessage(start.error, 'Try again.')}</Alert>}
      {link ? (
        <>
          <p className="text-muted">
            Linked {link.email === null ? '' : `to ${link.email} `}since{' '}
            {formatInstant(link.linkedAt)}.
          </p>
          <UnlinkButton provider={provider} />
        </>
      ) : (
        <>
          <p className="text-muted">
            Link your account once, and sign in with {provider} from then on.
          </p>
          <Button
            icon={<Link2 aria-hidden />}
            loading={start.isPending || start.isSuccess}
            onClick={() => start.mutate()}
          >
            Link to {provider}
          </Button>
        </>
      )}
    </section>
  )
}

function UnlinkButton({ provider }: { provider: string }) {
  const [isAsked, setAsked] = useState(false)
  const queryClient = useQueryClient()
  const toast = useToast()
  const showError = useErrorToast()
  const unlink = useMutation({
    mutationFn: () => call(removeOpenIdLink),
    onSuccess: ({ message }) => {
      toast({ title: 'Account Unlinked', description: message, variant: 'success' })
      return queryClient.invalidateQueries({ queryKey: linkQuery.queryKey })
    },
    onError: showError('Error', 'The account could not be unlinked.'),
  })
  return (
    <>
      <Button icon={<Unlink aria-hidden />} onClick={() => setAsked(true)}>
        Unlink
      </Button>
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={`Unlink from ${provider}?`}
        body={`You can then no longer sign in with ${provider}.`}
        confirmLabel="Unlink"
        busy={unlink.isPending}
        onConfirm={() => unlink.mutate(undefined, { onSettled: () => setAsked(false) })}
      />
    </>
  )
}
