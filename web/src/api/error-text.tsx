import { errorWords } from './api-error.ts'

interface ErrorTextProps {
  error: unknown
  fallback: string
}

/** Shows the server's sentence, or `fallback` with the cause in a line below it (docs/behavior.md#errors). */
export function ErrorText({ error, fallback }: ErrorTextProps) {
  const { text, cause } = errorWords(error, fallback)
  if (cause === undefined) return text
  return (
    <>
      <span className="block">{text}</span>
      <span className="block">{cause}</span>
    </>
  )
}
