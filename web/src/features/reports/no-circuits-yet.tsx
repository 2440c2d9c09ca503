import { Link } from 'wouter'
import { paths } from '../../paths.ts'
import { useSessionUser } from '../../session/session-context.tsx'
import { circuitsText } from '../../session/user-words.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'

/** Stands above the controls as long as there is nothing to choose from. */
export function NoCircuitsYet() {
  const { circuits } = useSessionUser()
  if (circuits !== null) {
    return (
      <Alert tone="info" title="None of your circuits is here">
        You look after {circuitsText(circuits)}. They come with the next import, or an administrator
        gives you others.
      </Alert>
    )
  }
  return (
    <Alert tone="info" title="No circuits yet">
      <p>Run a sync to bring in circuits and congregations; then choose here what to report on.</p>
      <Link href={paths.sync} className={`${buttonClass('secondary')} mt-2`}>
        Go to Locust Sync
      </Link>
    </Alert>
  )
}
