/** Where the file store has what is kept of imports. */

export const importsFolder = 'imports'

/** The rows of an import, compressed. */
export function rowsKeyOf(importId: string): string {
  return `${importsFolder}/rows-${importId}.zst`
}

/** A plan that has not been applied, compressed. */
export function planKeyOf(importId: string): string {
  return `${importsFolder}/plan-${importId}.zst`
}
