/**
 * Shows a telephone number or an e-mail address: from left to right, also beside Arabic or Hebrew, which would reorder
 * its parts.
 */
export function ContactText({ text }: { text: string }) {
  return <bdi dir="ltr">{text}</bdi>
}
