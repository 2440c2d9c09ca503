/**
 * A line that GitHub shows as an error on the run's page, and that the server takes for the reason why a run
 * failed before its job began.
 */
export function errorLine(sentence: string): string {
  const escaped = sentence.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  return `::error title=SMPW Dashboard::${escaped}`
}
