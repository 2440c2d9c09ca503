import { foldWord, spaceWords } from './fold-text.ts'
import type { FieldChange } from './imports.ts'

/**
 * Values that are answered only by a call that the audit log records, and printed on reports, whose download it
 * records. Every other answer that can carry values of the sheet consults this list, and has 'changed' in their place.
 */
const auditedValues = ['emergency contact'] as const

const withheld = 'changed'

/** Whether a title of the sheet, or a field of a change, is one of an audited value. */
export function isAudited(title: string): boolean {
  const text = title.trim().toLowerCase()
  return auditedValues.some((value) => text === value || text.startsWith(`${value} `))
}

/** Words of emergency in titles of other sheets, folded, in the languages in which congregations keep lists. */
export const emergencyWord =
  /^(?:emergen[cz]|urgenc|notfall|экстренн|awaryj|비상|긴급|紧急|緊急|khan$|ice$|kin$)/u

/** Returns whether a title of any sheet is about the emergency contact: 'ICE phone', 'contactEmergency', 'Notfallkontakt'. */
export function isOfEmergency(title: string): boolean {
  return foldWord(`${title} ${spaceWords(title)}`)
    .split(' ')
    .some((word) => emergencyWord.test(word))
}

export function withoutAuditedValues(fields: readonly FieldChange[]): FieldChange[] {
  return fields.map(({ field, before, after }) =>
    isAudited(field)
      ? { field, before: before && withheld, after: after && withheld }
      : { field, before, after },
  )
}

/** Returns samples of a column of a sheet; `uses` are the columns that it is, or may be, read as. */
export function visibleSamples(
  samples: readonly string[],
  uses: readonly (string | undefined)[],
): string[] {
  const isWithheld = samples.length > 0 && uses.some((use) => use !== undefined && isAudited(use))
  return isWithheld ? [withheld] : [...samples]
}
