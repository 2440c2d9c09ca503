import { Alert } from '../ui/alert.tsx'
import { ErrorText } from './error-text.tsx'

/** Shows why what a form asked for was refused; nothing as long as it was not. */
export function ErrorAlert({ error, fallback }: { error: unknown; fallback: string }) {
  if (!error) return null
  return (
    <Alert>
      <ErrorText error={error} fallback={fallback} />
    </Alert>
  )
}
