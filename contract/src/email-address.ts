/** Whether a text is more than one plain e-mail address: two of them, or one with a name, a blank or a remark. */
export function isDoubtfulEmail(written: string): boolean {
  return onlyAddress(written) !== written
}

/** Returns the only address in a text such as `mailto:ann@example.org`; `undefined` where there are two, or none. */
export function onlyAddress(written: string): string | undefined {
  const [address = '', ...others] = written
    .split(/[\s<>"',;:()[\]]+/u)
    .filter((part) => part.includes('@'))
  return others.length === 0 && /^[^@]+@(?:[^.@]+\.)+[^.@?]{2,}$/u.test(address)
    ? address
    : undefined
}
