import { Alert } from '../ui/alert.tsx'
import { errorWords } from './api-error.ts'

interface ErrorProps {
  error: unknown
  fallback: string
}

/** Shows the server's sentence, or `fallback` with the cause in a line below it. */
export function ErrorText({ error, fallback }: ErrorProps) {
  const { text, cause } = errorWords(error, fallback)
  if (cause === undefined) return text
  return (
    <>
      <span className="block">{text}</span>
      <span className="block">{cause}</span>
    </>
  )
}

/** Shows why the server refused what a form sent; nothing until it does. */
export function ErrorAlert({ error, fallback }: ErrorProps) {
  if (!error) return null
  return (
    <Alert>
      <ErrorText error={error} fallback={fallback} />
    </Alert>
  )
}
