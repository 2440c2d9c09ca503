export const importsFolder = 'imports'

/** Returns the key of the file with an import's rows, compressed. */
export function rowsKeyOf(importId: string): string {
  return `${importsFolder}/rows-${importId}.zst`
}

/** Returns the key of the file with a plan that has not been applied, compressed. */
export function planKeyOf(importId: string): string {
  return `${importsFolder}/plan-${importId}.zst`
}
