/** 32 characters, none of which is mistaken for another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const groups = 4
const groupLength = 4

/** A password to be handed over and then changed, in groups that can be read out: 80 bits. */
export function generatePassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(groups * groupLength))
  // 256 is a multiple of 32: every character is as likely as another.
  const text = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/.{4}(?=.)/g, '$&-')
}
